import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { page } from './html/page.ts';
import { pageWords } from './html/words.ts';
import type { Messages } from './messages/text.ts';

/** The report as one HTML file that needs nothing else: no network, no other file, and no script to be read whole. */
export const html = (report: GradeReport, messages: Messages): string =>
  page({ report, messages, page: pageWords[messages.language] }).toString();
