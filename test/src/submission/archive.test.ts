import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/judge.ts';
import { STEPS } from '../../../src/lab.ts';
import { gathered } from '../../../src/parts.ts';
import { gradeArchives, judgeArchive } from '../../../src/roster/archives.ts';
import { schemaErrors } from '../../../src/schema.ts';
import { MAX_EVIDENCE_BYTES } from '../../../src/stored-evidence.ts';
import { StoredEvidenceError } from '../../../src/stored-evidence-error.ts';
import { packSubmission, readSubmission } from '../../../src/submission/archive.ts';
import { keys } from '../../support/evidence.ts';
import { evidenceOf, files, render, temporaryFolder } from '../../support/results.ts';

const evidence = evidenceOf('ada');
const report = judge(evidence, STEPS);
const honest = await packSubmission(evidence, report);

/** Writes an archive and reads it. */
async function reading(bytes: Uint8Array) {
  const path = join(await temporaryFolder(), 'ada.tar.gz');
  await writeFile(path, bytes);
  return await readSubmission(path);
}
const entriesOf = async (bytes: Uint8Array): Promise<TarEntry[]> =>
  (await unpackTar(gunzipSync(bytes))).map(({ header, data }) => ({
    header,
    body: data ?? new Uint8Array(),
  }));
const packed = async (entries: TarEntry[]) => gzipSync(await packTar(entries));
/** The honest archive with its entries changed. */
const edited = async (change: (entries: TarEntry[]) => TarEntry[]) =>
  await packed(change(await entriesOf(honest)));
const file = (name: string, body: string): TarEntry => ({
  header: { name, type: 'file', size: Buffer.byteLength(body) },
  body,
});
const replacing = (name: string, body: string) => (entries: TarEntry[]) =>
  entries.map((one) => (one.header.name === name ? file(name, body) : one));

describe('an archive', () => {
  test('gives back the evidence and what it was collected of', async () => {
    const { manifest, evidence: read } = await reading(honest);
    expect(read).toEqual(evidence);
    expect(manifest).toMatchObject({ cluster: report.cluster, rubricDigest: report.grader.rubricDigest });
    expect(judge(read, STEPS)).toEqual(report);
  });

  test('of the same evidence is the same bytes', async () => {
    expect(await packSubmission(structuredClone(evidence), report)).toEqual(honest);
  });

  test('can be looked at with tar, the learner’s files among it', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.tar.gz'), honest);
    execFileSync('tar', ['-xzf', 'a.tar.gz'], { cwd: folder });
    const text = gathered(evidence.parts.files)?.['before.json'];
    expect(await readFile(join(folder, 'files/before.json'), 'utf8')).toBe(
      text && 'content' in text && text.content,
    );
    expect((await stat(join(folder, 'files/reconcile.sh'))).size).toBeGreaterThan(0);
  });

  test('with any byte changed is refused, or holds what was sealed', async () => {
    const tar = gunzipSync(honest);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: tar.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const bytes = Buffer.from(tar);
        bytes[at] = (bytes[at] ?? 0) ^ by;
        const read = await reading(gzipSync(bytes)).catch((error: Error) => error);
        if (read instanceof Error) expect(read).toBeInstanceOf(StoredEvidenceError);
        else expect(read.evidence).toEqual(evidence);
      }),
      { numRuns: 60 },
    );
  });
});

