import type { StepResult } from '../../schemas/types/grade-report.schema.d.ts';
import { type Markup, markup } from './markup.ts';

const SHAPES: Record<StepResult['status'], Markup> = {
  passed: markup`<circle cx="10" cy="10" r="9"/><path class="cut" d="M5.8 10.4l2.8 2.8 5.6-6.2"/>`,
  failed: markup`<rect x="1.5" y="1.5" width="17" height="17" rx="3"/><path class="cut" d="M6.5 6.5l7 7m0-7l-7 7"/>`,
  skipped: markup`<circle class="bare" cx="10" cy="10" r="8.2" stroke-dasharray="3.4 3"/><path class="stroke" d="M6.3 10h7.4"/>`,
  error: markup`<path d="M10 .5l9.5 9.5-9.5 9.5L.5 10z"/><path class="cut" d="M7.6 8.1c0-3.2 4.9-3.1 4.9-.2 0 1.9-2.5 1.9-2.5 3.8M10 14.1v.2"/>`,
};

/** A status as a shape; each has one of its own, since colour alone says nothing to many. The words stand beside it. */
export const icon = (status: StepResult['status']): Markup =>
  markup`<svg class="icon ${status}" viewBox="0 0 20 20" aria-hidden="true">${SHAPES[status]}</svg>`;
