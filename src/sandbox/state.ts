import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cgroupsOf, removeCgroup } from './cgroups.ts';
import { SandboxError } from './error.ts';
import { withLock } from './lock.ts';
import { identify, isRunning, killAndWait, type ProcessId } from './process-table.ts';

/** Folders of all sandboxes. They hold keys, logs and this state; what a sandbox writes itself is in memory. */
const home = '/run/cnpa-op';
const stateFile = 'sandbox.json';

/** What is known of one sandbox, kept as JSON in its folder. */
export interface SandboxState {
  name: string;
  /** ISO 8601. */
  createdAt: string;
  /** URL of the API server. */
  apiServer: string;
  /** The process that brings the sandbox up. */
  creator: ProcessId;
  /** Every process of the sandbox dies with this one. */
  supervisor?: ProcessId;
  /** Set as soon as the sandbox can be used, and no longer depends on its creator. */
  ready?: { kubernetesVersion: string };
}

/** The state of a sandbox that is up. */
export type ReadyState = SandboxState & Required<Pick<SandboxState, 'supervisor' | 'ready'>>;

export function isReady(state: SandboxState): state is ReadyState {
  return state.supervisor !== undefined && state.ready !== undefined;
}

/** Whether a sandbox may have this name. */
export const isSandboxName = (name: string): boolean => /^[a-z][a-z0-9-]{0,30}$/.test(name);

/** @throws SandboxError when this cannot be the name of a sandbox */
export function refuseBadName(name: string): void {
  if (isSandboxName(name)) return;
  throw new SandboxError(
    `"${name}" is no name for a sandbox: it takes a lower-case letter, then up to 30 lower-case letters, digits and "-"`,
  );
}

/** Folder of a sandbox of this name. */
export function sandboxFolder(name: string): string {
  return join(home, name);
}

/**
 * Takes a name for a new sandbox and makes its folder.
 *
 * @throws SandboxError when there is a sandbox of this name
 */
export async function claim(state: SandboxState): Promise<string> {
  const folder = sandboxFolder(state.name);
  await exclusively(async () => {
    await sweep();
    await refuseTaken(state.name);
    await mkdir(folder, { mode: 0o700 });
    await saveState(state);
  });
  return folder;
}

/** @throws SandboxError when there is a sandbox of this name */
export async function refuseTaken(name: string): Promise<void> {
  const state = await readState(name);
  if (state === undefined || !(await isAlive(state))) return;
  throw new SandboxError(
    state.ready === undefined
      ? `the sandbox "${name}" is being brought up by process ${state.creator.pid}`
      : `the sandbox "${name}" is already up`,
  );
}

/** Replaces the state of a sandbox whose folder exists. */
export async function saveState(state: SandboxState): Promise<void> {
  const file = join(sandboxFolder(state.name), stateFile);
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The states of all sandboxes that are alive, by name; what dead ones left is removed. */
export async function liveStates(): Promise<SandboxState[]> {
  return exclusively(sweep);
}

/**
 * The state of a sandbox that can be used.
 *
 * @throws SandboxError when there is none
 */
export async function readyState(name: string): Promise<ReadyState> {
  refuseBadName(name);
  requireRoot();
  const state = await readState(name);
  if (state === undefined || !(await isAlive(state))) throw new SandboxError(`there is no sandbox "${name}"`);
  if (!isReady(state)) throw new SandboxError(`the sandbox "${name}" is not up yet`);
  return state;
}

/**
 * Ends a sandbox and removes all that it left.
 *
 * @throws SandboxError when there is none of this name
 */
export async function destroy(name: string): Promise<void> {
  await exclusively(async () => {
    if ((await readState(name)) === undefined) throw new SandboxError(`there is no sandbox "${name}"`);
    await removeSandbox(name);
  });
}

/** Only for who holds the lock or has claimed the name. */
export async function removeSandbox(name: string): Promise<void> {
  const supervisor = (await readState(name))?.supervisor;
  if (supervisor !== undefined) await killAndWait(supervisor);
  await Promise.all(cgroupsOf(name).map(removeCgroup));
  await rm(sandboxFolder(name), { recursive: true, force: true });
}

async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  requireRoot();
  await mkdir(home, { recursive: true, mode: 0o700 });
  return withLock(join(home, '.lock'), work);
}

function requireRoot(): void {
  if (process.geteuid?.() !== 0) throw new SandboxError('sandboxes need the root account: use sudo');
}

async function sweep(): Promise<SandboxState[]> {
  const entries = await readdir(home, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const alive: SandboxState[] = [];
  for (const name of names.sort()) {
    const state = await readState(name);
    if (state !== undefined && (await isAlive(state))) alive.push(state);
    else await removeSandbox(name);
  }
  return alive;
}

/** Until it is ready, a sandbox lives no longer than its creator. */
async function isAlive({ creator, supervisor, ready }: SandboxState): Promise<boolean> {
  const keeper = ready === undefined ? creator : supervisor;
  return keeper !== undefined && (await isRunning(keeper));
}

async function readState(name: string): Promise<SandboxState | undefined> {
  try {
    return JSON.parse(await readFile(join(sandboxFolder(name), stateFile), 'utf8')) as SandboxState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The process that calls this. */
export async function thisProcess(): Promise<ProcessId> {
  const self = await identify(process.pid);
  if (self === undefined) throw new SandboxError('/proc does not show this process');
  return self;
}
