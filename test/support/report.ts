import { checks, type FindingId } from '../../checks/index.ts';
import type { GradeReport, ReportedFinding } from '../../schemas/types/grade-report.schema.d.ts';
import type { Check } from '../../src/check.ts';
import { judged } from './verdict.ts';

/** A text as only a hostile learner would write it: escapes, line breaks, a bell, C1 controls, bidi overrides. */
export const HOSTILE =
  'a\u001b[31mred\u001b]0;title\u0007\r\nb\u0085c\u009b2Jd\u202Eevil\u2066x\u200Fy\u2028z\uFEFF\u0000';
/** Everything that a terminal or a reader's eye would obey instead of show. */
export const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Every parameter that some sentence uses, each with the same value. */
export function paramsOf(value: unknown): Record<string, unknown> {
  const names =
    'why size limit detail near fault key didYouMean actualType unfilled trial message resourceVersion statusCounted stored carriageReturn byteOrderMark exitCode stderr durationMs probe rule type seconds restarts result exitStatus pid command quotaExists early deletion lateByMs during source sourceReadable oneWord silenceMs';
  return {
    ...Object.fromEntries(names.split(' ').map((name) => [name, value])),
    journal: [value],
    changes: [{ field: value, before: value, after: value }],
    managers: [value],
    finalizers: [value],
    reasons: [value],
  };
}

/** Every step with every finding id it has. */
export const everyFinding: { step: number; id: FindingId }[] = (checks as readonly Check[]).flatMap(
  ({ step, findings }) => findings.map((id) => ({ step, id: id as FindingId })),
);

export const finding = (id: string, more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  id,
  outcome: 'failed',
  subject: { file: 'before.json', pointer: '/uid' },
  params: {},
  ...more,
});

/** The honest report with other findings in its steps; a step with findings counts as failed. */
export function reportWith(
  findings: Record<number, ReportedFinding[]>,
  more: Partial<GradeReport> = {},
): GradeReport {
  const report = judged();
  const steps = report.steps.map((step) => {
    const own = findings[step.step];
    if (own === undefined) return step;
    const status = own.some(({ outcome }) => outcome === 'failed') ? ('failed' as const) : step.status;
    return { ...step, status, findings: own };
  });
  return { ...report, steps, ...more };
}
