import type { WriteStream } from 'node:tty';
import { createLogUpdate } from 'log-update';
import type { Messages } from '../reports/messages/text.ts';
import { progressLine, progressNow } from '../reports/progress.ts';
import { type ProgressEvent, type RunningStage, runningAfter } from './progress.ts';
import { isRedrawable } from './redrawable.ts';

const REDRAW_MS = 1_000;

/** Shows the progress of a grade to a person, or nobody. */
export interface ProgressDisplay {
  on(event: ProgressEvent): void;
  /** Writes a line that stays, above what is redrawn. */
  line(text: string): void;
  /** Takes away what is redrawn. */
  end(): void;
}

/**
 * On a terminal the stages that are under way, redrawn every second; elsewhere a line for each as it begins.
 *
 * @param messages looked up each time, since the language is known only when the command line was read
 */
export function progressDisplay(stream: WriteStream, messages: () => Messages): ProgressDisplay {
  return isRedrawable(stream) ? redrawn(stream, messages) : lines(stream, messages);
}

function lines(stream: NodeJS.WritableStream, messages: () => Messages): ProgressDisplay {
  const line = (text: string) => void stream.write(`${text}\n`);
  return {
    on: (event) => {
      if (event.kind === 'stage') line(progressLine(event, messages()));
    },
    line,
    end: () => undefined,
  };
}

function redrawn(stream: WriteStream, messages: () => Messages): ProgressDisplay {
  const update = createLogUpdate(stream);
  let running: RunningStage[] = [];
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    if (running.length > 0) update(progressNow(running, performance.now(), messages()).join('\n'));
    else update.clear();
  };
  const end = () => {
    clearInterval(timer);
    timer = undefined;
    running = [];
    update.clear();
    update.done();
  };
  return {
    on: (event) => {
      running = runningAfter(running, event, performance.now());
      timer ??= setInterval(draw, REDRAW_MS).unref();
      draw();
    },
    line: (text) => {
      if (running.length === 0) stream.write(`${text}\n`);
      else {
        update.persist(text);
        draw();
      }
    },
    end,
  };
}
