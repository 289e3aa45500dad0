import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { SandboxError } from './error.ts';

/** Variables of an environment, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Tells people what is going on, one line at a time. */
export type Progress = (line: string) => void;

/** `env` with the folders of system programs and of Go added to its PATH. */
export function hostEnv(env: Env): Record<string, string | undefined> {
  const extra = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/go/bin'];
  return { ...env, PATH: [env.PATH ?? '/usr/local/bin:/usr/bin:/bin', ...extra].join(delimiter) };
}

/** True when {@link hostEnv} finds this program. */
export function hasProgram(env: Env, program: string): boolean {
  const folders = hostEnv(env).PATH?.split(delimiter) ?? [];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false; // the question is only whether
    }
  });
}

const linesInError = 5;

/**
 * Runs a long command of the host in PID and mount namespaces of its own: when this process dies in any way, or on
 * abort, every process and mount that the command made is gone too. Needs root.
 *
 * @param onLine gets each line of its output and error output
 * @throws SandboxError with its last lines when it fails, `signal.reason` when aborted
 */
export async function runHostCommand(
  argv: readonly [string, ...string[]],
  options: { env: Env; onLine: Progress; signal?: AbortSignal | undefined },
): Promise<void> {
  options.signal?.throwIfAborted();
  const contained = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc', '--', ...argv];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...contained], {
    env: hostEnv(options.env) as NodeJS.ProcessEnv,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > linesInError) lastLines.shift();
      options.onLine(line);
    });
  }
  const abort = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    const [exitCode] = await once(child, 'close');
    options.signal?.throwIfAborted();
    if (exitCode !== 0) throw new SandboxError(`${argv.join(' ')} failed:\n${lastLines.join('\n')}`);
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

/** Lets at most one line through every `intervalMs`, the first one at once. */
export function throttled(progress: Progress, intervalMs = 2_000): Progress {
  let next = 0;
  return (line) => {
    const now = performance.now();
    if (now < next) return;
    next = now + intervalMs;
    progress(line);
  };
}
