import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { askForAuditLog } from './audit.ts';
import { createCertificates, writeKubeconfig } from './certificates.ts';
import { cgroupsOf, createCgroup } from './cgroups.ts';
import { controlPlane } from './control-plane.ts';
import { SandboxError } from './error.ts';
import { freePort } from './free-port.ts';
import type { Env, Progress } from './host-command.ts';
import { type SandboxInfo, sandboxInfo } from './info.ts';
import { machineRoot } from './machine-root.ts';
import { requirePrerequisites } from './prerequisites.ts';
import { untilReady } from './ready.ts';
import {
  claim,
  refuseBadName,
  refuseTaken,
  removeSandbox,
  type SandboxState,
  sandboxFolder,
  saveState,
  thisProcess,
} from './state.ts';
import { lastLines, startSupervisor } from './supervisor.ts';

/** Options of {@link sandboxUp}. */
export interface SandboxUpOptions {
  /** A lower-case letter, then up to 30 of a-z, 0-9 and `-`; default `default`. */
  name?: string;
  progress: Progress;
  /** Whether the API server keeps an audit log, `auditLogOf(name)`; default false. */
  audit?: boolean;
  /** Gives up and removes what was made; parts that are complete stay in the cache. */
  signal?: AbortSignal;
  /** Read: CNPA_CONTROL_PLANE, KUBEBUILDER_ASSETS, XDG_CACHE_HOME, HOME, PATH, and what Go reads. */
  env: Env;
}

/**
 * Brings up a throwaway cluster with a learner's machine, and returns when both can be used. Parts that are not in
 * the user's cache are made first, which takes minutes. The sandbox then lives until `sandboxDown` or the end of the
 * host; if this process dies before, nothing of the sandbox keeps running.
 *
 * @throws SandboxError when the name is bad or taken, the host lacks something, or something does not come up;
 *   `signal.reason` when aborted
 */
export async function sandboxUp({
  name = 'default',
  progress,
  audit = false,
  signal,
  env,
}: SandboxUpOptions): Promise<SandboxInfo> {
  refuseBadName(name);
  await requirePrerequisites(env);
  await refuseTaken(name);
  const parts = await makeParts(env, progress, signal);
  progress(`sandbox ${name}: starting`);
  const port = await freePort();
  const state: SandboxState = {
    name,
    createdAt: new Date().toISOString(),
    apiServer: `https://127.0.0.1:${port}`,
    creator: await thisProcess(),
  };
  await claim(state);
  try {
    return await start(state, port, { ...parts, audit }, env, signal);
  } catch (error) {
    const failure = await withLogs(error, sandboxFolder(name));
    await removeSandbox(name);
    throw failure;
  }
}

interface Parts {
  controlPlane: string;
  root: string;
}

/** Both at once; when one fails, the other is given up. */
async function makeParts(env: Env, progress: Progress, signal?: AbortSignal): Promise<Parts> {
  const failed = new AbortController();
  const options = { progress, signal: AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]) };
  const making = [controlPlane(env, options), machineRoot(env, options)] as const;
  try {
    const [programs, root] = await Promise.all(making);
    return { controlPlane: programs, root };
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(making);
    throw error;
  }
}

async function start(
  state: SandboxState,
  port: number,
  { audit, ...parts }: Parts & { audit: boolean },
  env: Env,
  signal: AbortSignal | undefined,
): Promise<SandboxInfo> {
  const { name } = state;
  const folder = sandboxFolder(name);
  const cgroups = cgroupsOf(name);
  await Promise.all([mkdir(join(folder, 'logs')), ...cgroups.map(createCgroup)]);
  const access = await createCertificates(join(folder, 'tls'), port);
  await writeKubeconfig(join(folder, 'admin.kubeconfig'), access);
  if (audit) await askForAuditLog(folder);
  const supervisor = await startSupervisor({ name, folder, port, cgroups, ...parts }, env);
  const starting = { ...state, supervisor: supervisor.id };
  await saveState(starting);

  const over = new AbortController();
  const watch = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
  try {
    const kubernetesVersion = await Promise.race([
      untilReady(access, supervisor.id.pid, watch),
      supervisor.ended,
    ]);
    const up = { ...starting, ready: { kubernetesVersion } };
    await saveState(up); // before the release: a sandbox that outlives us is always known to be up
    supervisor.release();
    return await sandboxInfo(up);
  } finally {
    over.abort();
  }
}

async function withLogs(error: unknown, folder: string): Promise<unknown> {
  if (!(error instanceof SandboxError)) return error;
  const lines = await lastLines(folder);
  return lines === '' ? error : new SandboxError(`${error.message}\n${lines}`, { cause: error });
}
