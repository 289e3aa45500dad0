import type { GradeReport, ReportedFinding, StepResult } from '../schemas/types/grade-report.schema.d.ts';
import type { Messages } from './messages/text.ts';
import { serialize } from './serialize.ts';
import { explained, identityOf, stepName, tell } from './told.ts';

const SPEC_VERSION = '0.0.0';

/**
 * The report in the Common Test Report Format: a test for each step of the lab, its findings as the steps of the
 * test. A step that could not be judged is `other`. The values of findings are kept as they are in `extra`.
 */
export function ctrf(report: GradeReport, messages: Messages): string {
  const start = Date.parse(report.startedAt);
  const stop = start + report.durationMs;
  const tests = report.steps.map((step) => testOf(step, messages));
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  return serialize({
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: new Date(stop).toISOString(),
    generatedBy: 'cnpa-op',
    results: {
      tool: { name: 'cnpa-op', version: report.grader.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        start,
        stop,
        duration: report.durationMs,
      },
      tests,
      extra: {
        ...identityOf(report),
        score: report.score,
        timeline: report.timeline,
        cleanUp: report.cleanUp,
      },
    },
  });
}

function testOf(step: StepResult, messages: Messages) {
  const message = explained(step, messages).join('\n');
  return {
    name: stepName(messages, step.step),
    testId: step.id,
    status: step.status === 'error' ? 'other' : step.status,
    rawStatus: step.status,
    duration: step.durationMs,
    ...(message && { message }),
    steps: step.findings.map((finding) => ({
      name: tell(finding, messages).title,
      status: statusOf(finding),
      extra: finding,
    })),
    extra: {
      ...(step.blockedBy !== undefined && { blockedBy: step.blockedBy }),
      ...(step.cause && { cause: step.cause }),
    },
  };
}

const statusOf = ({ outcome }: ReportedFinding) =>
  (({ passed: 'passed', failed: 'failed', unknown: 'other', advice: 'passed' }) as const)[outcome];
