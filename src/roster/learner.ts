import { setTimeout as sleep } from 'node:timers/promises';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Evidence } from '../evidence.ts';
import { exitCodeOf } from '../exit-code.ts';
import { grade } from '../grade.ts';
import type { LockHolder } from '../lock-holder.ts';
import { ConnectionError, MachineError } from '../machine/machine.ts';
import { openMachine } from '../machines.ts';
import type { OnProgress } from '../progress.ts';
import type { Rubric } from '../rubric.ts';
import { type Env, SandboxError } from '../sandbox/index.ts';
import { UsageError } from '../usage-error.ts';
import type { Learner } from './roster.ts';

/** What the grades of a class have in common. Times in milliseconds. */
export interface LearnerOptions {
  /** The lab folder on each machine; default `/root/cnpa-op`. */
  folder?: string;
  unit?: string;
  /** What each step is worth; default one point each. */
  rubric?: Rubric | undefined;
  onStage?: OnProgress;
  /** For one machine, retries included; default 15 min. */
  deadlineMs?: number;
  /** The pauses before a machine that cannot be reached is tried again; default 2 s and 10 s. */
  retryDelaysMs?: readonly number[];
  env: Env;
  graderVersion: string;
  lock: LockHolder;
  signal: AbortSignal;
}

export type Outcome =
  | { kind: 'graded'; evidence: Evidence; report: GradeReport }
  | { kind: 'error'; cause: string }
  | { kind: 'interrupted' };

const DEFAULT_DEADLINE_MS = 15 * 60_000;
const DEFAULT_RETRY_DELAYS_MS = [2_000, 10_000];

/** Grades the machine of one learner. Whatever goes wrong with it is an outcome, not an exception. */
export async function gradeLearner(learner: Learner, options: LearnerOptions): Promise<Outcome> {
  const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('deadline', 'AbortError')), deadlineMs);
  let outcome: Outcome;
  try {
    const signal = AbortSignal.any([options.signal, late.signal]);
    outcome = { kind: 'graded', ...(await gradeWithRetries(learner, { ...options, signal })) };
    if (exitCodeOf(outcome.report) !== 3) return outcome;
  } catch (error) {
    outcome = { kind: 'error', cause: causeOf(error) };
  } finally {
    clearTimeout(timer);
  }
  if (options.signal.aborted) return { kind: 'interrupted' };
  if (late.signal.aborted) return { kind: 'error', cause: `not done within ${deadlineMs / 1000} s` };
  return outcome;
}

type Graded = Awaited<ReturnType<typeof grade>>;

async function gradeWithRetries(learner: Learner, options: LearnerOptions): Promise<Graded> {
  for (const delayMs of options.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS) {
    try {
      return await gradeOnce(learner, options);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
    await sleep(delayMs, undefined, { signal: options.signal });
  }
  return await gradeOnce(learner, options);
}

async function gradeOnce(learner: Learner, options: LearnerOptions): Promise<Graded> {
  const { folder, unit, rubric, env, graderVersion, lock, signal, onStage } = options;
  const { machine, foreign } = await openMachine(learner.machine, { env, signal });
  try {
    return await grade({
      machine,
      foreign,
      kubeconfig: learner.kubeconfig,
      rubric,
      graderVersion,
      lock,
      signal,
      ...(onStage && { progress: onStage }),
      ...(folder !== undefined && { folder }),
      ...(unit !== undefined && { unit }),
    });
  } finally {
    await machine.close();
  }
}

function causeOf(error: unknown): string {
  const known = [MachineError, SandboxError, UsageError].some((type) => error instanceof type);
  if (known) return (error as Error).message;
  return `a bug of the grader, please report it: ${error instanceof Error ? error.stack : String(error)}`;
}
