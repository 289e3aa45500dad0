import type { WriteStream } from 'node:tty';
import { createLogUpdate } from 'log-update';
import type { Messages } from '../../reports/messages/text.ts';
import { watchList } from '../../reports/watch.ts';
import { isRedrawable } from '../redrawable.ts';
import { UsageError } from '../usage-error.ts';
import type { WatchView } from './watch.ts';

/** How often times are told anew, in milliseconds: of stages that are under way, and of probes that are over. */
const STAGES_MS = 1_000;
const AGE_MS = 30_000;

/** Where a watch is shown. */
export interface Screen {
  show(view: WatchView): void;
  /** Writes a line that stays, above the list. */
  line(text: string): void;
  /** Leaves the last list where it is. */
  end(): void;
}

/** What is in the way, in the language of the reader where there is a sentence for it. */
function troubleOf({ trouble }: WatchView, { usage }: Messages): { trouble?: string } {
  if (trouble === undefined) return {};
  return { trouble: trouble instanceof UsageError ? trouble.in(usage) : trouble.message };
}

/** A list that is redrawn in its place on a terminal; elsewhere each new list after the other, plain. */
export function watchScreen(
  stream: WriteStream,
  messages: Messages,
  options: { color: boolean; keys: boolean },
): Screen {
  return isRedrawable(stream) ? redrawn(stream, messages, options) : printed(stream, messages);
}

function printed(stream: NodeJS.WritableStream, messages: Messages): Screen {
  let last = '';
  return {
    show: (view) => {
      if (view.report === undefined || view.work !== 'waiting') return;
      const state = {
        nowMs: 0,
        work: view.work,
        stages: [],
        canProbe: false,
        keys: false,
        ...troubleOf(view, messages),
      };
      const list = watchList(view.report, state, messages, { color: false });
      if (list !== last) stream.write(`${list}\n`);
      last = list;
    },
    line: (text) => void stream.write(`${text}\n`),
    end: () => undefined,
  };
}

function redrawn(
  stream: WriteStream,
  messages: Messages,
  { color, keys }: { color: boolean; keys: boolean },
): Screen {
  const update = createLogUpdate(stream);
  let view: WatchView | undefined;
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    clearTimeout(timer);
    if (view === undefined) return;
    const { trouble: _, ...rest } = view;
    const state = { ...rest, ...troubleOf(view, messages), nowMs: performance.now(), keys };
    update(watchList(view.report, state, messages, { color, columns: stream.columns }));
    if (view.stages.length > 0) timer = setTimeout(draw, STAGES_MS);
    else if (view.probes !== undefined) timer = setTimeout(draw, AGE_MS);
  };
  stream.on('resize', draw);
  return {
    show: (next) => {
      view = next;
      draw();
    },
    line: (text) => {
      update.persist(text);
      draw();
    },
    end: () => {
      clearTimeout(timer);
      stream.off('resize', draw);
      update.done();
    },
  };
}
