import { existsSync } from 'node:fs';
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxError } from './error.ts';

/** How long the kernel may take to let go of a cgroup whose processes were killed. */
const removalMs = 5_000;

/**
 * Mount points of the cgroup hierarchies in which systemd keeps its units: version 2 first and, on a host with the
 * hybrid layout, the hierarchy of version 1 with the name `systemd`. Empty when there is no version 2.
 */
export function hierarchies(): string[] {
  const root = '/sys/fs/cgroup';
  if (existsSync(join(root, 'cgroup.procs'))) return [root];
  const hybrid = [join(root, 'unified'), join(root, 'systemd')];
  return hybrid.every((mountPoint) => existsSync(join(mountPoint, 'cgroup.procs'))) ? hybrid : [];
}

/** Paths that a cgroup of this name has in {@link hierarchies}. */
export function cgroupsOf(sandbox: string): string[] {
  return hierarchies().map((mountPoint) => join(mountPoint, `cnpa-op-${sandbox}`));
}

/** Makes a cgroup unless it is there. */
export async function createCgroup(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** Kills every process in a cgroup of version 2, at once and with no chance to fork out of it. No error when it is gone. */
export async function killCgroup(path: string): Promise<void> {
  try {
    await writeFile(join(path, 'cgroup.kill'), '1');
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/**
 * Removes a cgroup with all cgroups below it, once their processes are gone. No error when there is none.
 *
 * @throws SandboxError when processes are still in it after five seconds
 */
export async function removeCgroup(path: string): Promise<void> {
  const deadline = performance.now() + removalMs;
  while (!(await tryRemove(path))) {
    if (performance.now() > deadline) throw new SandboxError(`processes do not leave the cgroup ${path}`);
    await sleep(10);
  }
}

async function tryRemove(path: string): Promise<boolean> {
  try {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (entry.isDirectory() && !(await tryRemove(join(path, entry.name)))) return false;
    }
    await rmdir(path);
    return true;
  } catch (error) {
    if (isGone(error)) return true;
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') return false;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENODEV';
}
