import type { RunningStage, StageBegin } from '../src/progress.ts';
import { type Messages, text } from './messages/text.ts';

/** What a stage does, in words. */
export const stageText = ({ stage, detail = '' }: StageBegin, { words }: Messages): string => {
  const said = words.progress[stage];
  return typeof said === 'string' ? said : said(text(detail));
};
const seconds = (ms: number): number => Math.round(ms / 1000);

/** One stage as it begins, for a log: a line without its end. */
export function progressLine(stage: StageBegin, messages: Messages): string {
  const { deadlineMs } = stage;
  const limit = deadlineMs === undefined ? '' : ` (${messages.words.atMost(seconds(deadlineMs))})`;
  return `… ${stageText(stage, messages)}${limit}`;
}

/** What is under way now, a line each: how long already, and how long at most. */
export function progressNow(running: readonly RunningStage[], nowMs: number, messages: Messages): string[] {
  return running.map((stage) => {
    const { startedMs, deadlineMs } = stage;
    const limit = deadlineMs === undefined ? undefined : seconds(deadlineMs);
    const elapsed = Math.floor(Math.max(0, nowMs - startedMs) / 1000);
    return `… ${stageText(stage, messages)}  ${messages.words.elapsed(elapsed, limit)}`;
  });
}
