import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { EVIDENCE_VERSION, type Evidence } from './evidence.ts';
import { schemaErrors } from './schema.ts';
import { StoredEvidenceError } from './stored-evidence-error.ts';

/** Evidence larger than this, unpacked, is not read. */
export const MAX_EVIDENCE_BYTES = 64 * 1024 * 1024;

/**
 * Reads evidence that was stored, packed when its name ends with `.gz`.
 *
 * @throws StoredEvidenceError when it is not there, too large, of another version, or no evidence
 */
export async function readEvidence(path: string): Promise<Evidence> {
  return parseEvidence((await readBytes(path, { packed: path.endsWith('.gz') })).toString('utf8'), path);
}

/**
 * Reads the text of stored evidence.
 *
 * @param source what to call it in errors
 * @throws StoredEvidenceError
 */
export function parseEvidence(text: string, source: string): Evidence {
  const refuse = (why: string) => new StoredEvidenceError(`${source}: ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse(`this is not JSON (${error.message})`);
  }
  const version = (value as { evidenceVersion?: unknown } | null)?.evidenceVersion;
  if (Number.isInteger(version) && version !== EVIDENCE_VERSION)
    throw refuse(`evidence of version ${version}; this grader reads version ${EVIDENCE_VERSION} only`);
  const [error] = schemaErrors('evidence', value);
  if (error !== undefined)
    throw refuse(`this is not evidence (${error.instancePath || '/'} ${error.message})`);
  return value as Evidence;
}

/**
 * Reads a file of at most {@link MAX_EVIDENCE_BYTES}, unpacked when it is `packed` by gzip.
 *
 * @throws StoredEvidenceError when that cannot be done
 */
export async function readBytes(path: string, { packed }: { packed: boolean }): Promise<Buffer> {
  const refuse = (why: string) => new StoredEvidenceError(`${path}: ${why}`);
  try {
    if ((await stat(path)).size > MAX_EVIDENCE_BYTES) throw refuse(TOO_LARGE);
    const bytes = await readFile(path);
    return packed ? await promisify(gunzip)(bytes, { maxOutputLength: MAX_EVIDENCE_BYTES }) : bytes;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw refuse(TOO_LARGE);
    if (code.startsWith('Z_')) throw refuse(`this cannot be unpacked (${message})`);
    throw refuse(code === 'ENOENT' ? 'there is no such file' : message);
  }
}

const TOO_LARGE = 'this is larger than 64 MiB';
