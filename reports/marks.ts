/** The statuses of a step as marks that are told apart without colour. */
export const STEP_MARKS = { passed: '✓', failed: '✗', skipped: '–', error: '?' } as const;
