import { classProgress, learnerLine } from '../reports/class/progress.ts';
import type { Messages } from '../reports/messages/text.ts';
import type { LiveLines } from './live-lines.ts';
import type { LearnerEvent } from './roster/class.ts';
import { BEGINNING, stateAfter } from './roster/class-state.ts';

/** A line for each learner who is done, and on a terminal how far the class is, redrawn every second. */
export function classDisplay(
  live: LiveLines,
  messages: Messages,
  jobs: number,
): (event: LearnerEvent) => void {
  let state = BEGINNING;
  return (event) => {
    state = stateAfter(state, event, performance.now());
    if (event.kind === 'ended' && event.result.status !== 'pending')
      live.line(learnerLine(event.result, messages));
    live.show(() => classProgress(state, { jobs, rows: live.rows(), nowMs: performance.now() }, messages));
  };
}
