import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CLI } from './cli.ts';

const PTY = fileURLToPath(new URL('terminal.py', import.meta.url));

/** A run of the command at a terminal. */
export interface TerminalRun {
  /** Everything that was written to the screen so far, with what moves the cursor. */
  screen(): string;
  /** Waits until this is written after the given length of `screen()`, or the run has ended; the time that took, in ms. */
  shows(text: string, from?: number): Promise<number>;
  type(keys: string): void;
  signal(name: NodeJS.Signals): Promise<void>;
  /** CPU time of the command and all that it started so far, in milliseconds. */
  cpuMs(): Promise<number>;
  ended: Promise<number | null>;
}

export function terminalRun(args: string[]): TerminalRun {
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn('python3', [PTY, process.execPath, CLI, ...args], { env, stdio: 'pipe' });
  let screen = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
  }
  const closed = once(child, 'close');
  const command = async () => {
    const [pid] = await childrenOf(child.pid ?? 0);
    if (pid === undefined) throw new Error('the command does not run');
    return pid;
  };
  return {
    screen: () => screen,
    shows: async (text, from = 0) => {
      const started = performance.now();
      while (!screen.includes(text, from) && child.exitCode === null && child.signalCode === null)
        await Promise.race([once(child.stdout, 'data'), closed]);
      if (!screen.includes(text, from)) throw new Error(`ended without "${text}":\n${screen.slice(from)}`);
      return performance.now() - started;
    },
    type: (keys) => void child.stdin.write(keys),
    signal: async (name) => void process.kill(await command(), name),
    cpuMs: async () => cpuOf(await command()),
    ended: closed.then(() => child.exitCode),
  };
}

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);

/** Of a process, the children that it has waited for, and those that are alive. */
async function cpuOf(pid: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number);
    const own = ticks.reduce((sum, each) => sum + each, 0) * MS_PER_TICK;
    const others = await Promise.all((await childrenOf(pid)).map(cpuOf));
    return others.reduce((sum, each) => sum + each, own);
  } catch (error) {
    // It ended while we looked: its parent has its time.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}
const MS_PER_TICK = 10;
