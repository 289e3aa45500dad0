import { rename, writeFile } from 'node:fs/promises';

/** Writes a file so that whoever reads it sees the old content or the new, whole. Its folder must be there. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}
