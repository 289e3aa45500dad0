import type { Messages } from '../reports/messages/text.ts';
import { progressLine, progressNow } from '../reports/progress.ts';
import type { LiveLines } from './live-lines.ts';
import { type ProgressEvent, type RunningStage, runningAfter } from './progress.ts';

/** Shows the progress of a grade. */
export interface ProgressDisplay {
  on(event: ProgressEvent): void;
  end(): void;
}

/**
 * On a terminal the stages that are under way, redrawn every second; elsewhere a line for each as it begins.
 *
 * @param messages looked up each time, since the language is known only when the command line was read
 */
export function progressDisplay(live: LiveLines, messages: () => Messages): ProgressDisplay {
  if (!live.redraws) {
    const on = (event: ProgressEvent) => {
      if (event.kind === 'stage') live.line(progressLine(event, messages()));
    };
    return { on, end: () => undefined };
  }
  let running: RunningStage[] = [];
  return {
    on: (event) => {
      running = runningAfter(running, event, performance.now());
      live.show(() => progressNow(running, performance.now(), messages()));
    },
    end: () => {
      running = [];
      live.end();
    },
  };
}
