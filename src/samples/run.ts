import { grade } from '../grade.ts';
import type { Deadlines } from '../lab.ts';
import type { LockHolder } from '../lock-holder.ts';
import type { Machine } from '../machine/machine.ts';
import { MachineError } from '../machine/machine.ts';
import { type Env, type Progress, SandboxError } from '../sandbox/index.ts';
import { UsageError } from '../usage-error.ts';
import { type Disagreement, disagreements, type StepStatuses, statusesOf } from './compare.ts';
import { WalkedMachine, walkFresh, withSandbox } from './lab-machine.ts';
import { type Matrix, matrixOf } from './matrix.ts';
import { reasons } from './render.ts';
import { findSamples, type Sample } from './sample.ts';

/** Options of {@link runSamples}. */
export interface RunSamplesOptions {
  /** Which samples; none means all. */
  names?: readonly string[];
  /** How many machines at once; default 3. */
  jobs?: number;
  /** How often each sample is graded; default 1. */
  repeat?: number;
  progress: Progress;
  /** Gives up; every sandbox is removed before the promise rejects. */
  signal: AbortSignal;
  env: Env;
  graderVersion: string;
  lock: LockHolder;
}

/** One grade of one sample. */
export interface SampleRun {
  sample: string;
  /** 1 for the first time. */
  attempt: number;
  expected: StepStatuses;
  /** `null`: it could not be brought about, see `trouble`. */
  got: StepStatuses | null;
  agrees: boolean;
  disagreements: Disagreement[];
  trouble?: string;
  /** Time of bringing the difference about (with `fresh`, of the whole walk), of the grade, of both. */
  walkMs: number;
  gradeMs: number;
  durationMs: number;
}

export interface SamplesResult {
  resultVersion: 1;
  agrees: boolean;
  runs: SampleRun[];
  /** Samples that could not be put back, so that a machine was replaced: their runs count all the same. */
  replaced: { sample: string; difference: string }[];
  matrix: Matrix;
  jobs: number;
  repeat: number;
  durationMs: number;
}

/** Long enough for a three-second loop on a loaded machine; a controller that never reacts costs this much. */
const SHORT: Partial<Deadlines> = { reaction: 20_000, scriptRun: 20_000 };
const DEFAULT_JOBS = 3;

/**
 * Grades sample submissions in sandboxes and compares each verdict with the expected one. Samples that differ only
 * after the walk share machines, one for each job, which are put back between two samples.
 *
 * @throws UsageError when a sample is unknown or not well-formed or a number is senseless, SandboxError when there is no sandbox to be had,
 *   `signal.reason` when aborted
 */
export async function runSamples(options: RunSamplesOptions): Promise<SamplesResult> {
  const { names = [], jobs = DEFAULT_JOBS, repeat = 1 } = options;
  for (const [name, value] of Object.entries({ jobs, repeat })) {
    if (!Number.isInteger(value) || value < 1)
      throw new UsageError(`${name} must be a whole number from 1 on`);
  }
  const samples = await findSamples(names);
  const started = performance.now();
  const queue = new Queue(samples, repeat);
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const workers = Array.from({ length: Math.min(jobs, queue.length) }, (_, index) =>
    new Worker({ ...options, signal }, queue, index + 1).run().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  const settled = await Promise.allSettled(workers);
  options.signal.throwIfAborted();
  if (failed.signal.aborted) throw failed.signal.reason;
  const results = settled.flatMap((worker) => (worker.status === 'fulfilled' ? [worker.value] : []));
  const runs = results
    .flatMap((worker) => worker.runs)
    .sort((a, b) => a.sample.localeCompare(b.sample) || a.attempt - b.attempt);
  return {
    resultVersion: 1,
    agrees: runs.every(({ agrees }) => agrees),
    runs,
    replaced: results.flatMap(({ replaced }) => replaced),
    matrix: matrixOf(runs),
    jobs: workers.length,
    repeat,
    durationMs: Math.round(performance.now() - started),
  };
}

interface Task {
  sample: Sample;
  /** More than one: graded so often in a row as it stands. */
  attempts: number[];
}

/**
 * What is left to do. Those that walk the lab themselves take longest and come first; they are walked once and graded
 * as often as it is asked for, since a grade leaves nothing behind.
 */
class Queue {
  readonly #tasks: Task[];

  constructor(samples: readonly Sample[], repeat: number) {
    const attempts = Array.from({ length: repeat }, (_, n) => n + 1);
    const are = (base: Sample['expected']['base']) =>
      samples.filter(({ expected }) => expected.base === base);
    this.#tasks = [
      ...are('fresh').map((sample) => ({ sample, attempts })),
      ...attempts.flatMap((attempt) => are('walked').map((sample) => ({ sample, attempts: [attempt] }))),
    ];
  }

  get length(): number {
    return this.#tasks.length;
  }

  /** The next one, if it is of that kind. */
  next(base?: Sample['expected']['base']): Task | undefined {
    const [task] = this.#tasks;
    return base === undefined || task?.sample.expected.base === base ? this.#tasks.shift() : undefined;
  }

  get base(): Sample['expected']['base'] | undefined {
    return this.#tasks[0]?.sample.expected.base;
  }
}

