import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Evidence } from '../evidence.ts';
import { schemaErrors } from '../schema.ts';
import { writeAtomically } from '../write-atomically.ts';

/** The report that an earlier run left for a learner; `null` when there is none that can be used. */
export async function readReport(out: string, id: string): Promise<GradeReport | null> {
  try {
    const report: unknown = JSON.parse(await readFile(join(out, id, 'report.json'), 'utf8'));
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
  { evidence, report }: { evidence: Evidence; report: string },
): Promise<void> {
  const folder = join(out, id);
  await mkdir(folder, { recursive: true });
  await writeAtomically(
    join(folder, 'evidence.json.gz'),
    await promisify(gzip)(`${JSON.stringify(evidence)}\n`),
  );
  await writeAtomically(join(folder, 'report.json'), report);
}
