import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import type { StepStatus } from './check.ts';

/** The exit code that a report asks for: 0 all passed, 1 some failed or skipped, 3 something could not be judged. */
export function exitCodeOf(report: GradeReport): 0 | 1 | 3 {
  const is = (status: StepStatus) => report.steps.some((step) => step.status === status);
  if (is('error') || report.steps.some(({ cause }) => cause !== undefined)) return 3;
  return is('failed') || is('skipped') ? 1 : 0;
}
