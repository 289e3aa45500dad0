/** Every format that a report can be written in besides the terminal. */
export const REPORT_FORMATS = [
  'json',
  'junit',
  'markdown',
  'html',
  'github',
  'ctrf',
  'tap',
  'gradescope',
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
