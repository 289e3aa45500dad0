import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Env, Progress } from './host-command.ts';
import { withLock } from './lock.ts';

/** The user's cache folder for this program: `$XDG_CACHE_HOME/cnpa-op`, else `~/.cache/cnpa-op`. */
export function cacheFolder(env: Env): string {
  const xdg = env.XDG_CACHE_HOME;
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env.HOME ?? homedir(), '.cache');
  return join(base, 'cnpa-op');
}

/** Something expensive that is made once and kept as a folder. */
export interface Cached {
  /** For file names: `control-plane`. */
  kind: string;
  /** For people: `the control plane`. */
  title: string;
  /** Digest of what the folder is made from. */
  key: string;
}

/** Where a cached folder is, made or not. */
export function cachedPath(env: Env, { kind, key }: Cached): string {
  return join(cacheFolder(env), `${kind}-${key}`);
}

/**
 * Returns a cached folder, which `make` fills when it is not there. A folder shows up only when it is complete;
 * what an interrupted `make` left is removed by the next one; of several processes one makes and the others wait.
 */
export async function cached(
  env: Env,
  item: Cached,
  make: (folder: string) => Promise<void>,
  options: { progress: Progress; signal?: AbortSignal | undefined },
): Promise<string> {
  const folder = cachedPath(env, item);
  if (existsSync(folder)) return folder;
  const parent = cacheFolder(env);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const onWait = () => options.progress(`waiting for another process that makes ${item.title}`);
  const makeOnce = async () => {
    if (existsSync(folder)) return folder;
    await removeUnfinished(parent, item.kind);
    const unfinished = await mkdtemp(join(parent, `${unfinishedPrefix(item.kind)}`));
    try {
      await make(unfinished);
      await rename(unfinished, folder);
    } finally {
      await remove(unfinished);
    }
    return folder;
  };
  return withLock(join(parent, `${item.kind}.lock`), makeOnce, { onWait, signal: options.signal });
}

function unfinishedPrefix(kind: string): string {
  return `.unfinished-${kind}-`;
}

/** Only the holder of the lock has an unfinished folder of this kind, so all that are there are dead. */
async function removeUnfinished(parent: string, kind: string): Promise<void> {
  const prefix = unfinishedPrefix(kind);
  const names = await readdir(parent);
  await Promise.all(
    names.filter((name) => name.startsWith(prefix)).map((name) => remove(join(parent, name))),
  );
}

/** Retries, because processes that were just killed may still write. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