describe('an archive that was edited after it was sealed is refused, and it is said what was edited', () => {
  test.each<[string, (entries: TarEntry[]) => TarEntry[], RegExp]>([
    ['the evidence', replacing('evidence.json', '{}'), /edited .*"evidence.json" is another one/],
    ['a file', replacing('files/before.json', '{}'), /edited .*"files\/before.json" is another one/],
    ['the manifest', replacing('manifest.json', '{}'), /edited .*manifest.json is another one/],
    ['the seal', replacing('seal', '0'), /edited .*manifest.json is another one/],
    [
      'a file that was taken out',
      (entries) => entries.filter(({ header }) => header.name !== 'files/drift.json'),
      /edited .*"files\/drift.json" was taken out/,
    ],
    [
      'a file that was added',
      (entries) => [...entries, file('files/x', 'x')],
      /edited .*"files\/x" was added/,
    ],
    [
      'a file under another name',
      (entries) =>
        entries.map((one) =>
          one.header.name === 'files/drift.json'
            ? { ...one, header: { ...one.header, name: 'files/d' } }
            : one,
        ),
      /edited .*"files\/drift.json" was taken out/,
    ],
    [
      'an entry that is there twice',
      (entries) => [...entries, file('evidence.json', '{}')],
      /"evidence.json" is there twice/,
    ],
  ])('%s', async (_, change, why) => {
    await expect(reading(await edited(change))).rejects.toThrow(why);
  });

  test('the half of one', async () => {
    await expect(reading(honest.subarray(0, honest.length / 2))).rejects.toThrow(/cannot be unpacked/);
    await expect(reading(gzipSync(gunzipSync(honest).subarray(0, 2048)))).rejects.toThrow(
      StoredEvidenceError,
    );
  });
});

describe('what is no archive is refused', () => {
  const linked: TarEntry = { header: { name: 'seal', type: 'symlink', size: 0, linkname: '/etc/shadow' } };
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    ['no gzip', () => Buffer.from('hello'), /cannot be unpacked/],
    ['no tar', () => gzipSync('hello'.repeat(500)), /no tar archive|no archive of cnpa-op collect/],
    ['another tar', () => packed([file('x', 'y')]), /no archive of cnpa-op collect/],
    ['a link', () => edited((entries) => [...entries, linked]), /"seal" is no file but a symlink/],
    ['a gzip bomb', () => gzipSync(Buffer.alloc(MAX_EVIDENCE_BYTES + 1)), /larger than 64 MiB/],
    [
      'thousands of entries',
      () => packed(Array.from({ length: 1500 }, (_, i) => file(`f${i}`, ''))),
      /more than 1000 files/,
    ],
  ])('%s', async (_, make, why) => {
    await expect(reading(await make())).rejects.toThrow(why);
    await expect(reading(await make())).rejects.toThrow(StoredEvidenceError);
  });
});

describe('archives that were handed in', () => {
  const options = { graderVersion: 'test', render, files, progress: () => {} };

  test('make the results of a class: a copy is named, a broken one is an error', async () => {
    const folder = await temporaryFolder();
    const uid = gathered(evidence.parts.teamSpaces)?.[0]?.metadata.uid;
    const copied = evidenceOf('bob', keys('before.json', { uid }));
    const paths = ['ada', 'bob', 'cyd'].map((id) => join(folder, `${id}.tar.gz`));
    await writeFile(paths[0] ?? '', honest);
    await writeFile(paths[1] ?? '', await packSubmission(copied, judge(copied, STEPS)));
    await writeFile(paths[2] ?? '', 'nothing');
    const out = join(folder, 'out');
    await mkdir(out);
    const summary = await gradeArchives(paths, { ...options, out });
    expect(schemaErrors('class', summary)).toEqual([]);
    expect(summary.learners.map(({ id, status }) => [id, status])).toEqual([
      ['ada', 'passed'],
      ['bob', 'failed'],
      ['cyd', 'error'],
    ]);
    expect(summary.copies.uids.map((one) => one.uid)).toContain(uid);
    expect(JSON.parse(await readFile(join(out, 'bob/report.json'), 'utf8')).steps[0].status).toBe('failed');
  });

  test('are judged by the rules of today', async () => {
    const path = join(await temporaryFolder(), 'ada.tar.gz');
    await writeFile(path, honest);
    const { report: now } = await judgeArchive(path, { graderVersion: '9.9.9' });
    expect(now.grader.version).toBe('9.9.9');
    expect(now.steps.map(({ status }) => status)).toEqual(Array(8).fill('passed'));
  });

  test('have names that can be ids', async () => {
    for (const name of ['kim minji', 'class.html'])
      await expect(gradeArchives([`/x/${name}.tar.gz`], { ...options, out: '/nowhere' })).rejects.toThrow(
        /the name of an archive is the id/,
      );
  });
});
