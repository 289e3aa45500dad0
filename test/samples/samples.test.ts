import { describe, expect, it } from 'vitest';
import type { GradeReport, StepResult } from '../../schemas/types/grade-report.schema.d.ts';
import type { StepStatus } from '../../src/check.ts';
import { STEPS } from '../../src/lab.ts';
import { disagreements, type StepStatuses } from '../../src/samples/compare.ts';
import { renderSamples, type SampleRun, type SamplesResult } from '../../src/samples/index.ts';
import { cellOf, matrixOf } from '../../src/samples/matrix.ts';
import { type Expected, findSamples } from '../../src/samples/sample.ts';

const all = (status: StepStatus, but: Partial<StepStatuses> = {}): StepStatuses =>
  ({ ...Object.fromEntries(STEPS.map((step) => [step, status])), ...but }) as StepStatuses;
const expected = (but: Partial<Expected> = {}): Expected => ({
  base: 'walked',
  steps: all('passed'),
  mustFail: [],
  mayFail: [],
  mayLeave: false,
  deadlines: {},
  ...but,
});

function report(
  steps: StepStatuses,
  failed: Record<number, string[]> = {},
  leftOver: string[] = [],
): GradeReport {
  const results = STEPS.map((step) => ({
    step,
    id: 'x',
    status: steps[step],
    points: { earned: 0, possible: 1 },
    durationMs: 0,
    findings: (failed[step] ?? []).map((id) => ({
      id,
      outcome: 'failed',
      subject: { file: 'a' },
      params: {},
    })),
  })) as StepResult[];
  return { steps: results, cleanUp: { removed: [], reaped: [], leftOver } } as unknown as GradeReport;
}

const run = (but: Partial<SampleRun>): SampleRun => ({
  sample: 'one',
  attempt: 1,
  expected: all('passed'),
  got: all('passed'),
  agrees: true,
  disagreements: [],
  walkMs: 1000,
  gradeMs: 2000,
  durationMs: 3000,
  ...but,
});
const resultOf = (runs: SampleRun[]): SamplesResult => ({
  resultVersion: 1,
  agrees: runs.every(({ agrees }) => agrees),
  runs,
  replaced: [],
  matrix: matrixOf(runs),
  jobs: 1,
  repeat: 1,
  durationMs: 3000,
});

describe('the corpus', () => {
  it('is well-formed, and has enough samples of both kinds', async () => {
    const samples = await findSamples();
    const right = samples.filter(({ expected: { steps } }) =>
      Object.values(steps).every((s) => s === 'passed'),
    );
    expect(samples.length).toBeGreaterThanOrEqual(45);
    expect(right.length).toBeGreaterThanOrEqual(15);
  });

  it('says which samples there are when asked for another one', async () => {
    await expect(findSamples(['nobody'])).rejects.toThrow(/no sample nobody; there are: .*honest/);
  });
});

describe('comparing a report with the expected verdict', () => {
  it('agrees when steps and findings are as expected, consequences included', () => {
    const wanted = expected({
      steps: all('passed', { 3: 'failed' }),
      mustFail: ['script-serves'],
      mayFail: ['state-owner'],
    });
    const got = report(all('passed', { 3: 'failed' }), { 3: ['script-serves', 'state-owner'] });
    expect(disagreements(wanted, got)).toEqual([]);
  });

  it('tells a status, a missing finding, an unexpected one, and what was left', () => {
    const wanted = expected({ steps: all('passed', { 3: 'failed' }), mustFail: ['script-serves'] });
    const got = report(all('passed', { 4: 'failed' }), { 4: ['unit-enabled'] }, ['TeamSpace probe-a']);
    expect(disagreements(wanted, got)).toEqual([
      { kind: 'step', step: 3, expected: 'failed', got: 'passed' },
      { kind: 'step', step: 4, expected: 'passed', got: 'failed' },
      { kind: 'not-found', finding: 'script-serves' },
      { kind: 'unexpected', step: 4, finding: 'unit-enabled', subject: { file: 'a' }, actual: null },
      { kind: 'left-over', what: 'TeamSpace probe-a' },
    ]);
  });
});

describe('the confusion matrix', () => {
  it.each([
    ['passed', 'passed', 'rightPass'],
    ['failed', 'failed', 'rightFail'],
    ['failed', 'skipped', 'rightFail'],
    ['error', 'error', 'rightError'],
    ['failed', 'passed', 'falsePass'],
    ['skipped', 'passed', 'falsePass'],
    ['error', 'passed', 'falsePass'],
    ['passed', 'failed', 'falseFail'],
    ['passed', 'skipped', 'falseFail'],
    ['error', 'failed', 'falseFail'],
    ['passed', 'error', 'notJudged'],
    ['failed', undefined, 'notJudged'],
  ] as const)('expected %s, got %s: %s', (wanted, got, cell) => {
    expect(cellOf(wanted, got)).toBe(cell);
  });
});

describe('rendering', () => {
  const result = resultOf([
    run({ sample: 'fine' }),
    run({
      sample: 'odd',
      got: all('passed', { 5: 'skipped' }),
      agrees: false,
      disagreements: [{ kind: 'step', step: 5, expected: 'passed', got: 'skipped' }],
    }),
    run({ sample: 'stuck', got: null, agrees: false, trouble: 'the walk ended' }),
  ]);

  it('gives people a table, the reasons and the matrix', () => {
    expect(renderSamples(result, 'terminal')).toMatchInlineSnapshot(`
      "A letter for each step: P passed, F failed, - skipped, ? could not be judged.

      sample  expected  got         time
      fine    PPPPPPPP  PPPPPPPP    3.0 s
      odd     PPPPPPPP  PPPP-PPP    3.0 s  DISAGREES
      stuck   PPPPPPPP  not graded  3.0 s  DISAGREES

      odd
        step 5: false fail: expected passed, got skipped

      stuck
        the walk ended

      step  right pass  right fail  right error  false pass  false fail  could not judge
      1     2           0           0            0           0           1
      2     2           0           0            0           0           1
      3     2           0           0            0           0           1
      4     2           0           0            0           0           1
      5     1           0           0            0           1           1
      6     2           0           0            0           0           1
      7     2           0           0            0           0           1
      8     2           0           0            0           0           1
      all   15          0           0            0           1           8

      1 of 3 agree; 3 s on 1 machines at once.
      "
    `);
  });

  it('gives programs the result itself', () => {
    expect(JSON.parse(renderSamples(result, 'json'))).toEqual(result);
  });
});
