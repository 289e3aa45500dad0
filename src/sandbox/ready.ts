import { setTimeout as sleep } from 'node:timers/promises';
import { spawnLimited } from '../machine/spawn.ts';
import { apiClient } from './api-client.ts';
import type { AdminAccess } from './certificates.ts';
import { enterArgv, findInit } from './enter.ts';
import { SandboxError } from './error.ts';
import { sessionEnv } from './session.ts';

const timeoutMs = 120_000;
const intervalMs = 50;

/** Waits for something: `probe` says what it saw instead, or returns the result. */
type Probe<T> = () => Promise<{ not: string } | { result: T }>;

/**
 * Waits until a sandbox can be used: the API server is ready, the controllers run, systemd has started, and kubectl
 * works in the machine.
 *
 * @returns the version of Kubernetes, like `v1.36.5`
 * @throws SandboxError that names what did not come up within two minutes; `signal.reason` when aborted
 */
export async function untilReady(
  access: AdminAccess,
  supervisorPid: number,
  signal: AbortSignal,
): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  const until = <T>(what: string, probe: Probe<T>) => poll(what, probe, deadline, signal);
  const [version, init] = await Promise.all([
    controlPlaneReady(access, until),
    machineReady(supervisorPid, until, signal),
  ]);
  await until('kubectl in the machine', async () => {
    const argv = await enterArgv(init, ['kubectl', 'get', 'namespaces'], { env: sessionEnv });
    const { exitCode, stderr } = await spawnLimited(argv, { signal });
    return exitCode === 0 ? { result: undefined } : { not: stderr.trim() };
  });
  return version;
}

type Until = <T>(what: string, probe: Probe<T>) => Promise<T>;

async function controlPlaneReady(access: AdminAccess, until: Until): Promise<string> {
  const api = apiClient(access);
  const ok = (path: string) => async () => {
    const { status, body } = await api.get(path);
    return status === 200 ? { result: body } : { not: `GET ${path} gives ${status}: ${body.slice(0, 300)}` };
  };
  try {
    await until('the API server', ok('/readyz'));
    // Only a controller makes this one.
    await until('the controller manager', ok('/api/v1/namespaces/default/serviceaccounts/default'));
    const version = await until('the API server', ok('/version'));
    return (JSON.parse(version) as { gitVersion: string }).gitVersion;
  } finally {
    api.close();
  }
}

async function machineReady(supervisorPid: number, until: Until, signal: AbortSignal): Promise<number> {
  return until('systemd in the machine', async () => {
    const init = await findInit(supervisorPid);
    if (init === undefined) return { not: 'systemd-nspawn has not started it' };
    const argv = await enterArgv(init, ['systemctl', 'is-system-running', '--wait'], { env: sessionEnv });
    const { stdout, stderr } = await spawnLimited(argv, { signal });
    return /^(running|degraded)$/.test(stdout.trim())
      ? { result: init }
      : { not: stdout.trim() || stderr.trim() };
  });
}

async function poll<T>(what: string, probe: Probe<T>, deadline: number, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    let seen: string;
    try {
      const answer = await probe();
      if ('result' in answer) return answer.result;
      seen = answer.not;
    } catch (error) {
      signal.throwIfAborted();
      seen = (error as Error).message; // not answering is what is waited out
    }
    if (performance.now() > deadline) {
      throw new SandboxError(`${what} did not come up within ${timeoutMs / 1000} s: ${seen}`);
    }
    await sleep(intervalMs);
  }
}
