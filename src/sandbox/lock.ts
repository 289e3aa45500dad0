import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SandboxError } from './error.ts';

const busyExitCode = 75;

/**
 * Runs `work` while holding an exclusive lock on a file, which is made when missing. The kernel frees the lock when
 * this process dies in any way.
 *
 * @param onWait called once when another process has the lock
 * @throws SandboxError when the file cannot be locked, `signal.reason` when aborted while waiting, and what `work` throws
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  options: { onWait?: () => void; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  let release = await acquire(file, ['--nonblock'], options.signal);
  if (release === undefined) {
    options.onWait?.();
    release = await acquire(file, [], options.signal);
  }
  try {
    return await work();
  } finally {
    await release?.();
  }
}

/** Node has no file locks: flock(1) holds it, for as long as our end of its pipe is open. */
async function acquire(file: string, flags: string[], signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const holder = spawn(
    'flock',
    [...flags, `--conflict-exit-code=${busyExitCode}`, file, 'sh', '-c', 'echo locked; exec cat >&2'],
    { detached: true, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const abort = () => holder.kill('SIGKILL');
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const exited = once(holder, 'exit');
    const exitCode = await Promise.race([
      once(holder.stdout, 'data').then(() => 'locked'),
      exited.then(([code]) => code),
    ]);
    signal?.throwIfAborted();
    if (exitCode === busyExitCode) return undefined;
    if (exitCode !== 'locked')
      throw new SandboxError(`cannot lock ${file}: flock ended with status ${exitCode}`);
    return async () => {
      holder.stdin.end();
      await exited;
    };
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
