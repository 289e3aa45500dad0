import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DEFAULTS } from '../lab.ts';
import type { Machine } from '../machine/machine.ts';
import { SandboxError } from './error.ts';

const TARGET = '/root/submission';
const WALK_TIMEOUT_MS = 10 * 60_000;
const ARCHIVE_BYTES = 16 * 1024 * 1024;

/**
 * Puts a sample submission into a machine and walks the lab with it: its `walk.sh` does what a learner would do at
 * the terminal. Of several folders the files of a later one replace those of an earlier one.
 *
 * @throws SandboxError when the walk ends with another status than 0
 */
export async function walkSubmission(
  machine: Machine,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await machine.run(['mkdir', '-p', TARGET]);
  for (const folder of folders) {
    const tar = await promisify(execFile)('tar', ['-C', folder, '-cz', '.'], {
      encoding: 'buffer',
      maxBuffer: ARCHIVE_BYTES,
    });
    const unpack = ['sh', '-c', 'base64 -d | tar -xz --no-same-owner -C "$0"', TARGET] as const;
    const { exitCode, stderr } = await machine.run(unpack, { stdin: tar.stdout.toString('base64'), signal });
    if (exitCode !== 0) throw new SandboxError(`cannot put ${folder} into ${machine.name}: ${stderr.trim()}`);
  }
  const { exitCode, stdout, stderr } = await machine.run([`${TARGET}/walk.sh`], {
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      KUBECONFIG: DEFAULTS.kubeconfig,
    },
    timeoutMs: WALK_TIMEOUT_MS,
    signal,
  });
  if (exitCode === 0) return;
  const step = /^step \d$/gm[Symbol.match](stdout)?.at(-1) ?? 'before step 1';
  throw new SandboxError(
    `the walk ended with status ${exitCode} in ${step}: ${stderr.trim().split('\n').slice(-5).join(' | ')}`,
  );
}
