import { stringify } from 'yaml';
import type { GradeReport, ReportedFinding, StepResult } from '../schemas/types/grade-report.schema.d.ts';
import { type Messages, text } from './messages/text.ts';
import { causeOf, stepName, tell, withoutVerdict } from './told.ts';

/**
 * The report as TAP 14: a test point for each step, with its failures and advice in a YAML block. TAP knows only ok
 * and not ok; a step that could not be judged is skipped like one that waits for another, and its reason says so.
 */
export function tap(report: GradeReport, messages: Messages): string {
  const points = report.steps.flatMap((step, i) => {
    const result = step.status === 'failed' ? 'not ok' : 'ok';
    const reason = withoutVerdict(step, messages);
    const directive = reason === undefined ? '' : ` # SKIP ${escaped(reason)}`;
    return [
      `${result} ${i + 1} - ${escaped(stepName(messages, step.step))}${directive}`,
      ...block(detailsOf(step, messages)),
    ];
  });
  return ['TAP version 14', `1..${report.steps.length}`, ...points, ''].join('\n');
}

function detailsOf(step: StepResult, messages: Messages): Record<string, unknown> {
  const of = (outcome: ReportedFinding['outcome']) =>
    step.findings
      .filter((finding) => finding.outcome === outcome)
      .map((finding) => ({ id: text(finding.id), ...tell(finding, messages) }));
  const lists = { failures: of('failed'), advice: of('advice'), unknown: of('unknown') };
  return {
    status: step.status,
    duration_ms: step.durationMs,
    ...(step.cause && { cause: causeOf(step, messages) }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}

/** A YAML block; every text is quoted on one line, so that none can end the block or be taken for another type. */
const block = (details: Record<string, unknown>): string[] => {
  const yaml = stringify(details, {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  const lines = yaml.trimEnd().split('\n');
  return ['---', ...lines, '...'].map((line) => `  ${printable(line)}`);
};

/** The two characters that are neither control characters nor allowed in YAML. */
const printable = (line: string): string =>
  line.replaceAll(/[\uFFFE\uFFFF]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);

const escaped = (description: string): string => description.replaceAll(/[\\#]/g, '\\$&');
