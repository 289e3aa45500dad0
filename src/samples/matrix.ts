import type { StepStatus } from '../check.ts';
import { STEPS, type StepNumber } from '../lab.ts';
import type { StepStatuses } from './compare.ts';

/** What a verdict about one step is worth. Failed and skipped are alike here: neither earns the step. */
export type Cell = 'rightPass' | 'rightFail' | 'rightError' | 'falsePass' | 'falseFail' | 'notJudged';
export const CELLS: readonly Cell[] = [
  'rightPass',
  'rightFail',
  'rightError',
  'falsePass',
  'falseFail',
  'notJudged',
];

export type Matrix = Record<StepNumber, Record<Cell, number>>;

/** `got` is `undefined` when the sample could not be graded at all. */
export function cellOf(expected: StepStatus, got: StepStatus | undefined): Cell {
  if (got === undefined || got === 'error') return expected === 'error' ? 'rightError' : 'notJudged';
  if (got === 'passed') return expected === 'passed' ? 'rightPass' : 'falsePass';
  return expected === 'failed' || expected === 'skipped' ? 'rightFail' : 'falseFail';
}

/** The confusion matrix of each step over all runs. */
export function matrixOf(runs: readonly { expected: StepStatuses; got: StepStatuses | null }[]): Matrix {
  const row = (step: StepNumber) => {
    const cells = runs.map(({ expected, got }) => cellOf(expected[step], got?.[step]));
    return Object.fromEntries(
      CELLS.map((cell) => [cell, cells.filter((one) => one === cell).length]),
    ) as Record<Cell, number>;
  };
  return Object.fromEntries(STEPS.map((step) => [step, row(step)])) as Matrix;
}
