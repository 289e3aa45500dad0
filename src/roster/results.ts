import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Evidence } from '../evidence.ts';
import { schemaErrors } from '../schema.ts';
import { writeAtomically, writeIfOther } from '../write-atomically.ts';

/** The files of one learner's folder in the results of a class. */
export const REPORT_FILE = 'report.json';
export const PAGE_FILE = 'report.html';
export const PACKED_EVIDENCE_FILE = 'evidence.json.gz';
/** The evidence of `grade --out`. */
export const PLAIN_EVIDENCE_FILE = 'evidence.json';

/** How a report is told: what stands in each file. */
export type LearnerFiles = Record<typeof REPORT_FILE | typeof PAGE_FILE, string>;

/** The report in a folder; `null` when there is none that can be used. */
export async function readReport(folder: string): Promise<GradeReport | null> {
  try {
    const report: unknown = JSON.parse(await readFile(join(folder, REPORT_FILE), 'utf8'));
    return schemaErrors('grade-report', report).length === 0 ? (report as GradeReport) : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a learner's folder. The report comes last: a learner who has one is done. */
export async function writeResult(
  out: string,
  id: string,
  { evidence, files }: { evidence: Evidence; files: LearnerFiles },
): Promise<void> {
  const folder = join(out, id);
  await mkdir(folder, { recursive: true });
  await writeAtomically(
    join(folder, PACKED_EVIDENCE_FILE),
    await promisify(gzip)(`${JSON.stringify(evidence)}\n`),
  );
  await writeReport(folder, files);
}

/** Writes those files of a report that are other ones now, or not there. */
export async function writeReport(folder: string, files: LearnerFiles): Promise<void> {
  for (const name of [PAGE_FILE, REPORT_FILE] as const) await writeIfOther(join(folder, name), files[name]);
}

/** Copies a learner's folder from one folder of results to another, in the order of {@link writeResult}. */
export async function copyResult(from: string, to: string, id: string): Promise<void> {
  await mkdir(join(to, id), { recursive: true });
  for (const name of [PACKED_EVIDENCE_FILE, PAGE_FILE, REPORT_FILE])
    await writeAtomically(join(to, id, name), await readFile(join(from, id, name)));
}
