/*
 * evidence ─▶ pack ─▶ manifest.json · seal · evidence.json · files/… (tar, gzip) ─▶ unpack ─▶ evidence, or why not
 *
 * The seal is a digest and needs no key, since a key on the learner's own machine would be the learner's, too. It shows
 * that an archive was damaged or edited by hand, not that nobody ran a changed grader.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar, type TarHeader, unpackTar } from 'modern-tar';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Manifest } from '../../schemas/types/manifest.schema.d.ts';
import type { Evidence } from '../evidence.ts';
import { gathered } from '../parts.ts';
import { schemaErrors } from '../schema.ts';
import { parseEvidence, readBytes } from '../stored-evidence.ts';
import { StoredEvidenceError } from '../stored-evidence-error.ts';

/** How the name of an archive ends. */
export const ARCHIVE_SUFFIX = '.tar.gz';

const MANIFEST = 'manifest.json';
const SEAL = 'seal';
const EVIDENCE = 'evidence.json';
const FILES = 'files/';
/** An archive with more entries was not made here. */
const MAX_ENTRIES = 1000;

interface Entry {
  name: string;
  bytes: Uint8Array;
}

/** What was sealed in an archive. */
export interface Submission {
  manifest: Manifest;
  evidence: Evidence;
}

/**
 * Packs evidence as one archive: for the grader `evidence.json`, for people the learner's files as the evidence holds
 * them, and a manifest with digests of all of it. The same evidence makes the same bytes.
 *
 * @param report what the evidence was judged as; the verdict itself is not in the archive
 */
export async function packSubmission(evidence: Evidence, report: GradeReport): Promise<Uint8Array> {
  const files = Object.entries(gathered(evidence.parts.files) ?? {}).flatMap(([name, file]) =>
    file.kind === 'file' && file.encoding === 'utf8' ? [entry(`${FILES}${name}`, file.content)] : [],
  );
  const entries = [entry(EVIDENCE, `${JSON.stringify(evidence, null, 2)}\n`), ...files];
  const manifest: Manifest = {
    archiveVersion: 1,
    collectedAt: report.startedAt,
    machine: report.machine,
    cluster: report.cluster,
    graderVersion: report.grader.version,
    rubricDigest: report.grader.rubricDigest,
    entries: entries.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256(bytes) })),
  };
  const sealed = entry(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  const all = [sealed, entry(SEAL, `${sha256(sealed.bytes)}\n`), ...entries];
  const tar = await packTar(
    all.map(({ name, bytes }) => ({ header: headerOf(name, bytes.length), body: bytes })),
  );
  return await promisify(gzip)(tar);
}

const entry = (name: string, text: string): Entry => ({ name, bytes: Buffer.from(text) });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const headerOf = (name: string, size: number): TarHeader => ({
  name,
  size,
  type: 'file',
  mode: 0o644,
  mtime: new Date(0),
  uid: 0,
  gid: 0,
});

/**
 * Reads an archive in memory; nothing is written to disk.
 *
 * @throws StoredEvidenceError when it is no archive of `collect`, or is not as it was sealed, with the first difference
 */
export async function readSubmission(path: string): Promise<Submission> {
  const refuse = (why: string) => new StoredEvidenceError(`${path}: ${why}`);
  const entries = await entriesOf(await readBytes(path, { packed: true }), refuse);
  const manifest = manifestIn(entries, refuse);
  const rest = entries.filter(({ name }) => name !== MANIFEST && name !== SEAL);
  for (const { name, size, sha256: digest } of manifest.entries) {
    const found = rest.find((one) => one.name === name);
    if (found === undefined)
      throw refuse(`edited after it was sealed: ${JSON.stringify(name)} was taken out`);
    if (found.bytes.length !== size || sha256(found.bytes) !== digest)
      throw refuse(`edited after it was sealed: ${JSON.stringify(name)} is another one`);
  }
  const added = rest.find(({ name }) => !manifest.entries.some((one) => one.name === name));
  if (added !== undefined)
    throw refuse(`edited after it was sealed: ${JSON.stringify(added.name)} was added`);
  const evidence = rest.find(({ name }) => name === EVIDENCE);
  if (evidence === undefined) throw refuse(`there is no ${EVIDENCE} in it`);
  return { manifest, evidence: parseEvidence(text(evidence), `${path}: ${EVIDENCE}`) };
}

const text = ({ bytes }: Entry): string => Buffer.from(bytes).toString('utf8');

type Refuse = (why: string) => StoredEvidenceError;

async function entriesOf(tar: Uint8Array, refuse: Refuse): Promise<Entry[]> {
  let count = 0;
  const tooMany = refuse(`there are more than ${MAX_ENTRIES} files in it`);
  const unpacked = await unpackTar(tar, {
    strict: true,
    filter: () => {
      count += 1;
      if (count > MAX_ENTRIES) throw tooMany;
      return true;
    },
  }).catch((error: Error) => {
    // Whatever the library finds wrong with it: this is no archive that was made here.
    throw error === tooMany ? tooMany : refuse(`this is no tar archive (${error.message})`);
  });
  const entries = unpacked.map(({ header, data }): Entry => {
    if (header.type !== 'file')
      throw refuse(`${JSON.stringify(header.name)} is no file but a ${header.type}`);
    return { name: header.name, bytes: data ?? new Uint8Array() };
  });
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) throw refuse(`${JSON.stringify(name)} is there twice`);
    names.add(name);
  }
  return entries;
}

function manifestIn(entries: readonly Entry[], refuse: Refuse): Manifest {
  const [manifest, seal] = [MANIFEST, SEAL].map((name) => entries.find((one) => one.name === name));
  if (manifest === undefined || seal === undefined) throw refuse('this is no archive of cnpa-op collect');
  if (text(seal).trim() !== sha256(manifest.bytes))
    throw refuse(`edited after it was sealed: ${MANIFEST} is another one`);
  let value: unknown;
  try {
    value = JSON.parse(text(manifest));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse(`${MANIFEST} is not JSON`);
  }
  const version = (value as { archiveVersion?: unknown } | null)?.archiveVersion;
  if (Number.isInteger(version) && version !== 1)
    throw refuse(`an archive of version ${version}; this grader reads version 1 only`);
  const [error] = schemaErrors('manifest', value);
  if (error !== undefined) throw refuse(`${MANIFEST}: ${error.instancePath || '/'} ${error.message}`);
  return value as Manifest;
}
