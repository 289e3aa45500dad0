import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { textOf } from './messages/index.ts';
import { type Messages, say } from './messages/text.ts';

/** The report as JSON, with the sentences of one language beside ids and parameters. Ends with a line break. */
export function json(report: GradeReport, messages: Messages): string {
  const steps = report.steps.map((step) => ({
    ...step,
    findings: step.findings.map((finding) => {
      if (finding.outcome === 'passed') return finding;
      const { wrong, hint } = textOf(messages, finding.id);
      return { ...finding, message: say(wrong, finding), hint: say(hint, finding) };
    }),
  }));
  return `${JSON.stringify({ ...report, steps }, null, 2)}\n`;
}
