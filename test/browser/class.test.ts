import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { classPage } from '../../reports/class/page.ts';
import { classWords } from '../../reports/class/words.ts';
import { type Language, languages } from '../../reports/messages/index.ts';
import type { ClassSummary, Result } from '../../schemas/types/class.schema.d.ts';
import { gradeOf } from '../../src/roster/summary.ts';
import { keys, unavailable } from '../support/evidence.ts';
import { HOSTILE } from '../support/report.ts';
import { judged } from '../support/verdict.ts';
import { launchChromium, type Opened, openPage } from './support/launch.ts';

const ATTACK = `"'><img src=x onerror="pwned=1"></style></script><script>pwned=1</script>${HOSTILE}`;
const LANGUAGES = Object.keys(languages) as Language[];
const GRADES = [
  judged(),
  judged(keys('drift.json', { reverted_to: 99 }), keys('report.json', { trigger: 'edge' })),
  judged(unavailable('api-unreachable', 'deletion')),
].map(gradeOf);

function learner(i: number): Result {
  const about = { id: `learner-${i}`, name: `Learner ${i}`, machine: `ssh://lab-${i}`, gradedNow: true };
  const grade = GRADES[i % 4];
  return grade === undefined
    ? { ...about, status: 'error', cause: `no route to host ${i}` }
    : { ...about, ...grade };
}

const uid = 'c6c750d5-7f74-4c01-a341-db30af6faf6f';
const classOf = (count: number, more: Partial<ClassSummary> = {}): ClassSummary => ({
  classVersion: 1,
  graderVersion: '0.1.0',
  finishedAt: '2026-12-01T10:00:00.000Z',
  learners: Array.from({ length: count }, (_, i) => learner(i)),
  copies: {
    clusters: [{ uid, learners: ['learner-1', 'learner-2'] }],
    uids: [
      {
        uid,
        learners: [
          { id: 'learner-1', live: true, places: [{ kind: 'TeamSpace', name: 'alpha' }] },
          { id: 'learner-4', live: false, places: [{ file: 'before.json', pointer: '/uid' }] },
        ],
      },
    ],
    scripts: [{ sha256: '00', learners: ['learner-1', 'learner-4'] }],
  },
  ...more,
});
const hostile = classOf(2, {
  learners: [
    { ...learner(0), name: ATTACK },
    { ...learner(3), name: ATTACK, cause: ATTACK },
  ],
  graderVersion: ATTACK,
});

const folder = mkdtempSync(join(tmpdir(), 'cnpa-op-class-'));
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const open = (
  summary: ClassSummary,
  { language = 'en', ...options }: BrowserContextOptions & { language?: Language } = {},
): Promise<Opened> => openPage(browser, folder, classPage(summary, languages[language]), options);

const idsShown = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('#matrix tbody tr')].filter((row) => !row.hidden).map((row) => row.cells[0].textContent)`,
  );
const sortBy = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the page of a class', () => {
  test.each(LANGUAGES)('loads without complaint and is accessible: %s', async (language) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, trouble } = await open(classOf(12), { language, colorScheme });
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(trouble).toEqual([]);
    }
  });

  test('hostile text is shown and does nothing', async () => {
    const { page, trouble } = await open(hostile);
    expect(await page.evaluate('typeof pwned')).toBe('undefined');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('#matrix').textContent()).toContain('<img src=x onerror="pwned=1">');
    expect(trouble).toEqual([]);
  });

  test('leads to the report of everybody who has one', async () => {
    const { page } = await open(classOf(4));
    const links = await page
      .locator('#matrix a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(links).toEqual(['learner-0/report.html', 'learner-1/report.html', 'learner-2/report.html']);
  });

  test('is sorted by points, by a step and by name, by keyboard, too', async () => {
    const { page } = await open(classOf(12));
    await sortBy(page, classWords.en.columns.points);
    expect((await idsShown(page)).slice(0, 3)).toEqual(['learner-3', 'learner-7', 'learner-11']);
    await sortBy(page, classWords.en.columns.points);
    expect((await idsShown(page))[0]).toBe('learner-0');
    await page.getByRole('button', { name: '5', exact: true }).focus();
    await page.keyboard.press('Enter');
    expect((await idsShown(page))[0]).toBe('learner-0');
    const failed = (await idsShown(page)).slice(6, 9);
    expect(failed.toSorted()).toEqual(['learner-1', 'learner-5', 'learner-9']);
    await sortBy(page, classWords.en.columns.name);
    expect((await idsShown(page)).slice(-3)).toEqual(['learner-9', 'learner-10', 'learner-11']);
  });

  test('is sorted by parts of points as by numbers', async () => {
    const learners = [7.5, 7.25, 10].map((earned, i) => {
      const score = { earned, possible: 12, notJudged: 0 };
      return { ...learner(0), id: `of-${i}`, score };
    });
    const { page } = await open(classOf(0, { learners }));
    await sortBy(page, classWords.en.columns.points);
    expect(await idsShown(page)).toEqual(['of-1', 'of-0', 'of-2']);
  });

  test('says why somebody could not be graded, wholly or not, in the language of the reader', async () => {
    const { page } = await open(classOf(4), { language: 'ko' });
    const causes = await page.locator('#matrix td.cause').allTextContents();
    expect(causes).toEqual([
      '',
      '',
      `6단계: ${languages.ko.reasons['api-unreachable']}`,
      'no route to host 3',
    ]);
  });

  test('finds a name however its letters are put together', async () => {
    const name = '김민지';
    const learners = [{ ...learner(0), name: name.normalize('NFD') }, learner(1)];
    const { page } = await open(classOf(0, { learners }));
    await page.getByRole('searchbox').fill(name);
    expect(await idsShown(page)).toEqual(['learner-0']);
  });

  test('shows those who match', async () => {
    const { page } = await open(classOf(12));
    await page.getByRole('searchbox').fill('host 7');
    expect(await idsShown(page)).toEqual(['learner-7']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox').selectOption('failed');
    expect(await idsShown(page)).toEqual(['learner-1', 'learner-5', 'learner-9']);
    expect(await page.getByRole('status').textContent()).toBe('3 of 12 learners');
  });

  test('does not scroll sideways on a phone, but for the table in itself', async () => {
    const { page } = await open(classOf(12), { viewport: { width: 360, height: 740 }, language: 'ko' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  test('of 3,000 learners is sorted and searched before anybody gives up', async () => {
    const { page } = await open(classOf(3000));
    await sortBy(page, classWords.en.columns.status);
    await page.getByRole('searchbox').fill('learner-2999');
    expect(await idsShown(page)).toEqual(['learner-2999']);
  });
});
