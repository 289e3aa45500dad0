import { readFile } from 'node:fs/promises';
import { SandboxError } from './error.ts';
import { childrenNamed } from './process-table.ts';

/** PID, as the host sees it, of the init process of a sandbox's machine; `undefined` while there is none. */
export async function findInit(supervisorPid: number): Promise<number | undefined> {
  const [nspawn] = await childrenNamed(supervisorPid, 'systemd-nspawn');
  if (nspawn === undefined) return undefined;
  const [init] = await childrenNamed(nspawn, 'systemd');
  return init;
}

/**
 * The command line that runs a command in the namespaces of a machine, with just the environment given and no more
 * capabilities than the machine's own root has.
 *
 * @param init PID of the machine's init process
 */
export async function enterArgv(
  init: number,
  argv: readonly [string, ...string[]],
  { env, cwd = '/' }: { env: Readonly<Record<string, string>>; cwd?: string | undefined },
): Promise<[string, ...string[]]> {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [
    ...(['setpriv', '--bounding-set', await boundingSet(init)] as const),
    ...['nsenter', '--target', String(init), '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--'],
    ...['env', '--ignore-environment', `--chdir=${cwd}`, ...variables, ...argv],
  ];
}

async function boundingSet(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mask = /^CapBnd:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  if (mask === undefined) throw new SandboxError(`/proc/${pid}/status has no bounding set`);
  const bits = BigInt(`0x${mask}`);
  const kept = Array.from({ length: 64 }, (_, n) => n).filter((n) => (bits >> BigInt(n)) & 1n);
  return ['-all', ...kept.map((n) => `+cap_${n}`)].join(',');
}
