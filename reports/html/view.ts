import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Messages } from '../messages/text.ts';
import type { PageWords } from './words.ts';

/** What every part of the page is made from. */
export interface View {
  report: GradeReport;
  messages: Messages;
  page: PageWords;
}

/** Milliseconds with their unit and separators, `12,345 ms`. */
export const milliseconds = (ms: number): string => `${String(ms).replaceAll(/\B(?=(\d{3})+$)/g, ',')} ms`;
