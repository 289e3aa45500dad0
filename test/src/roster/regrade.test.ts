import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { classFiles } from '../../../reports/class/index.ts';
import { regradeJson, regradeSummary } from '../../../reports/class/regrade.ts';
import { en } from '../../../reports/messages/en.ts';
import type { ClassSummary } from '../../../schemas/types/class.schema.d.ts';
import { judge } from '../../../src/judge.ts';
import { STEPS } from '../../../src/lab.ts';
import { type Regrade, type RegradeOptions, regrade } from '../../../src/roster/regrade.ts';
import { writeResult } from '../../../src/roster/results.ts';
import { readRubric } from '../../../src/rubric.ts';
import { schemaErrors } from '../../../src/schema.ts';
import { MAX_EVIDENCE_BYTES } from '../../../src/stored-evidence.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { inPart, keys } from '../../support/evidence.ts';
import { classOf, evidenceOf, files, gradeIn, render, temporaryFolder } from '../../support/results.ts';

const again = (folder: string, options: Partial<RegradeOptions> = {}): Promise<Regrade> =>
  regrade(folder, { graderVersion: 'test', render, files, progress: () => {}, ...options });

const wrongTrigger = keys('report.json', { trigger: 'edge' });

/** Every file below the folder with its bytes and the time of its last change. */
async function contents(folder: string): Promise<Record<string, [string, number]>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile());
  const files = names.map(async ({ parentPath, name }): Promise<[string, [string, number]]> => {
    const path = join(parentPath, name);
    return [path, [await readFile(path, 'latin1'), (await stat(path)).mtimeMs]];
  });
  return Object.fromEntries(await Promise.all(files));
}

const read = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'));

/** The report as an older rulebook might have left it: step 8 passed. */
async function olderReport(folder: string, id: string): Promise<void> {
  const evidence = evidenceOf(id, wrongTrigger);
  const { steps, ...report } = judge(evidence, STEPS);
  const old = steps.map((step) => (step.step === 8 ? { ...step, status: 'passed' as const } : step));
  await writeResult(folder, id, { evidence, files: render({ ...report, steps: old }) });
}

describe('regrading', () => {
  test('does not touch a file when nothing changed', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [], bob: [wrongTrigger] });
    const before = await contents(folder);
    const result = await again(folder);
    expect(await contents(folder)).toEqual(before);
    expect(regradeSummary(result, en)).toBe('nothing changed\n2 as before\n');
  });

  test('writes what is not there, and nothing else, when nothing changed', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [], bob: [] });
    const before = await contents(folder);
    await rm(join(folder, 'ada/report.html'));
    await again(folder, { files: classFiles(en, ['canvas']) });
    const after = await contents(folder);
    const page = join(folder, 'ada/report.html');
    expect(after[page]?.[0]).toBe(before[page]?.[0]);
    const { [page]: _, [join(folder, 'gradebook-canvas.csv')]: gradebook, ...others } = after;
    expect(gradebook?.[0]).toContain('Points Possible');
    expect(before).toMatchObject(others);
  });

  test('tells programs the status of each step before and after', async () => {
    const folder = await temporaryFolder();
    await olderReport(folder, 'bob');
    const { learners, refused } = JSON.parse(regradeJson(await again(folder, { dryRun: true })));
    expect(refused).toEqual([]);
    expect(learners).toHaveLength(1);
    expect(learners[0]).toMatchObject({ id: 'bob', changed: true });
    expect([learners[0].before.steps[7].status, learners[0].after.steps[7].status]).toEqual([
      'passed',
      'failed',
    ]);
  });

  test('says the grader that judged last, which is no change to tell of', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [] });
    const text = await readFile(join(folder, 'ada/report.json'), 'utf8');
    expect(regradeSummary(await again(folder, { graderVersion: '9.9.9' }), en)).toBe(
      'nothing changed\n1 as before\n',
    );
    expect(await readFile(join(folder, 'ada/report.json'), 'utf8')).toBe(
      text.replace('"version": "test"', '"version": "9.9.9"'),
    );
    expect(await read(folder, 'class.json')).toMatchObject({ graderVersion: '9.9.9' });
  });

  test('tells who got another verdict, and brings report and summary up to date', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [], bob: [] });
    await olderReport(folder, 'bob');
    expect(regradeSummary(await again(folder), en)).toBe(
      'bob: step 8 passed → failed\n1 changed, 1 as before\n',
    );
    expect(await read(folder, 'bob/report.json')).toEqual(
      JSON.parse(render(judge(evidenceOf('bob', wrongTrigger), STEPS))['report.json']),
    );
    const summary: ClassSummary = await read(folder, 'class.json');
    expect(schemaErrors('class', summary)).toEqual([]);
    expect(summary.learners.map(({ id, status, score }) => [id, status, score?.earned])).toEqual([
      ['ada', 'passed', 8],
      ['bob', 'failed', 7],
    ]);
    expect(regradeSummary(await again(folder), en)).toContain('nothing changed');
  });

  test('weighs the steps by another rubric', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [wrongTrigger] });
    const rubric = readRubric('steps: {"8": {points: 3}}\npassMark: 90', 'r');
    expect(regradeSummary(await again(folder, { rubric }), en)).toContain(
      'ada: 7 of 8 → 7 of 10 (not passed)\n',
    );
    expect((await read(folder, 'class.json')).learners[0].score).toEqual({
      earned: 7,
      possible: 10,
      notJudged: 0,
      passMark: 90,
      passed: false,
    });
  });

  test('only says what would change when asked so', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [], bob: [] });
    await olderReport(folder, 'bob');
    const before = await contents(folder);
    expect(regradeSummary(await again(folder, { dryRun: true }), en)).toContain(
      'bob: step 8 passed → failed',
    );
    expect(await contents(folder)).toEqual(before);
  });

  test('makes a report where there is none that can be read', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [], bob: [] });
    await rm(join(folder, 'ada/report.json'));
    await writeFile(join(folder, 'bob/report.json'), '{ "broken');
    expect(regradeSummary(await again(folder), en)).toBe(
      'ada: no report → 8 of 8\nbob: no report → 8 of 8\n2 changed\n',
    );
    expect(schemaErrors('grade-report', await read(folder, 'ada/report.json'))).toEqual([]);
  });

  test('takes what grade --out wrote, with the steps of its report', async () => {
    const folder = await temporaryFolder();
    await gradeIn(folder, evidenceOf('ada', wrongTrigger), [1, 2]);
    const before = await contents(folder);
    expect((await again(folder)).regraded).toMatchObject([{ changed: false }]);
    expect(await contents(folder)).toEqual(before);
    await rm(join(folder, 'report.json'));
    await again(folder);
    expect((await read(folder, 'report.json')).steps).toHaveLength(8);
  });

  test('leaves a learner alone whose last run gave no report, but for the score', async () => {
    const folder = await temporaryFolder();
    const summary = await classOf(folder, { ada: [] });
    const [ada] = summary.learners;
    if (ada === undefined) throw new Error('there is no ada');
    const learners = [
      { ...ada, status: 'error' as const, cause: 'Connection refused' },
      { ...ada, id: 'bob' },
    ];
    await writeFile(join(folder, 'class.json'), JSON.stringify({ ...summary, learners }));
    await again(folder, { rubric: readRubric('steps: {"1": {points: 2}}', 'r') });
    expect((await read(folder, 'class.json')).learners).toMatchObject([
      { status: 'error', cause: 'Connection refused', score: { earned: 9 } },
      { id: 'bob', score: { earned: 8 } },
    ]);
  });

  test.each([
    ['an empty folder', async () => await temporaryFolder()],
    ['no folder', async () => '/none/such'],
  ])('refuses %s', async (_what, folder) => {
    await expect(again(await folder())).rejects.toThrow(UsageError);
  });
});

