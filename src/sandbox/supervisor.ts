import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { SandboxError } from './error.ts';
import { type Env, hostEnv } from './host-command.ts';
import { identify, type ProcessId } from './process-table.ts';

const script = fileURLToPath(new URL('./supervisor.sh', import.meta.url));

/** What the supervisor runs. All paths are absolute. */
export interface SupervisorPlan {
  name: string;
  folder: string;
  root: string;
  controlPlane: string;
  port: number;
  cgroups: string[];
}

/** A running supervisor.sh, which ends with this process until it is released. */
export interface Supervisor {
  id: ProcessId;
  /** Rejects when the supervisor ends, with a SandboxError. */
  ended: Promise<never>;
  /** From now on it outlives this process. */
  release(): void;
}

/** Starts the programs of a sandbox; they come up later. */
export async function startSupervisor(plan: SupervisorPlan, env: Env): Promise<Supervisor> {
  const log = await open(join(plan.folder, 'logs', 'supervisor.log'), 'w');
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', 'bash', script], {
    detached: true,
    cwd: '/',
    env: {
      PATH: hostEnv(env).PATH,
      SANDBOX_NAME: plan.name,
      SANDBOX_FOLDER: plan.folder,
      SANDBOX_ROOT: plan.root,
      SANDBOX_CONTROL_PLANE: plan.controlPlane,
      SANDBOX_PORT: String(plan.port),
      SANDBOX_CGROUPS: plan.cgroups.join(' '),
    },
    stdio: ['pipe', 'pipe', log.fd],
  }) as ChildProcessByStdio<Writable, Readable, null>;
  await log.close();
  // Its death shows as the end of the process.
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit').then(() => {
    throw new SandboxError(`the sandbox "${plan.name}" ended while it was coming up`);
  });
  ended.catch(() => {}); // whoever waits for it hears of it
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  lines.close();
  const id = await identify(Number(line));
  if (id === undefined) return ended;
  return {
    id,
    ended,
    release() {
      child.stdin.end('ready\n');
      child.stdout.destroy();
      child.unref();
    },
  };
}

/** The last lines of the logs of a sandbox, under the names of the programs. */
export async function lastLines(folder: string, count = 3): Promise<string> {
  const logs = join(folder, 'logs');
  const parts = await Promise.all(
    (await readdir(logs)).sort().map(async (name) => {
      const lines = (await readFile(join(logs, name), 'utf8')).trimEnd().split('\n').slice(-count);
      return lines.join('') === '' ? [] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
    }),
  );
  return parts.flat().join('\n');
}
