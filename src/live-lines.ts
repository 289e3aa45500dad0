import type { WriteStream } from 'node:tty';
import { createLogUpdate } from 'log-update';
import { isRedrawable } from './redrawable.ts';

const REDRAW_MS = 1_000;

/** Lines at the foot of a terminal that are drawn again in their place, and lines above them that stay. */
export interface LiveLines {
  /** Whether lines can be drawn again here; elsewhere `show` does nothing. */
  readonly redraws: boolean;
  /** Rows of the terminal; 0 where lines cannot be drawn again. */
  rows(): number;
  /** Shows these lines, made anew every second, until the next call of `show` or `end`. */
  show(lines: () => string[]): void;
  /** Writes a line that stays. */
  line(text: string): void;
  /** Takes away what is redrawn. */
  end(): void;
}

export function liveLines(stream: WriteStream): LiveLines {
  return isRedrawable(stream) ? redrawn(stream) : plain(stream);
}

function plain(stream: NodeJS.WritableStream): LiveLines {
  return {
    redraws: false,
    rows: () => 0,
    show: () => undefined,
    line: (text) => void stream.write(`${text}\n`),
    end: () => undefined,
  };
}

function redrawn(stream: WriteStream): LiveLines {
  const update = createLogUpdate(stream);
  let lines: (() => string[]) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    const text = lines?.().join('\n') ?? '';
    if (text === '') update.clear();
    else update(text);
  };
  return {
    redraws: true,
    rows: () => stream.rows,
    show: (next) => {
      lines = next;
      timer ??= setInterval(draw, REDRAW_MS).unref();
      draw();
    },
    line: (text) => {
      if (lines === undefined) stream.write(`${text}\n`);
      else {
        update.persist(text);
        draw();
      }
    },
    end: () => {
      clearInterval(timer);
      timer = undefined;
      lines = undefined;
      update.clear();
      update.done();
    },
  };
}
