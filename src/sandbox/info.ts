import { findInit } from './enter.ts';
import { destroy, isReady, liveStates, type ReadyState, refuseBadName } from './state.ts';

/** A sandbox that is up. */
export interface SandboxInfo {
  name: string;
  /** URL of its API server, which listens on this host only. */
  apiServer: string;
  /** Like `v1.36.5`. */
  kubernetesVersion: string;
  /** PID, as the host sees it, of the init process of its machine; absent while the machine reboots. */
  machinePid?: number;
  /** ISO 8601. */
  createdAt: string;
}

/** Lists the sandboxes that are up, by name, and removes what dead ones left behind. */
export async function listSandboxes(): Promise<SandboxInfo[]> {
  const states = await liveStates();
  return Promise.all(states.filter(isReady).map(sandboxInfo));
}

/**
 * Ends a sandbox, also one that is just coming up, and removes all that it left.
 *
 * @throws SandboxError when there is none of this name
 */
export async function sandboxDown(name: string): Promise<void> {
  refuseBadName(name);
  await destroy(name);
}

/** What to tell about a sandbox. */
export async function sandboxInfo(state: ReadyState): Promise<SandboxInfo> {
  const { name, apiServer, createdAt, supervisor, ready } = state;
  const machinePid = await findInit(supervisor.pid);
  return { name, apiServer, createdAt, ...ready, ...(machinePid === undefined ? {} : { machinePid }) };
}
