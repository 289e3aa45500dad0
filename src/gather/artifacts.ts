import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FileEvidence } from '../evidence.ts';
import { MAX_FILE_BYTES } from '../lab.ts';
import type { FileRead, Machine } from '../machine/machine.ts';

/** Reads files of the lab folder, by their names relative to it, all at once. */
export async function readLabFiles(
  machine: Machine,
  folder: string,
  names: readonly string[],
): Promise<Record<string, FileEvidence>> {
  const read = await machine.readFiles(
    names.map((name) => `${folder}/${name}`),
    MAX_FILE_BYTES,
    folder,
  );
  return Object.fromEntries(
    names.map((name) => [name, evidenceOf(read.get(`${folder}/${name}`) ?? { kind: 'missing' })]),
  );
}

function evidenceOf(file: FileRead): FileEvidence {
  switch (file.kind) {
    case 'file': {
      const { bytes, mode, mtimeMs, size } = file;
      const utf8 = isUtf8(bytes);
      const buffer = Buffer.from(bytes);
      return {
        kind: 'file',
        encoding: utf8 ? 'utf8' : 'binary',
        content: utf8 ? buffer.toString('utf8') : '',
        mode,
        mtimeMs,
        size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      };
    }
    case 'missing':
      return { kind: 'missing' };
    case 'too-large':
      return { kind: 'too-large', size: file.size };
    case 'unreadable':
      return { kind: 'unreadable', detail: file.reason };
    default:
      return { kind: file.kind };
  }
}
