import { readFile } from 'node:fs/promises';
import type { Machine } from '../machine/machine.ts';
import {
  type Env,
  type Progress,
  SandboxError,
  sandboxDown,
  sandboxMachine,
  sandboxUp,
} from '../sandbox/index.ts';
import { walkSubmission } from '../sandbox/submission.ts';
import { HONEST, type Sample } from './sample.ts';

const SCRIPT = new URL('./walked.sh', import.meta.url);
const SCRIPT_TIMEOUT_MS = 120_000;

export interface MachineOptions {
  env: Env;
  progress: Progress;
  signal: AbortSignal;
}

/** Runs `work` with the machine of a new sandbox, which is removed whatever happens. */
export async function withSandbox<T>(
  name: string,
  options: MachineOptions,
  work: (machine: Machine) => Promise<T>,
): Promise<T> {
  await sandboxUp({ name, ...options });
  try {
    return await work(await sandboxMachine(name));
  } finally {
    await sandboxDown(name);
  }
}

/** Walks a sample in its own way, on a machine that nobody has used. */
export async function walkFresh(machine: Machine, sample: Sample, signal: AbortSignal): Promise<void> {
  await walkSubmission(machine, [HONEST, sample.folder], signal);
}

/** A machine on which the honest lab was walked, and which can be put back to that. */
export class WalkedMachine {
  readonly machine: Machine;
  readonly #signal: AbortSignal;

  private constructor(machine: Machine, signal: AbortSignal) {
    this.machine = machine;
    this.#signal = signal;
  }

  static async walk(machine: Machine, signal: AbortSignal): Promise<WalkedMachine> {
    await walkSubmission(machine, [HONEST], signal);
    const walked = new WalkedMachine(machine, signal);
    await walked.#run('save');
    return walked;
  }

  /** Brings the difference of a sample to it. */
  async apply(sample: Sample): Promise<void> {
    await walkSubmission(this.machine, [HONEST, sample.folder], this.#signal);
  }

  /**
   * Puts everything back as it was after the walk.
   *
   * @returns what is not as it was: lines with `<` for what is missing and `>` for what is new; empty when all is
   */
  async restore(): Promise<string> {
    if ((await this.#run('restore')) === 0) return '';
    const { stdout } = await this.#bash('difference');
    return stdout.trim() || 'the machine was not put back in time';
  }

  async #run(command: 'save' | 'restore'): Promise<number> {
    const { exitCode, stderr } = await this.#bash(command);
    if (exitCode === null || (exitCode !== 0 && command === 'save')) {
      throw new SandboxError(`${command} on ${this.machine.name}: ${stderr.trim().split('\n').at(-1)}`);
    }
    return exitCode;
  }

  async #bash(command: 'save' | 'restore' | 'difference') {
    return await this.machine.run(['bash', '-s', command], {
      stdin: await readFile(SCRIPT, 'utf8'),
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
        KUBECONFIG: '/etc/rancher/k3s/k3s.yaml',
      },
      timeoutMs: SCRIPT_TIMEOUT_MS,
      signal: this.#signal,
    });
  }
}
