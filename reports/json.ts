import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import type { Messages } from './messages/text.ts';
import { serialize } from './serialize.ts';
import { tell } from './told.ts';

/** The report as JSON, with the sentences of one language beside ids and parameters. Ends with a line break. */
export function json(report: GradeReport, messages: Messages): string {
  const steps = report.steps.map((step) => ({
    ...step,
    findings: step.findings.map((finding) => {
      if (finding.outcome === 'passed') return finding;
      const { wrong, hint } = tell(finding, messages);
      return { ...finding, message: wrong, hint };
    }),
  }));
  return serialize({ ...report, steps });
}
