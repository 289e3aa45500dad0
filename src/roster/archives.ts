import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClassSummary, Result } from '../../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { judgeStored } from '../judge-stored.ts';
import { STEPS } from '../lab.ts';
import type { Rubric } from '../rubric.ts';
import { schemaErrors } from '../schema.ts';
import { StoredEvidenceError } from '../stored-evidence-error.ts';
import { ARCHIVE_SUFFIX, readSubmission, type Submission } from '../submission/archive.ts';
import { UsageError } from '../usage-error.ts';
import { type LearnerFiles, writeResult } from './results.ts';
import { type ClassFiles, copiesAmong, gradeOf, writeSummary } from './summary.ts';

export interface ArchivesOptions {
  /** The folder of results; it must be there. */
  out: string;
  /** What each step is worth; default one point each. */
  rubric?: Rubric | undefined;
  graderVersion: string;
  render: (report: GradeReport) => LearnerFiles;
  files: ClassFiles;
  /** Told what is of interest but stops nobody. */
  progress: (line: string) => void;
}

/** The archives in a folder, sorted; empty when there are none or it is no folder. */
export async function archivesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return [];
    throw new UsageError(`cannot read the folder: ${error.message}`);
  });
  return names
    .filter((name) => name.endsWith(ARCHIVE_SUFFIX))
    .sort()
    .map((name) => join(folder, name));
}

/** Judges one archive, by the rules of this grader. @throws StoredEvidenceError */
export async function judgeArchive(
  path: string,
  { rubric, graderVersion }: Pick<ArchivesOptions, 'rubric' | 'graderVersion'>,
): Promise<Submission & { report: GradeReport }> {
  const submission = await readSubmission(path);
  const report = judgeStored(submission.evidence, path, { steps: STEPS, rubric, graderVersion });
  return { ...submission, report };
}

/**
 * Makes the results of a class of archives that were handed in, as `class` makes them of machines: the id of a learner
 * is the name of the archive. An archive that cannot be judged is an `error`.
 *
 * @throws UsageError when a name can be no id
 */
export async function gradeArchives(
  paths: readonly string[],
  options: ArchivesOptions,
): Promise<ClassSummary> {
  const { out, graderVersion, render, files, progress } = options;
  const entries = paths.map((path) => ({ path, id: idOf(path) }));
  const learners: Result[] = [];
  for (const { path, id } of entries) {
    try {
      const { evidence, report } = await judgeArchive(path, options);
      await writeResult(out, id, { evidence, files: render(report) });
      learners.push({ id, name: id, machine: evidence.machine, gradedNow: true, ...gradeOf(report) });
    } catch (error) {
      if (!(error instanceof StoredEvidenceError)) throw error;
      learners.push({ id, name: id, machine: path, status: 'error', gradedNow: true, cause: error.message });
    }
  }
  const summary: ClassSummary = {
    classVersion: 1,
    graderVersion,
    finishedAt: new Date().toISOString(),
    learners,
    copies: await copiesAmong(out, learners, progress),
  };
  await writeSummary(out, summary, files);
  return summary;
}

/** An id as a roster may have it. */
function idOf(path: string): string {
  const id = basename(path, ARCHIVE_SUFFIX);
  const [error] = schemaErrors('roster', { learners: [{ id, name: id, machine: path }] });
  if (error === undefined) return id;
  throw new UsageError(
    `${path}: the name of an archive is the id of its learner: letters, digits, ._- only, and not the name of a file of the class`,
  );
}
