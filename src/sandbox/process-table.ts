import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process, told from a later one with the same PID by its start time in clock ticks since boot. */
export interface ProcessId {
  pid: number;
  startTime: number;
}

/** Identifies a running process; `undefined` when there is none, or only a zombie. */
export async function identify(pid: number): Promise<ProcessId | undefined> {
  const stat = await readStat(pid);
  return stat === undefined || stat.state === 'Z' ? undefined : { pid, startTime: stat.startTime };
}

/** True while exactly this process runs. */
export async function isRunning(process: ProcessId): Promise<boolean> {
  return (await identify(process.pid))?.startTime === process.startTime;
}

/** Kills a process and waits until it is gone. No error when it is gone already. */
export async function killAndWait(target: ProcessId): Promise<void> {
  while (await isRunning(target)) {
    try {
      process.kill(target.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await sleep(20);
  }
}

/** PIDs of the running children of a process that have this command name (of at most 15 characters). */
export async function childrenNamed(parent: number, command: string): Promise<number[]> {
  const entries = await readdir('/proc');
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const stats = await Promise.all(pids.map(readStat));
  return pids.filter((_, i) => {
    const stat = stats[i];
    return stat?.parent === parent && stat.command === command && stat.state !== 'Z';
  });
}

async function readStat(pid: number) {
  let text: string;
  try {
    text = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
  // The command is in parentheses and may itself have spaces and parentheses in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    command: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    state: fields[0],
    parent: Number(fields[1]),
    startTime: Number(fields[19]),
  };
}
