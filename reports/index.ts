import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { ctrf } from './ctrf.ts';
import type { ReportFormat } from './formats.ts';
import { github } from './github.ts';
import { gradescope } from './gradescope.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { Messages } from './messages/text.ts';
import { tap } from './tap.ts';

/** Tells a report in one format and language: the same report gives the same bytes. */
export type Renderer = (report: GradeReport, messages: Messages) => string;

export const renderers = {
  json,
  junit,
  markdown,
  html,
  github,
  ctrf,
  tap,
  gradescope,
} as const satisfies Record<ReportFormat, Renderer>;
