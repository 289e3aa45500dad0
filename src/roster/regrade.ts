import { access, readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ClassSummary } from '../../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { judgeStored } from '../judge-stored.ts';
import { STEPS, type StepNumber } from '../lab.ts';
import type { Rubric } from '../rubric.ts';
import { readEvidence } from '../stored-evidence.ts';
import { StoredEvidenceError } from '../stored-evidence-error.ts';
import { UsageError } from '../usage-error.ts';
import {
  type LearnerFiles,
  PACKED_EVIDENCE_FILE,
  PLAIN_EVIDENCE_FILE,
  REPORT_FILE,
  readReport,
  writeReport,
} from './results.ts';
import { type ClassFiles, copiesAmong, gradeOf, readSummary, writeSummary } from './summary.ts';

export interface RegradeOptions {
  /** What each step is worth; default one point each. */
  rubric?: Rubric | undefined;
  /** Nothing is written; default false. */
  dryRun?: boolean | undefined;
  graderVersion: string;
  render: (report: GradeReport) => LearnerFiles;
  files: ClassFiles;
  /** Told what is of interest but stops nobody. */
  progress: (line: string) => void;
}

/** What became of one report. */
export interface Regraded {
  /** The learner's, or the name of the folder. */
  id: string;
  /** `null` when there was no report that could be read. */
  before: GradeReport | null;
  after: GradeReport;
  /** Whether the file is another one now; the version of the grader alone does not count. */
  changed: boolean;
}

export interface Regrade {
  regraded: Regraded[];
  /** Why others were left alone, each in a sentence that names the file. */
  refused: string[];
}

/**
 * Judges stored evidence again with the rules of this grader; no machine is needed. The folder is one of a class, or
 * of one grade. The steps are those of the old report, or all. Evidence that cannot be judged leaves its report alone.
 *
 * @throws UsageError when there is no evidence in the folder
 */
export async function regrade(folder: string, options: RegradeOptions): Promise<Regrade> {
  const stored = await storedIn(folder);
  if (stored.length === 0) throw new UsageError(`there is no evidence of a grade or a class in ${folder}`);
  const result: Regrade = { regraded: [], refused: [] };
  for (const { id, folder, evidence } of stored) {
    try {
      result.regraded.push({ id, ...(await regradeOne(folder, evidence, options)) });
    } catch (error) {
      if (!(error instanceof StoredEvidenceError)) throw error;
      result.refused.push(error.message);
    }
  }
  if (!options.dryRun) await refreshSummary(folder, result.regraded, options);
  return result;
}

interface Stored {
  id: string;
  folder: string;
  /** Path of the evidence. */
  evidence: string;
}

async function storedIn(folder: string): Promise<Stored[]> {
  const plain = join(folder, PLAIN_EVIDENCE_FILE);
  if (await exists(plain)) return [{ id: basename(resolve(folder)), folder, evidence: plain }];
  const names = await readdir(folder).catch((error: Error) => {
    throw new UsageError(`cannot read the folder: ${error.message}`);
  });
  const learners = await Promise.all(
    names.sort().map(async (id): Promise<Stored[]> => {
      const own = join(folder, id);
      const evidence = join(own, PACKED_EVIDENCE_FILE);
      const is = (await exists(evidence)) || (await exists(join(own, REPORT_FILE)));
      return is ? [{ id, folder: own, evidence }] : [];
    }),
  );
  return learners.flat();
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function regradeOne(
  folder: string,
  path: string,
  { rubric, dryRun, graderVersion, render }: RegradeOptions,
): Promise<Omit<Regraded, 'id'>> {
  const evidence = await readEvidence(path);
  const before = await readReport(folder);
  const steps = before === null ? STEPS : before.steps.map(({ step }) => step as StepNumber);
  const after = judgeStored(evidence, path, { steps, rubric, graderVersion });
  const old = before === null ? null : await readFile(join(folder, REPORT_FILE), 'utf8');
  const files = render(after);
  if (!dryRun) await writeReport(folder, files);
  const version = before?.grader.version ?? '';
  const asBefore =
    version === graderVersion ? files : render({ ...after, grader: { ...after.grader, version } });
  return { before, after, changed: asBefore[REPORT_FILE] !== old };
}

/** The summary of a class, when there is one, says what the reports say now. */
async function refreshSummary(
  folder: string,
  regraded: readonly Regraded[],
  { graderVersion, files, progress }: RegradeOptions,
): Promise<void> {
  const old = await readSummary(folder);
  if (old === null) return;
  const reports = new Map(regraded.map(({ id, after }) => [id, after]));
  const learners = old.learners.map((learner) => {
    const report = reports.get(learner.id);
    if (report === undefined || learner.steps === undefined || report.machine !== learner.machine)
      return learner;
    const { status, ...grade } = gradeOf(report);
    // Why the last run gave no report is still so.
    return { ...learner, ...grade, status: learner.cause === undefined ? status : learner.status };
  });
  const copies = await copiesAmong(folder, learners, progress);
  const summary: ClassSummary = { ...old, graderVersion, learners, copies };
  const finishedAt = isDeepStrictEqual(summary, old) ? old.finishedAt : new Date().toISOString();
  await writeSummary(folder, { ...summary, finishedAt }, files);
}
