import type { GradeReport, StepResult } from '../schemas/types/grade-report.schema.d.ts';
import type { Messages } from './messages/text.ts';
import { serialize } from './serialize.ts';
import { explained, identityOf, scoreLine, seconds, stepName } from './told.ts';

/**
 * The report as Gradescope's results.json: a test for each step, the points in `score`. A step that could not be
 * judged has neither score nor status, since Gradescope would show it as failed.
 */
export function gradescope(report: GradeReport, messages: Messages): string {
  const { score, durationMs, steps } = report;
  const { words } = messages;
  return serialize({
    score: score.earned,
    execution_time: durationMs / 1000,
    output: `${scoreLine(report, messages)} ${words.total(seconds(durationMs))}`,
    visibility: 'visible',
    extra_data: identityOf(report),
    tests: steps.map((step) => ({
      ...pointsOf(step),
      name: stepName(messages, step.step),
      number: String(step.step),
      output: explained(step, messages).join('\n'),
      visibility: 'visible',
    })),
  });
}

function pointsOf({ status, points }: StepResult) {
  if (status === 'error') return {};
  const { earned, possible } = points;
  return { score: earned, max_score: possible, status: status === 'passed' ? 'passed' : 'failed' };
}