describe('evidence that cannot be judged', () => {
  const pack = (value: unknown) => gzipSync(JSON.stringify(value));
  const refused: [what: string, bytes: () => Buffer, why: string][] = [
    [
      'of a later version',
      () => pack({ ...evidenceOf('ada'), evidenceVersion: 2 }),
      'evidence of version 2; this grader reads version 1 only',
    ],
    ['broken JSON', () => gzipSync('{ "evidenceVersion": 1,'), 'this is not JSON'],
    ['another file', () => pack({ hello: 1 }), 'this is not evidence'],
    ['null', () => pack(null), 'this is not evidence'],
    ['evidence without parts', () => pack({ ...evidenceOf('ada'), parts: [] }), '(/parts must be object)'],
    [
      'a part without a value',
      () => pack({ ...evidenceOf('ada'), parts: { crd: { readyMs: 1 } } }),
      'this is not evidence (/parts/crd',
    ],
    [
      'objects that are none',
      () => pack({ ...evidenceOf('ada'), parts: { quotas: { readyMs: 1, value: [{}] } } }),
      'this is not evidence (/parts/quotas/value/0',
    ],
    [
      'a phase that no check can follow',
      () =>
        pack(
          evidenceOf(
            'ada',
            inPart('creation', (phase) => Object.assign(phase, { actions: [null] })),
          ),
        ),
      'this is not evidence (/parts/creation',
    ],
    ['not packed', () => Buffer.from('{}'), 'this cannot be unpacked'],
    ['packed by half', () => pack(evidenceOf('ada')).subarray(0, 500), 'this cannot be unpacked'],
    [
      'more than it seems',
      () => gzipSync(Buffer.alloc(MAX_EVIDENCE_BYTES + 1, ' ')),
      'this is larger than 64 MiB',
    ],
  ];

  test.each(refused)('%s is refused by name; the others are regraded', async (_what, bytes, why) => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [], bob: [] });
    await olderReport(folder, 'bob');
    const path = join(folder, 'ada/evidence.json.gz');
    await writeFile(path, bytes());
    const report = await readFile(join(folder, 'ada/report.json'), 'utf8');
    const told: string[] = [];
    const result = await again(folder, { progress: (line) => told.push(line) });
    expect(result.refused).toEqual([expect.stringContaining(`${path}: `)]);
    expect(result.refused[0]).toContain(why);
    expect(await readFile(join(folder, 'ada/report.json'), 'utf8')).toBe(report);
    expect(regradeSummary(result, en)).toBe('bob: step 8 passed → failed\n1 changed, 1 left alone\n');
    expect(told).toEqual([expect.stringContaining('ada is not compared with the others')]);
  });

  test('a report without evidence is refused, too', async () => {
    const folder = await temporaryFolder();
    await classOf(folder, { ada: [] });
    await rm(join(folder, 'ada/evidence.json.gz'));
    expect((await again(folder)).refused).toEqual([
      `${join(folder, 'ada/evidence.json.gz')}: there is no such file`,
    ]);
  });
});
