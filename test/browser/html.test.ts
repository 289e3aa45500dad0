import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pageWords } from '../../reports/html/words.ts';
import { html } from '../../reports/html.ts';
import { type Language, languages } from '../../reports/messages/index.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { ACCEPTED, inPart, keys, trial, unavailable } from '../support/evidence.ts';
import { HOSTILE } from '../support/report.ts';
import { judged } from '../support/verdict.ts';
import { DESKTOP, launchChromium, type Opened, openPage } from './support/launch.ts';

const LANGUAGES = Object.keys(languages) as Language[];
const ATTACK = `"'><img src=x onerror="pwned=1"></style></script><script>pwned=1</script>${HOSTILE}`;

/** Passed, failed, skipped and not judged steps, advice, left-overs, long words and hostile text. */
const mixed: GradeReport = {
  ...judged(
    keys('before.json', { uid: 'c6c750d5-7f74-4c01-a341-000000000000' }),
    trial('pods-0', ACCEPTED),
    keys('report.json', { trigger: ATTACK, archived: 'x'.repeat(500) }),
    unavailable('api-unreachable', 'deletion'),
    unavailable('type-not-served', 'convergence'),
    inPart('service', (service) => void service.outsideWorkers.push({ pid: 1, command: ATTACK })),
  ),
  machine: `ssh:root@${'long-'.repeat(20)}host.example`,
  cleanUp: { removed: ['y'.repeat(200)], leftOver: [ATTACK], reaped: ['TeamSpace probe-b'] },
};
const honest = judged();

const folder = mkdtempSync(join(tmpdir(), 'cnpa-op-html-'));
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

const PHONE = { width: 360, height: 740 };

const open = (
  report: GradeReport,
  { language = 'en', ...options }: BrowserContextOptions & { language?: Language } = {},
): Promise<Opened> => openPage(browser, folder, html(report, languages[language]), options);

/** The steps that can be seen, by their numbers. */
async function visibleSteps(page: Page): Promise<number[]> {
  const steps = await page.locator('details.step').all();
  const seen = await Promise.all(steps.map((step) => step.isVisible()));
  return seen.flatMap((visible, i) => (visible ? [i + 1] : []));
}

const openSteps = (page: Page): Promise<number> => page.locator('details.step[open]').count();
const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');
const openAll = (page: Page) =>
  page.evaluate('for (const d of document.querySelectorAll("details")) d.open = true');

describe('from a disk', () => {
  test.each(LANGUAGES)(
    'loads without a word of complaint and asks for nothing else: %s',
    async (language) => {
      const { page, trouble } = await open(mixed, { language });
      await page.getByRole('button', { name: pageWords[language].expandAll }).click();
      expect(trouble).toEqual([]);
    },
  );

  test('hostile text is shown and does nothing', async () => {
    const { page, trouble } = await open(mixed);
    expect(await page.evaluate('typeof pwned')).toBe('undefined');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('#step-8').textContent()).toContain('<img src=x onerror="pwned=1">');
    expect(trouble).toEqual([]);
  });

  test('the policy stops what somebody might put into the file', async () => {
    const { page } = await open(honest);
    const failed = page.waitForEvent('requestfailed');
    const stopped = await page.evaluate(`new Promise((resolve) => {
      const seen = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        seen.push(effectiveDirective);
        if (seen.length === 3) resolve(seen.toSorted());
      });
      document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.invalid/x.png' }));
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'pwned = 1' }));
      document.body.setAttribute('onclick', 'pwned = 1');
      document.body.click();
    })`);
    expect(stopped).toEqual(['img-src', 'script-src-attr', 'script-src-elem']);
    expect((await failed).failure()?.errorText).toBe('csp');
    expect(await page.evaluate('typeof pwned')).toBe('undefined');
  });
});

describe('by keyboard', () => {
  test('leads from the top to the filter, the buttons and the steps', async () => {
    const { page } = await open(mixed);
    const { keyboard } = page;
    await keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    expect(await page.locator('.skip').isVisible()).toBe(true);
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    expect(await focused(page)).toBe('show-all');
    await keyboard.press('ArrowRight');
    expect(await visibleSteps(page)).toEqual([1, 8]);
    await keyboard.press('ArrowRight');
    expect(await visibleSteps(page)).toEqual([6, 7]);
    await keyboard.press('ArrowRight');
    expect(await visibleSteps(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await keyboard.press('Tab');
    expect(await focused(page)).toBe('expand');
    await keyboard.press('Enter');
    expect(await openSteps(page)).toBe(8);
    expect(await page.locator('details:not([open])').count()).toBe(0);
    await keyboard.press('Tab');
    expect(await focused(page)).toBe('collapse');
    await keyboard.press('Space');
    expect(await openSteps(page)).toBe(0);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await page.locator('#step-1').getAttribute('open')).toBe('');
  });

  test('what has the focus can be seen to have it', async () => {
    const { page } = await open(honest);
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(
        'document.activeElement === document.body ? "solid" : getComputedStyle(document.activeElement).outlineStyle',
      );
      expect(outline).not.toBe('none');
    }
  });
});

