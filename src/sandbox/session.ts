import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { defaultEnv } from '../machine/spawn.ts';
import { enterArgv, findInit } from './enter.ts';
import { SandboxError } from './error.ts';
import { readyState } from './state.ts';

/** The environment of a person who is logged in to the machine of a sandbox. */
export const sessionEnv: Readonly<Record<string, string>> = {
  ...defaultEnv,
  KUBECONFIG: '/etc/rancher/k3s/k3s.yaml',
};

/**
 * Runs a command in the machine of a sandbox, as root in its home folder, on our own standard input, output and error.
 *
 * @returns its exit status, 128 + N when signal N ended it, 127 when there is no such command
 * @throws SandboxError when the sandbox is not up
 */
export async function sandboxExec(name: string, argv: readonly [string, ...string[]]): Promise<number> {
  const init = await machineInit(name);
  const env = { TERM: process.env.TERM ?? 'dumb', ...sessionEnv };
  const [program, ...args] = await enterArgv(init, argv, { env, cwd: '/root' });
  const child = spawn(program, args, { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * PID of the init process of the machine of a sandbox.
 *
 * @throws SandboxError when the sandbox is not up, or its machine is rebooting
 */
export async function machineInit(name: string): Promise<number> {
  const { supervisor } = await readyState(name);
  const init = await findInit(supervisor.pid);
  if (init === undefined) throw new SandboxError(`the machine of the sandbox "${name}" is not running`);
  return init;
}
