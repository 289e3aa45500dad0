import { type ProgressEvent, type RunningStage, runningAfter } from '../progress.ts';
import type { LearnerEvent } from './class.ts';

/** A learner whose grade is under way. Times in milliseconds of one clock. */
export interface UnderWay {
  id: string;
  startedMs: number;
  stages: readonly RunningStage[];
}

/** How far the grade of a class is. */
export interface ClassState {
  /** How many are to be graded. */
  due: number;
  /** How many ended with each status. */
  ended: { passed: number; failed: number; error: number };
  /** How long each of them took, in milliseconds. */
  durationsMs: readonly number[];
  underWay: readonly UnderWay[];
}

export const BEGINNING: ClassState = {
  due: 0,
  ended: { passed: 0, failed: 0, error: 0 },
  durationsMs: [],
  underWay: [],
};

/** How far it is after one more event. */
export function stateAfter(state: ClassState, event: LearnerEvent, nowMs: number): ClassState {
  switch (event.kind) {
    case 'due':
      return { ...state, due: event.count };
    case 'begun':
      return { ...state, underWay: [...state.underWay, { id: event.id, startedMs: nowMs, stages: [] }] };
    case 'stage':
      return { ...state, underWay: state.underWay.map((one) => staged(one, event, nowMs)) };
    case 'ended': {
      const { status } = event.result;
      const begun = state.underWay.find(({ id }) => id === event.id);
      return {
        ...state,
        underWay: state.underWay.filter((one) => one !== begun),
        ended: status === 'pending' ? state.ended : { ...state.ended, [status]: state.ended[status] + 1 },
        durationsMs: [...state.durationsMs, nowMs - (begun?.startedMs ?? nowMs)],
      };
    }
  }
}

const staged = (
  one: UnderWay,
  { id, event }: { id: string; event: ProgressEvent },
  nowMs: number,
): UnderWay => (one.id === id ? { ...one, stages: runningAfter(one.stages, event, nowMs) } : one);

/**
 * The time that is left, in milliseconds, on `jobs` machines at once: as if each took as long as half of them did so
 * far. Those who are under way longer than that count, too: machines that are off are done first.
 */
export function timeLeftMs(
  { due, durationsMs, underWay }: ClassState,
  jobs: number,
  nowMs: number,
): number | undefined {
  const typical = medianOf(durationsMs);
  if (typical === undefined) return undefined;
  const elapsed = underWay.map(({ startedMs }) => nowMs - startedMs);
  const median = medianOf([...durationsMs, ...elapsed.filter((ms) => ms > typical)]) ?? typical;
  const waiting = due - durationsMs.length - underWay.length;
  const idle = Math.min(jobs - underWay.length, waiting);
  const left = [...elapsed.map((ms) => Math.max(0, median - ms)), ...Array(Math.max(0, idle)).fill(0)];
  // Each of those who wait takes the place of whoever is done next, in turn, since all take as long.
  const ends = left.sort((a, b) => a - b);
  const turns = (place: number) => Math.ceil((waiting - place) / Math.max(1, ends.length));
  return Math.max(0, ...ends.map((ms, place) => ms + turns(place) * median));
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