/** Does one task after the other, with one sandbox at a time. */
class Worker {
  readonly runs: SampleRun[] = [];
  readonly replaced: SamplesResult['replaced'] = [];
  readonly #options: RunSamplesOptions;
  readonly #queue: Queue;
  readonly #name: string;
  #sandboxes = 0;

  constructor(options: RunSamplesOptions, queue: Queue, index: number) {
    this.#options = options;
    this.#queue = queue;
    this.#name = `samples-${Math.random().toString(36).slice(2, 8)}-${index}`;
  }

  async run(): Promise<this> {
    for (;;) {
      const { base } = this.#queue;
      if (base === undefined) return this;
      await (base === 'fresh' ? this.#fresh() : this.#walked());
    }
  }

  async #fresh(): Promise<void> {
    const task = this.#queue.next('fresh');
    if (task === undefined) return;
    await this.#sandbox(async (machine) => {
      const walk = () => walkFresh(machine, task.sample, this.#options.signal);
      await this.#attempts(task, machine, walk);
    });
  }

  /** One machine after the other, each for as many samples as can be put back. */
  async #walked(): Promise<void> {
    await this.#sandbox(async (machine) => {
      this.#options.progress(`${machine.name}: walking the honest lab`);
      const walked = await WalkedMachine.walk(machine, this.#options.signal);
      for (let task = this.#queue.next('walked'); task !== undefined; task = this.#queue.next('walked')) {
        const { sample } = task;
        await this.#attempts(task, machine, () => walked.apply(sample));
        const difference = await walked.restore().catch(troubleOf);
        if (difference !== '') {
          this.#options.progress(`${sample.name}: not put back, so its machine is replaced:\n${difference}`);
          this.replaced.push({ sample: sample.name, difference });
          return;
        }
      }
    });
  }

  async #sandbox(work: (machine: Machine) => Promise<void>): Promise<void> {
    const { env, progress, signal } = this.#options;
    await withSandbox(`${this.#name}-${++this.#sandboxes}`, { env, progress, signal }, work);
  }

  /** Walks before the first attempt only. */
  async #attempts({ sample, attempts }: Task, machine: Machine, walk: () => Promise<void>): Promise<void> {
    for (const [index, attempt] of attempts.entries()) {
      await this.#attempt(sample, attempt, machine, index === 0 ? walk : async () => undefined);
    }
  }

  async #attempt(
    sample: Sample,
    attempt: number,
    machine: Machine,
    walk: () => Promise<void>,
  ): Promise<void> {
    const { name, expected } = sample;
    const { graderVersion, lock, signal, progress } = this.#options;
    const base = { sample: name, attempt, expected: expected.steps };
    const started = performance.now();
    let gradeStarted = started;
    const times = () => ({
      walkMs: Math.round(gradeStarted - started),
      gradeMs: Math.round(performance.now() - gradeStarted),
      durationMs: Math.round(performance.now() - started),
    });
    let run: SampleRun;
    try {
      await walk();
      gradeStarted = performance.now();
      const deadlines = { ...SHORT, ...expected.deadlines };
      const { report } = await grade({ machine, foreign: true, deadlines, graderVersion, lock, signal });
      signal.throwIfAborted();
      const different = disagreements(expected, report);
      const agrees = different.length === 0;
      run = { ...base, got: statusesOf(report), agrees, disagreements: different, ...times() };
    } catch (error) {
      const trouble = troubleOf(error);
      run = { ...base, got: null, agrees: false, disagreements: [], trouble, ...times() };
    }
    this.runs.push(run);
    progress([`${run.agrees ? 'agrees' : 'DISAGREES'}  ${name}`, ...reasons(run)].join('\n  '));
  }
}

/** What a sample did to its machine is told, not thrown; everything else is thrown on. */
function troubleOf(error: unknown): string {
  if (error instanceof SandboxError || error instanceof MachineError) return error.message;
  throw error;
}