describe('by mouse', () => {
  test('filters and opens', async () => {
    const { page } = await open(mixed);
    await page.getByText('Failed 2').click();
    expect(await visibleSteps(page)).toEqual([1, 8]);
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await openSteps(page)).toBe(0);
    await page.getByRole('heading', { name: 'Step 8' }).click();
    expect(await page.getByText('what the controller follows').isVisible()).toBe(true);
  });

  test('a way to a step that is closed or filtered out opens it', async () => {
    const { page } = await open(mixed);
    await page.getByText('Not judged 2').click();
    await page.getByRole('link', { name: 'Step 3' }).click();
    expect(await page.locator('#step-3 .checks').isVisible()).toBe(true);
    expect((await page.locator('#step-3').boundingBox())?.y).toBeLessThan(DESKTOP.height);
  });
});

describe('without scripts', () => {
  const options = { javaScriptEnabled: false };

  test('can be filtered and opened, and offers nothing that does not work', async () => {
    const { page, trouble } = await open(mixed, options);
    await page.getByText('Failed 2').click();
    expect(await visibleSteps(page)).toEqual([1, 8]);
    await page.getByText('All 8').click();
    await page.getByRole('heading', { name: 'Step 3' }).click();
    expect(await page.locator('#step-3 .checks').isVisible()).toBe(true);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test('says the same', async () => {
    const [withScripts, without] = [await open(mixed), await open(mixed, options)];
    expect(await without.page.locator('main').textContent()).toBe(
      await withScripts.page.locator('main').textContent(),
    );
  });
});

describe('accessibility', () => {
  const violations = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
  };
  const cases = LANGUAGES.flatMap((language) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme })),
  );

  test.each(cases)('breaks no rule of axe: $language, $colorScheme', async ({ language, colorScheme }) => {
    const { page } = await open(mixed, { language, colorScheme });
    expect(await violations(page)).toEqual([]);
    await openAll(page);
    expect(await violations(page)).toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'breaks no rule of axe when all passed, on a phone: %s',
    async (colorScheme) => {
      const { page } = await open(honest, { colorScheme, viewport: PHONE });
      await openAll(page);
      expect(await violations(page)).toEqual([]);
    },
  );

  test('light and dark differ', async () => {
    const background = 'getComputedStyle(document.body).backgroundColor';
    const [light, dark] = [
      await open(honest, { colorScheme: 'light' }),
      await open(honest, { colorScheme: 'dark' }),
    ];
    expect(brightness(await light.page.evaluate(background))).toBeGreaterThan(230);
    expect(brightness(await dark.page.evaluate(background))).toBeLessThan(40);
  });
});

const brightness = (color: string): number =>
  Math.min(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number));

describe('on a phone', () => {
  const cases = LANGUAGES.flatMap((language) => [360, 320].map((width) => ({ language, width })));

  test.each(cases)('nothing scrolls sideways at $width px: $language', async ({ language, width }) => {
    for (const report of [mixed, honest]) {
      const { page } = await open(report, { language, viewport: { width, height: 740 } });
      await openAll(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });
});

describe('the picture of the timeline', () => {
  interface Box {
    text: string;
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const textsOf = (page: Page, kind: string): Promise<Box[]> =>
    page.evaluate(`[...document.querySelectorAll('.picture.${kind} text')].map((e) => {
      const { left, right, top, bottom } = e.getBoundingClientRect();
      return { text: e.textContent, left, right, top, bottom };
    })`);

  test.each(
    LANGUAGES.flatMap((language) => [
      { language, kind: 'wide', other: 'tall', viewport: DESKTOP },
      { language, kind: 'tall', other: 'wide', viewport: PHONE },
    ]),
  )(
    'no text meets another one or leaves the page: $language, $kind',
    async ({ language, kind, other, viewport }) => {
      const { page } = await open(honest, { language, viewport });
      expect(await page.locator(`.picture.${kind}`).isVisible()).toBe(true);
      expect(await page.locator(`.picture.${other}`).isVisible()).toBe(false);
      const boxes = await textsOf(page, kind);
      expect(boxes.length).toBeGreaterThan(30);
      for (const [i, a] of boxes.entries()) {
        expect(a.left, a.text).toBeGreaterThanOrEqual(0);
        expect(a.right, a.text).toBeLessThanOrEqual(viewport.width);
        for (const b of boxes.slice(i + 1)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          // The box of a line of text is a little higher than its letters.
          expect(across > 1 && down > 4, `${a.text} meets ${b.text}`).toBe(false);
        }
      }
    },
  );
});

describe('on paper', () => {
  test.each([true, false])(
    'everything is open, light and unfiltered, with scripts: %s',
    async (javaScriptEnabled) => {
      const { page } = await open(mixed, {
        javaScriptEnabled,
        colorScheme: 'dark',
        viewport: { width: 700, height: 900 },
      });
      await page.getByText('Not judged 2').click();
      await page.emulateMedia({ media: 'print' });
      expect(await visibleSteps(page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      for (const hidden of ['#step-3 .checks', '#step-1 .evidence pre', 'table']) {
        const box = await page.locator(hidden).first().boundingBox();
        expect(box?.height, hidden).toBeGreaterThan(20);
      }
      expect(await page.locator('.picture.wide').isVisible()).toBe(true);
      expect(await page.locator('.tools').isVisible()).toBe(false);
      const background: string = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(brightness(background)).toBe(255);
    },
  );

  test('what print opened is closed again after it', async () => {
    const { page } = await open(mixed);
    const before = await page.locator('details[open]').count();
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await page.locator('details[open]').count()).toBe(before);
  });
});
