import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CLI } from './cli.ts';

/** A run of the command that can be killed while it works. */
export interface BackgroundCli {
  child: ChildProcess;
  /** What it said on stderr so far. */
  stderr(): string;
  /** Waits until stderr holds this, or the run has ended. */
  says(text: string): Promise<void>;
  /** The same of stdout. */
  prints(text: string): Promise<void>;
  ended: Promise<{ exitCode: number | null; signal: NodeJS.Signals | null; stdout: string }>;
}

export function backgroundCli(args: string[]): BackgroundCli {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, NO_COLOR: '1' } });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const closed = once(child, 'close');
  const ended = closed.then(() => ({
    exitCode: child.exitCode,
    signal: child.signalCode,
    stdout: said.stdout,
  }));
  const holds = async (name: 'stdout' | 'stderr', text: string) => {
    while (!said[name].includes(text) && child.exitCode === null && child.signalCode === null)
      await Promise.race([once(child[name], 'data'), closed]);
  };
  return {
    child,
    stderr: () => said.stderr,
    says: (text) => holds('stderr', text),
    prints: (text) => holds('stdout', text),
    ended,
  };
}
