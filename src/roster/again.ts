/** Whose report is not the last word. Who has none is graded in any case. */
export const AGAIN = ['failed', 'error', 'all'] as const;
export type Again = (typeof AGAIN)[number];
