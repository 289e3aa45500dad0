import type { StepStatus } from '../check.ts';
import { STEPS } from '../lab.ts';
import type { Disagreement, StepStatuses } from './compare.ts';
import { CELLS, type Cell, cellOf } from './matrix.ts';
import type { SampleRun, SamplesResult } from './run.ts';

const LETTERS: Record<StepStatus, string> = { passed: 'P', failed: 'F', skipped: '-', error: '?' };
const TITLES: Record<Cell, string> = {
  rightPass: 'right pass',
  rightFail: 'right fail',
  rightError: 'right error',
  falsePass: 'false pass',
  falseFail: 'false fail',
  notJudged: 'could not judge',
};

/** The result for people or for programs. */
export function renderSamples(result: SamplesResult, format: 'terminal' | 'json'): string {
  return format === 'json' ? `${JSON.stringify(result, null, 2)}\n` : terminal(result);
}

function terminal(result: SamplesResult): string {
  const { runs, repeat, replaced } = result;
  const agreeing = runs.filter(({ agrees }) => agrees).length;
  const label = (run: SampleRun) => (repeat > 1 ? `${run.sample} (${run.attempt})` : run.sample);
  return [
    'A letter for each step: P passed, F failed, - skipped, ? could not be judged.',
    '',
    ...table(
      ['sample', 'expected', 'got', 'time', ''],
      runs.map((run) => [
        label(run),
        letters(run.expected),
        run.got === null ? 'not graded' : letters(run.got),
        `${(run.durationMs / 1000).toFixed(1)} s`,
        run.agrees ? '' : 'DISAGREES',
      ]),
    ),
    ...runs
      .filter(({ agrees }) => !agrees)
      .flatMap((run) => ['', label(run), ...reasons(run).map((line) => `  ${line}`)]),
    '',
    ...table(
      ['step', ...CELLS.map((cell) => TITLES[cell])],
      [
        ...STEPS.map((step) => [String(step), ...CELLS.map((cell) => String(result.matrix[step][cell]))]),
        [
          'all',
          ...CELLS.map((cell) => String(STEPS.reduce((sum, step) => sum + result.matrix[step][cell], 0))),
        ],
      ],
    ),
    '',
    ...replaced.map(({ sample }) => `A machine had to be replaced after ${sample}.`),
    `${agreeing} of ${runs.length} agree; ${Math.round(result.durationMs / 1000)} s on ${result.jobs} machines at once.`,
    '',
  ].join('\n');
}

const letters = (steps: StepStatuses): string => STEPS.map((step) => LETTERS[steps[step]]).join('');

/** Why a run does not agree, a line for each reason. */
export function reasons(run: SampleRun): string[] {
  return run.trouble === undefined ? run.disagreements.map(reason) : [run.trouble];
}

function reason(disagreement: Disagreement): string {
  switch (disagreement.kind) {
    case 'step': {
      const { step, expected, got, cause } = disagreement;
      const what = { falsePass: 'false pass: ', falseFail: 'false fail: ', notJudged: 'could not judge: ' };
      const cell = cellOf(expected, got) as keyof typeof what;
      return `step ${step}: ${what[cell] ?? ''}expected ${expected}, got ${got}${cause ? ` (${cause})` : ''}`;
    }
    case 'not-found':
      return `${disagreement.finding} did not fail`;
    case 'unexpected': {
      const { step, finding, subject, actual } = disagreement;
      return `step ${step}: ${finding} failed: ${JSON.stringify(subject)}, found ${JSON.stringify(actual)}`;
    }
    case 'left-over':
      return `left behind: ${disagreement.what}`;
  }
}

function table(head: string[], rows: string[][]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
