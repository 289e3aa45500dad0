/** States in which a unit is at work; `auto-restart` is the pause of a loop that is made of restarts. */
const AT_WORK = new Set([
  'active',
  'reloading',
  'deactivating',
  'activating/auto-restart',
  'activating/auto-restart-queued',
]);

/**
 * Whether a unit runs, from one look at it (lab step 4). A oneshot that never finishes starting does not count: it
 * is "activating" for ever.
 */
export function isAtWork(state: { activeState: string; subState: string }, type: string): boolean {
  const { activeState, subState } = state;
  if (AT_WORK.has(activeState) || AT_WORK.has(`${activeState}/${subState}`)) return true;
  return activeState === 'activating' && subState.startsWith('start') && type !== 'oneshot';
}
