import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import type { StepStatus } from './check.ts';
import type { StepNumber } from './lab.ts';
import type { Rubric } from './rubric.ts';

/** Two decimals are enough for any gradebook. */
const rounded = (points: number): number => Math.round(points * 100) / 100;

/** What a step earns of what it is worth: all when it passed, a share when the rubric says so, else nothing. */
export function pointsOf(
  { steps }: Rubric,
  step: StepNumber,
  status: StepStatus,
  findings: GradeReport['steps'][number]['findings'],
): { earned: number; possible: number } {
  const { points, partial } = steps[step];
  const count = (outcome: 'passed' | 'failed') => findings.filter((f) => f.outcome === outcome).length;
  const share = count('passed') / Math.max(1, count('passed') + count('failed'));
  const earned = status === 'passed' ? points : status === 'failed' && partial ? points * share : 0;
  return { earned: rounded(earned), possible: points };
}

/**
 * The score over all steps. A step that could not be judged costs nothing (verdict rule 2): its points are told
 * apart, and whether the pass mark is reached is said only when they could not change it.
 */
export function scoreOf(
  steps: readonly { status: StepStatus; points: { earned: number; possible: number } }[],
  { passMark }: Rubric,
): GradeReport['score'] {
  const sum = (judged: boolean, points: 'earned' | 'possible') =>
    rounded(
      steps
        .filter(({ status }) => (status !== 'error') === judged)
        .reduce((total, step) => total + step.points[points], 0),
    );
  const [earned, possible, notJudged] = [sum(true, 'earned'), sum(true, 'possible'), sum(false, 'possible')];
  const score = { earned, possible, notJudged };
  if (passMark === undefined) return score;
  const needed = (passMark / 100) * (possible + notJudged);
  const passed = earned >= needed ? true : earned + notJudged < needed ? false : undefined;
  return { ...score, passMark, ...(passed !== undefined && { passed }) };
}
