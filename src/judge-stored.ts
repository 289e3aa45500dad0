import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import type { StepNumber } from './lab.ts';
import type { Rubric } from './rubric.ts';
import { StoredEvidenceError } from './stored-evidence-error.ts';

/**
 * Judges evidence that was stored, by the rules of this grader.
 *
 * @param source what to call it in errors
 * @throws StoredEvidenceError when it is well-formed and makes no sense all the same
 */
export function judgeStored(
  evidence: Evidence,
  source: string,
  {
    steps,
    rubric,
    graderVersion,
  }: {
    steps: readonly StepNumber[];
    rubric: Rubric | undefined;
    graderVersion: string;
  },
): GradeReport {
  try {
    return judge({ ...evidence, graderVersion }, steps, rubric);
  } catch (error) {
    throw new StoredEvidenceError(`${source}: this cannot be judged (${(error as Error).message})`);
  }
}
