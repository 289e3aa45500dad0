import type { GradeReport, ReportedFinding } from '../../schemas/types/grade-report.schema.d.ts';
import { judge } from '../../src/judge.ts';
import { STEPS } from '../../src/lab.ts';
import { type Change, evidenceWith } from './evidence.ts';

/** The report on the honest evidence with these changes, all eight steps. */
export const judged = (...changes: Change[]): GradeReport => judge(evidenceWith(...changes), STEPS);

/**
 * The steps that did not pass: the failed findings of a failed step, as `id place`, or why there is no verdict.
 * Nothing at all when all eight passed.
 */
export function verdictOf(...changes: Change[]): Record<number, string | string[]> {
  return verdictIn(judged(...changes));
}

export function verdictIn(report: GradeReport): Record<number, string | string[]> {
  return Object.fromEntries(
    report.steps
      .filter(({ status }) => status !== 'passed')
      .map(({ step, status, blockedBy, cause, findings }) => {
        if (status === 'failed') return [step, failedOf(findings).map((f) => `${f.id} ${place(f)}`)];
        return [step, status === 'skipped' ? `skipped, see ${blockedBy}` : `error, ${cause?.reason}`];
      }),
  );
}

export const failedOf = (findings: ReportedFinding[]): ReportedFinding[] =>
  findings.filter(({ outcome }) => outcome === 'failed');

/** The failed findings of all steps. */
export const failures = (...changes: Change[]): ReportedFinding[] =>
  judged(...changes).steps.flatMap(({ findings }) => failedOf(findings));

/** The passed findings of this id, of all steps. */
export const passedOf = (id: string, ...changes: Change[]): ReportedFinding[] =>
  judged(...changes)
    .steps.flatMap(({ findings }) => findings)
    .filter((finding) => finding.id === id && finding.outcome === 'passed');

/** The advice of all steps, as `id place`. */
export const adviceOf = (...changes: Change[]): string[] =>
  judged(...changes)
    .steps.flatMap(({ findings }) => findings)
    .filter(({ outcome }) => outcome === 'advice')
    .map((f) => `${f.id} ${place(f)}`);

/** Where a finding was made, in a form that tests can spell out. */
export function place({ subject }: { subject: object }): string {
  const s = subject as Record<string, string | number | undefined>;
  if (s.file !== undefined) {
    const at = s.line === undefined || s.column === undefined ? undefined : `${s.line}:${s.column}`;
    return [s.file, s.pointer || at].filter(Boolean).join(' ');
  }
  if (s.unit !== undefined) return [s.unit, s.property].filter(Boolean).join(' ');
  const name = [s.namespace, s.name].filter(Boolean).join('/');
  return [s.kind, name, s.field].filter(Boolean).join(' ');
}
