import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { StepStatus } from '../check.ts';
import { STEPS, type StepNumber } from '../lab.ts';
import type { Expected } from './sample.ts';

export type StepStatuses = Record<StepNumber, StepStatus>;

/** One way in which a verdict is not the rulebook's. */
export type Disagreement =
  | { kind: 'step'; step: StepNumber; expected: StepStatus; got: StepStatus; cause?: string }
  /** A finding that must fail and did not. */
  | { kind: 'not-found'; finding: string }
  /** A finding that failed and is not expected to. */
  | {
      kind: 'unexpected';
      step: StepNumber;
      finding: string;
      subject: Record<string, unknown>;
      actual: unknown;
    }
  /** What the grader could not remove. */
  | { kind: 'left-over'; what: string };

export const statusesOf = (report: GradeReport): StepStatuses =>
  Object.fromEntries(report.steps.map(({ step, status }) => [step, status])) as StepStatuses;

/** Where a verdict is not the expected one; empty when they agree. */
export function disagreements(expected: Expected, report: GradeReport): Disagreement[] {
  const failed = report.steps.flatMap(({ step, findings }) =>
    findings
      .filter(({ outcome }) => outcome === 'failed')
      .map((finding) => ({ step: step as StepNumber, finding })),
  );
  const ids = new Set(failed.map(({ finding }) => finding.id));
  const allowed = new Set([...expected.mustFail, ...expected.mayFail]);
  return [
    ...STEPS.flatMap((step): Disagreement[] => {
      const got = report.steps.find((result) => result.step === step);
      if (got === undefined || got.status === expected.steps[step]) return [];
      const { cause } = got;
      return [
        {
          kind: 'step',
          step,
          expected: expected.steps[step],
          got: got.status,
          ...(cause && { cause: `${cause.part} ${cause.reason} ${cause.detail}`.trim() }),
        },
      ];
    }),
    ...expected.mustFail
      .filter((id) => !ids.has(id))
      .map((finding): Disagreement => ({ kind: 'not-found', finding })),
    ...failed
      .filter(({ finding }) => !allowed.has(finding.id))
      .map(
        ({ step, finding: { id, subject, actual } }): Disagreement => ({
          kind: 'unexpected',
          step,
          finding: id,
          subject: subject as Record<string, unknown>,
          actual: actual ?? null,
        }),
      ),
    ...(expected.mayLeave ? [] : report.cleanUp.leftOver).map(
      (what): Disagreement => ({ kind: 'left-over', what }),
    ),
  ];
}
