import stringWidth from 'string-width';
import type { Result } from '../../schemas/types/class.schema.d.ts';
import { type ClassState, timeLeftMs } from '../../src/roster/class-state.ts';
import { type Messages, text } from '../messages/text.ts';
import { stageText } from '../progress.ts';
import { causeOf, MARKS } from './told.ts';
import { classWords } from './words.ts';

/** One learner who is done, as a line that stays. */
export function learnerLine(result: Result, messages: Messages): string {
  const words = classWords[messages.language];
  const { id, status } = result;
  const cause = causeOf(result, messages);
  return `${MARKS[status]} ${id}  ${words.status[status]}${cause === undefined ? '' : `: ${text(cause)}`}`;
}

/**
 * How far a class is: how many are done, the time left, and who is under way with what.
 *
 * @param jobs how many are graded at once
 * @param rows how many lines there is room for
 */
export function classProgress(
  state: ClassState,
  { jobs, rows, nowMs }: { jobs: number; rows: number; nowMs: number },
  messages: Messages,
): string[] {
  const words = classWords[messages.language];
  const { due, ended, underWay } = state;
  const done = ended.passed + ended.failed + ended.error;
  const counts = (['passed', 'failed', 'error'] as const).flatMap((status) =>
    ended[status] === 0 ? [] : [words.counted(ended[status], status)],
  );
  const left = timeLeftMs(state, jobs, nowMs);
  const head = [
    words.done(done, due),
    ...counts,
    ...(left === undefined ? [] : [words.left(Math.ceil(left / 1000))]),
  ];
  const room = Math.max(1, rows - 3);
  const shown = underWay.length > room ? underWay.slice(0, room - 1) : underWay;
  const width = shown.reduce((max, { id }) => Math.max(max, stringWidth(id)), 0);
  return [
    `… ${head.join(' · ')}`,
    ...shown.map(({ id, startedMs, stages }) => {
      const stage = stages.at(-1);
      const seconds = messages.words.elapsed(Math.floor((nowMs - startedMs) / 1000), undefined);
      return `  ${id.padEnd(width)}  ${seconds}${stage === undefined ? '' : `  ${stageText(stage, messages)}`}`;
    }),
    ...(shown.length < underWay.length ? [`  ${words.andMore(underWay.length - shown.length)}`] : []),
  ];
}
