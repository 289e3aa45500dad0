import { copyFile, readFile } from 'node:fs/promises';
import type { Machine } from '../../src/machine/machine.ts';
import { listSandboxes } from '../../src/sandbox/index.ts';
import { sessionEnv } from '../../src/sandbox/session.ts';

const USAGE = await readFile(new URL('./usage.py', import.meta.url), 'utf8');
const TIMEOUT_MS = 15 * 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** What a program used; see usage.py. */
export interface Usage {
  startedAtMs: number;
  wallMs: number;
  /** Seconds of user and system time: the program's own, and those of all programs that it started. */
  ownCpu: number;
  childrenCpu: number;
  peakKiB: number;
  stdout: string;
}

/** Puts a program of this computer into the machine of a sandbox. */
export async function install(sandbox: string, program: string, path: string): Promise<void> {
  const pid = (await listSandboxes()).find(({ name }) => name === sandbox)?.machinePid;
  await copyFile(program, `/proc/${pid}/root${path}`);
}

/**
 * Runs a program on the machine as a person who is logged in would.
 *
 * @throws Error when it ends with another status than 0
 */
export async function measured(machine: Machine, ...argv: string[]): Promise<Usage> {
  const { exitCode, stdout, stderr } = await machine.run(['python3', '-I', '-c', USAGE, ...argv], {
    env: sessionEnv,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (exitCode !== 0) throw new Error(`usage.py: ${stderr}`);
  const usage = JSON.parse(stdout) as Usage & { exitCode: number; stderr: string };
  if (usage.exitCode !== 0) throw new Error(`${argv.join(' ')} failed: ${usage.stdout}\n${usage.stderr}`);
  return usage;
}
