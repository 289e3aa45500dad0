import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import type { LearnerFiles } from '../src/roster/results.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import type { Messages } from './messages/text.ts';

/** The files in which the report of one learner is kept: one for programs, one for people. */
export const learnerFiles = (report: GradeReport, messages: Messages): LearnerFiles => ({
  'report.html': html(report, messages),
  'report.json': json(report, messages),
});
