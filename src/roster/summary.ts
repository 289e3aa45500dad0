import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClassSummary, Copies, Result } from '../../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { exitCodeOf } from '../exit-code.ts';
import { schemaErrors } from '../schema.ts';
import { readEvidence } from '../stored-evidence.ts';
import { StoredEvidenceError } from '../stored-evidence-error.ts';
import { writeIfOther } from '../write-atomically.ts';
import { type Fingerprint, findCopies, fingerprintOf } from './copies.ts';
import { PACKED_EVIDENCE_FILE } from './results.ts';

const FILE = 'class.json';

/** How a class is told besides `class.json`: what stands in each file. */
export type ClassFiles = (summary: ClassSummary) => Record<string, string>;

/** What the summary says of a learner's report. */
export type Grade = Required<Pick<Result, 'status' | 'score' | 'steps'>>;

export function gradeOf(report: GradeReport): Grade {
  const steps = report.steps.map(({ step, status, cause, findings }) => {
    const failed = findings.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
    const reason = status === 'error' ? cause?.reason : undefined;
    return { step, status, ...(reason !== undefined && { reason }), missed: [...new Set(failed)] };
  });
  return { status: statusOf(report), score: report.score, steps };
}

const statusOf = (report: GradeReport): 'passed' | 'failed' | 'error' =>
  (({ 0: 'passed', 1: 'failed', 3: 'error' }) as const)[exitCodeOf(report)];

/** As for one report: 0 all passed, 1 some failed, 3 somebody could not be graded, or not yet. */
export function exitCodeOfClass({ learners }: ClassSummary): 0 | 1 | 3 {
  const is = (...statuses: Result['status'][]) => learners.some(({ status }) => statuses.includes(status));
  if (is('error', 'pending')) return 3;
  return is('failed') ? 1 : 0;
}

/** The summary of an earlier run; `null` when there is none that can be used. */
export async function readSummary(out: string): Promise<ClassSummary | null> {
  try {
    const summary: unknown = JSON.parse(await readFile(join(out, FILE), 'utf8'));
    return schemaErrors('class', summary).length === 0 ? (summary as ClassSummary) : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes those files of a class that are other ones now, or not there; `class.json` comes last. */
export async function writeSummary(out: string, summary: ClassSummary, files: ClassFiles): Promise<void> {
  const all = { ...files(summary), [FILE]: `${JSON.stringify(summary, null, 2)}\n` };
  for (const [name, content] of Object.entries(all)) await writeIfOther(join(out, name), content);
}

/**
 * Compares the stored evidence of everybody who has a report. One evidence is in memory at a time.
 *
 * @param progress told of evidence that cannot be read
 */
export async function copiesAmong(
  out: string,
  learners: readonly Result[],
  progress: (line: string) => void,
): Promise<Copies> {
  const fingerprints: Fingerprint[] = [];
  for (const learner of learners) {
    if (learner.steps === undefined) continue;
    try {
      const evidence = await readEvidence(join(out, learner.id, PACKED_EVIDENCE_FILE));
      if (evidence.machine === learner.machine) fingerprints.push(fingerprintOf(learner, evidence));
    } catch (error) {
      if (!(error instanceof StoredEvidenceError)) throw error;
      progress(`${learner.id} is not compared with the others: ${error.message}`);
    }
  }
  return findCopies(fingerprints);
}
