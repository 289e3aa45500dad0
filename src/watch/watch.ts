/*
 * gather/change-watch ──┐
 * gather/object-watch ──┼─▶ watch.ts ── grade, without probes ─┬─▶ probe-memory.ts ─▶ judge ─▶ screen.ts
 * keys.ts ──────────────┘            └─ grade, with probes ────┘
 */
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { connect } from '../connect.ts';
import { type Evidence, LIVE_PARTS } from '../evidence.ts';
import { followMachine, type MachineState } from '../gather/change-watch.ts';
import { followObjects } from '../gather/object-watch.ts';
import { pause } from '../gather/pause.ts';
import { type GradeOptions, grade, needsOfSteps } from '../grade.ts';
import { isOutsideLab, judge } from '../judge.ts';
import { KubeError } from '../kube/errors.ts';
import { DEFAULTS, STEPS } from '../lab.ts';
import { MachineError } from '../machine/machine.ts';
import { type RunningStage, runningAfter } from '../progress.ts';
import { UsageError } from '../usage-error.ts';
import { type ProbeMemory, recall, remember } from './probe-memory.ts';

/** What there is to see. Times in milliseconds of `performance.now()`. */
export interface WatchView {
  /** The last verdict; none before the first look. */
  report: GradeReport | undefined;
  work: 'waiting' | 'probing' | 'ending' | 'ended';
  stages: readonly RunningStage[];
  /** Whether probes would show anything of the steps. */
  canProbe: boolean;
  probes?: { endedMs: number; stale: boolean };
  /** Why the last look showed nothing new. */
  trouble?: UsageError | MachineError;
}

export interface WatchOptions extends Omit<GradeOptions, 'live' | 'progress'> {
  /** Ends the watch; probes that are under way are removed first. */
  signal: AbortSignal;
  /** Gets every new view. */
  show: (view: WatchView) => void;
}

/** A change is seldom alone: so long is waited for the others. */
const DEBOUNCE_MS = 100;
/** A look at which something was in the way is repeated after this, also when nothing tells of a change. */
const RETRY_MS = 20_000;

/** Judges again whenever something changes, one look after the other; makes probes when it is asked to. */
export class Watch {
  readonly #options: WatchOptions;
  readonly #steps: NonNullable<GradeOptions['steps']>;
  #view: WatchView;
  #memory: ProbeMemory | undefined;
  /** Unknown until the machine has answered; nothing is looked at before. */
  #unitFiles: string | undefined;
  #hasChanged = false;
  #probesWanted = false;
  #wake: () => void = () => undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#steps = options.steps?.length ? options.steps : STEPS;
    const needs = needsOfSteps(this.#steps);
    const canProbe = LIVE_PARTS.some((part) => needs.has(part));
    this.#view = { report: undefined, work: 'waiting', stages: [], canProbe };
  }

  /** Asks for probes, once what is under way is over. */
  probe(): void {
    if (this.#view.work !== 'waiting' || !this.#view.canProbe) return;
    this.#probesWanted = true;
    this.#wake();
  }

  /**
   * Watches until the signal. @returns the last verdict, or none when there was no time for one
   * @throws UsageError, MachineError when it cannot even begin
   */
  async run(): Promise<GradeReport | undefined> {
    const failed = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, failed.signal]);
    const followers = Promise.all([this.#followMachine(signal), this.#followObjects(signal)]);
    followers.catch((error: unknown) => failed.abort(error));
    this.#update({});
    try {
      await this.#loop(signal);
    } finally {
      clearTimeout(this.#retry);
      failed.abort();
      await followers;
    }
    this.#update({ work: 'ended' });
    return this.#view.report;
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    for (;;) {
      while (!signal.aborted && !this.#hasWork()) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      if (!this.#probesWanted) await pause(DEBOUNCE_MS, signal);
      if (signal.aborted) return;
      const live = this.#probesWanted;
      this.#probesWanted = false;
      this.#hasChanged = false;
      clearTimeout(this.#retry);
      await this.#look(live, this.#unitFiles ?? '');
    }
  }

  #hasWork = (): boolean => this.#unitFiles !== undefined && (this.#hasChanged || this.#probesWanted);

  async #look(live: boolean, unitFiles: string): Promise<void> {
    const { show: _, ...options } = this.#options;
    const { signal } = options;
    const ending = () => this.#update({ work: 'ending' });
    if (live) {
      this.#update({ work: 'probing' });
      signal.addEventListener('abort', ending);
    }
    try {
      const { evidence } = await grade({
        ...options,
        live,
        ...(live && {
          progress: (event) =>
            this.#update({ stages: runningAfter(this.#view.stages, event, performance.now()) }),
        }),
      });
      // What a look was interrupted in is no news; probes may have left something over.
      if (signal.aborted && !live) return;
      if (hasTrouble(evidence)) this.#retryLater();
      if (live) this.#memory = remember(evidence, unitFiles, performance.now());
      this.#judge(evidence, this.#unitFiles ?? '');
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof MachineError)) throw error;
      if (this.#view.report === undefined) throw error;
      this.#retryLater();
      this.#update({ trouble: error });
    } finally {
      signal.removeEventListener('abort', ending);
      this.#update({ work: 'waiting', stages: [] });
    }
  }

  #judge(fresh: Evidence, unitFiles: string): void {
    const { evidence, stale } = recall(fresh, unitFiles, this.#memory);
    const { trouble: _, ...view } = this.#view;
    this.#view = {
      ...view,
      report: judge(evidence, this.#steps, this.#options.rubric),
      ...(this.#memory && { probes: { endedMs: this.#memory.endedMs, stale } }),
    };
  }

  #followMachine(signal: AbortSignal): Promise<void> {
    const { machine, folder = DEFAULTS.folder, unit = DEFAULTS.unit } = this.#options;
    return followMachine(machine, { folder, unit }, signal, (state: MachineState | undefined) => {
      this.#unitFiles = state?.unit ?? '';
      this.#changed();
    });
  }

  #followObjects(signal: AbortSignal): Promise<void> {
    const way = () =>
      connect(this.#options).catch((error: unknown) => {
        // Told by the look; here it only means that there is nothing to follow yet.
        if (error instanceof UsageError) return new KubeError('kubeconfig-missing', error.message);
        throw error;
      });
    return followObjects(way, signal, () => this.#changed());
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => this.#changed(), RETRY_MS);
  }

  #changed(): void {
    this.#hasChanged = true;
    this.#wake();
  }

  #update(change: Partial<WatchView>): void {
    this.#view = { ...this.#view, ...change };
    this.#options.show(this.#view);
  }
}

/** Whether something could not be looked at; what probes met with is told until there are others. */
const hasTrouble = ({ parts }: Evidence): boolean =>
  Object.entries(parts).some(
    ([name, part]) =>
      !LIVE_PARTS.some((live) => live === name) &&
      'unavailable' in part &&
      isOutsideLab(part.unavailable.reason),
  );
