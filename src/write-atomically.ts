import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Writes a file so that a reader sees either the old content or the new one, never a part; a link stays a link. What
 * is no regular file, such as `/dev/stdout`, is written to as it is.
 */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const target = await realpath(path).catch(orIfMissing(path));
  const replaceable = await stat(target).then((found) => found.isFile(), orIfMissing(true));
  if (!replaceable) return await writeFile(target, content);
  const temporary = `${target}.${process.pid}`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** As {@link writeAtomically}, but leaves a file alone that holds this text already. */
export async function writeIfOther(path: string, content: string): Promise<void> {
  const there = await readFile(path, 'utf8').catch(orIfMissing(undefined));
  if (there !== content) await writeAtomically(path, content);
}

const orIfMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
