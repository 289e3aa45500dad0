import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** One process on one running system, in a form that another process there can check. */
export interface LockHolder {
  holder: string;
  /** Whether a holder was a process of this same system that has ended. Of other systems nothing is known. */
  isGone(holder: string): boolean;
}

/** The holder identity of process `pid`: host and pid for people, the rest to tell re-used pids and clones apart. */
export function lockHolder(pid: number): LockHolder {
  const system = `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  const identity = (of: number) => `${hostname()} pid ${of} (${system} ${startTime(of)})`;
  return {
    holder: identity(pid),
    isGone: (holder) => {
      const [, other] = / pid (\d+) \(/.exec(holder) ?? [];
      return holder.includes(`(${system} `) && other !== undefined && holder !== identity(Number(other));
    },
  };
}

/** Start time of a process in clock ticks since boot; empty when there is no such process. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}
