import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Machine, MachineError, type RunOptions, type RunResult } from '../machine/machine.ts';
import { scriptedFiles } from '../machine/scripted-files.ts';
import { defaultEnv, spawnLimited } from '../machine/spawn.ts';
import { cgroupsOf, createCgroup, killCgroup, removeCgroup } from './cgroups.ts';
import { enterArgv } from './enter.ts';
import { SandboxError } from './error.ts';
import { machineInit } from './session.ts';

/**
 * The machine of a sandbox as the graded machine. When a command ends, by itself or at its deadline, everything that
 * it started in the machine is killed, whatever process group or session it is in; only systemd's units go on.
 *
 * @throws SandboxError when the sandbox is not up
 */
export async function sandboxMachine(name: string): Promise<Machine> {
  await machineInit(name);
  const run: Machine['run'] = (argv, options) => runInside(name, argv, options);
  return {
    name: `sandbox:${name}`,
    run,
    ...scriptedFiles(run),
    tunnel: async () => null,
    close: async () => {},
  };
}

async function runInside(
  sandbox: string,
  argv: readonly [string, ...string[]],
  { env = defaultEnv, cwd, ...limits }: RunOptions = {},
): Promise<RunResult> {
  const init = await machineInit(sandbox).catch(unusable);
  const [parent] = cgroupsOf(sandbox);
  if (parent === undefined) throw new MachineError('this host has no cgroups of version 2');
  const cgroup = join(parent, `run-${randomUUID()}`);
  const inside = await enterArgv(init, argv, { env, cwd });
  await createCgroup(cgroup);
  try {
    const join = ['sh', '-c', 'echo 0 >"$0/cgroup.procs" && exec "$@"', cgroup, ...inside] as const;
    let killed: Promise<void> | undefined;
    const result = await spawnLimited(join, limits, () => {
      killed ??= killCgroup(cgroup);
      killed.catch(() => {}); // it is awaited below
    });
    await killed;
    refuseNotStarted(argv[0], result);
    const same = result.exitCode === 0 || (await machineInit(sandbox).catch(unusable)) === init;
    if (!same) throw new MachineError(`the machine of the sandbox "${sandbox}" was restarted`);
    return result;
  } finally {
    await removeCgroup(cgroup);
  }
}

function unusable(error: unknown): never {
  if (error instanceof SandboxError) throw new MachineError(error.message, { cause: error });
  throw error;
}

/** env(1) tells by its status and a message of its own that it could not start the program, or find the folder. */
function refuseNotStarted(program: string, { exitCode, stderr }: RunResult): void {
  const message = /^env: (.*)\n$/.exec(stderr)?.[1];
  if (message !== undefined && exitCode !== null && exitCode >= 125 && exitCode <= 127) {
    throw new MachineError(`cannot run ${program}: ${message}`, { reason: 'command-not-started' });
  }
}
