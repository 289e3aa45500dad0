import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, unlink } from 'node:fs/promises';
import { type FileRead, type Machine, MachineError } from './machine.ts';
import { spawnLimited } from './spawn.ts';

/** This computer as the graded machine. Its file operations throw {@link MachineError}. */
export function localMachine(): Machine {
  return {
    name: 'local',
    run: (argv, options) => spawnLimited(argv, options),
    async readFiles(paths, maxBytes) {
      const read = await Promise.all(paths.map((path) => readFile(path, maxBytes)));
      return new Map(paths.map((path, i) => [path, read[i] as FileRead]));
    },
    async listFolder(path) {
      try {
        return (await readdir(path)).sort();
      } catch (error) {
        if (isMissing(error)) return null;
        throw cannot('list', path, error);
      }
    },
    async removeFiles(paths) {
      for (const path of paths) {
        try {
          await unlink(path);
        } catch (error) {
          if (!isMissing(error)) throw cannot('remove', path, error);
        }
      }
    },
  };
}

/** Non-blocking, because opening a FIFO would otherwise wait for a writer. */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function readFile(path: string, maxBytes: number): Promise<FileRead> {
  try {
    const before = await lstat(path);
    if (!before.isFile()) return notAFile(before);
    const file = await open(path, openFlags);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return notAFile(stats);
      const about = { mode: permissions(stats), mtimeMs: stats.mtimeMs, size: stats.size };
      if (stats.size > maxBytes) return { kind: 'too-large', ...about };
      // The size is only a hint: it is 0 in /proc, and another process may be writing.
      const bytes = await readUpTo(file, maxBytes + 1);
      return bytes.length > maxBytes ? { kind: 'too-large', ...about } : { kind: 'file', bytes, ...about };
    } finally {
      await file.close();
    }
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : { kind: 'unreadable', reason: (error as Error).message };
  }
}

function notAFile(stats: Stats): FileRead {
  const kind = stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'directory' : 'special';
  return { kind, mode: permissions(stats) };
}

function permissions(stats: Stats): number {
  return stats.mode & 0o7777;
}

async function readUpTo(file: Awaited<ReturnType<typeof open>>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let left = limit; left > 0; ) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(left, 65_536)));
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function cannot(what: string, path: string, error: unknown): MachineError {
  return new MachineError(`cannot ${what} ${path}: ${(error as Error).message}`, { cause: error });
}
