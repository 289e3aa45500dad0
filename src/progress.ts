/** What takes so long in a grade that a person is told of it. Several can be under way at once. */
export type Stage =
  | 'files'
  | 'cluster'
  | 'settling'
  | 'reaping'
  | 'creation'
  | 'repair-run'
  | 'idle-runs'
  | 'quiet'
  | 'drift'
  | 'convergence'
  | 'deletion'
  | 'namespaces'
  | 'clean-up';

/** The beginning of a stage. */
export interface StageBegin {
  kind: 'stage';
  stage: Stage;
  /** At most this long is waited, in milliseconds. */
  deadlineMs?: number;
  /** What the stage is about, when that is not always the same: names of objects. */
  detail?: string;
}

/** What a grade tells while it is under way; the words are made by reports/messages. */
export type ProgressEvent = StageBegin | { kind: 'stage-end'; stage: Stage };
export type OnProgress = (event: ProgressEvent) => void;

/** Does `work` as a stage whose beginning and end are told, however it ends. */
export async function during<T>(
  progress: OnProgress,
  stage: Omit<StageBegin, 'kind'>,
  work: () => Promise<T>,
): Promise<T> {
  progress({ kind: 'stage', ...stage });
  try {
    return await work();
  } finally {
    progress({ kind: 'stage-end', stage: stage.stage });
  }
}

/** A stage that is under way. */
export interface RunningStage extends StageBegin {
  /** Milliseconds, of the same clock as the one that it is told at. */
  startedMs: number;
}

/** The stages that are under way after one more event. */
export function runningAfter(
  running: readonly RunningStage[],
  event: ProgressEvent,
  nowMs: number,
): RunningStage[] {
  const others = running.filter(({ stage }) => stage !== event.stage);
  return event.kind === 'stage' ? [...others, { ...event, startedMs: nowMs }] : others;
}
