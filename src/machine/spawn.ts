import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { MachineError, type RunOptions, type RunResult } from './machine.ts';

/** The environment of a command when `RunOptions.env` is not given. */
export const defaultEnv: Readonly<Record<string, string>> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
};

/** Default of `RunOptions.timeoutMs`. */
export const defaultTimeoutMs = 30_000;

/** Default of `RunOptions.maxOutputBytes`. */
export const defaultMaxOutputBytes = 1024 * 1024;

/** How long a process that left the group may hold our pipes open after the command has ended. */
const pipeGraceMs = 500;

/** What a command on this computer may use. */
export interface SpawnOptions extends RunOptions {
  /** Leaves standard input open after `stdin` was written, until the command has ended; default false. */
  keepStdinOpen?: boolean;
}

/**
 * Runs a program of this computer in a session and process group of its own, with the limits and defaults of
 * {@link RunOptions}. When the program ends, by itself or at the deadline, the rest of its group is killed.
 *
 * @param killMore called whenever the group is killed, to kill what signals to the group do not reach
 * @throws MachineError when the program cannot be started, `signal.reason` when aborted
 */
export async function spawnLimited(
  argv: readonly [string, ...string[]],
  options: SpawnOptions = {},
  killMore: () => void = () => {},
): Promise<RunResult> {
  options.signal?.throwIfAborted();
  const started = performance.now();
  const [program, ...args] = argv;
  const child = spawn(program, args, {
    cwd: options.cwd ?? '/',
    env: options.env ?? defaultEnv,
    detached: true,
    stdio: 'pipe',
  });
  const limit = options.maxOutputBytes ?? defaultMaxOutputBytes;
  const stdout = collect(child.stdout, limit);
  const stderr = collect(child.stderr, limit);
  // A command need not read its input; what it made of it shows in its result.
  child.stdin.on('error', () => {});
  child.stdin.write(options.stdin ?? '');
  if (!options.keepStdinOpen) child.stdin.end();

  const kill = () => {
    killGroup(child);
    killMore();
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, options.timeoutMs ?? defaultTimeoutMs);
  options.signal?.addEventListener('abort', kill, { once: true });
  try {
    const closed = once(child, 'close');
    await Promise.race([once(child, 'exit'), closed]);
    kill();
    await closeOrDestroy(child, closed);
  } catch (error) {
    throw new MachineError(`cannot run ${program}: ${(error as Error).message}`, {
      reason: 'command-not-started',
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
  }
  options.signal?.throwIfAborted();
  return {
    exitCode: timedOut ? null : child.exitCode,
    timedOut,
    stdout: stdout.text(),
    stderr: stderr.text(),
    truncated: stdout.truncated() || stderr.truncated(),
    durationMs: performance.now() - started,
  };
}

/** Sends SIGKILL to the process group that `child`, spawned with `detached`, leads. No error when it is gone. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function closeOrDestroy(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, pipeGraceMs);
  await closed;
  clearTimeout(timer);
}

/** Keeps the first `limit` bytes of a stream and reads the rest to nowhere. */
function collect(stream: Readable, limit: number): { text(): string; truncated(): boolean } {
  const chunks: Buffer[] = [];
  let kept = 0;
  let truncated = false;
  stream.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, limit - kept);
    truncated ||= part.length < chunk.length;
    if (part.length > 0) chunks.push(part);
    kept += part.length;
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), truncated: () => truncated };
}
