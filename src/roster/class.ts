/*
 * roster ─▶ who is still to be graded ─▶ learner.ts (open, gather ▶ judge), some at once ─▶ results.ts: OUT/ID/
 *        └▶ what earlier runs left ────────────────────────▶ copies.ts (of all evidence) ─▶ summary.ts: OUT/class.json
 */
import { join, matchesGlob } from 'node:path';
import pLimit from 'p-limit';
import type { ClassSummary, Result } from '../../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { machineName } from '../machines.ts';
import { UsageError } from '../usage-error.ts';
import type { Again } from './again.ts';
import { gradeLearner, type LearnerOptions } from './learner.ts';
import { readReport, writeResult } from './results.ts';
import type { Learner } from './roster.ts';
import { copiesAmong, gradeOf, statusOf, writeSummary } from './summary.ts';

export interface ClassOptions extends LearnerOptions {
  learners: readonly Learner[];
  /** The folder of all results; it must be there. */
  out: string;
  /** Machines at once; default 16. */
  jobs?: number;
  /** Grades only those whose id matches this glob; the others stay as they are. */
  only?: string;
  again?: Again;
  /** Makes `report.json` of a report. */
  render: (report: GradeReport) => string;
  /** Told whenever somebody is done. */
  progress: (line: string) => void;
}

const DEFAULT_JOBS = 16;

/**
 * Grades a class. A learner who has a report is not graded again unless `again` says so, so that a class that was
 * broken off can be gone on with; a machine that cannot be graded stops nobody. When aborted, what is done is kept
 * and the others are `pending`.
 *
 * @throws UsageError when `only` matches nobody
 */
export async function gradeClass(options: ClassOptions): Promise<ClassSummary> {
  const { learners, out, only } = options;
  const selected = learners.filter(({ id }) => only === undefined || matchesGlob(id, only));
  if (selected.length === 0) throw new UsageError(`no id of the roster matches ${only}`);
  const slots = pLimit(options.jobs ?? DEFAULT_JOBS);
  const reports = await Promise.all(learners.map((learner) => earlierReport(out, learner)));
  const results = await Promise.all(
    learners.map(async (learner, index): Promise<Result> => {
      const earlier = reports[index] ?? null;
      if (!selected.includes(learner) || !isDue(earlier, options.again))
        return resultOf(learner, earlier, false);
      const now = await slots(() => gradeAndKeep(learner, earlier, options));
      if (now.status !== 'pending') options.progress(`${learner.id}: ${now.cause ?? now.status}`);
      return now;
    }),
  );
  const summary: ClassSummary = {
    classVersion: 1,
    graderVersion: options.graderVersion,
    finishedAt: new Date().toISOString(),
    learners: results,
    copies: await copiesAmong(out, results, options.progress),
  };
  await writeSummary(out, summary);
  return summary;
}

async function gradeAndKeep(
  learner: Learner,
  earlier: GradeReport | null,
  options: ClassOptions,
): Promise<Result> {
  if (options.signal.aborted) return resultOf(learner, earlier, false);
  const outcome = await gradeLearner(learner, options);
  if (outcome.kind === 'interrupted') return resultOf(learner, earlier, false);
  const troubled = (cause: string): Result => ({
    ...resultOf(learner, earlier, true),
    status: 'error',
    cause,
  });
  if (outcome.kind === 'error') return troubled(outcome.cause);
  try {
    const report = options.render(outcome.report);
    await writeResult(options.out, learner.id, { evidence: outcome.evidence, report });
    return resultOf(learner, outcome.report, true);
  } catch (error) {
    return troubled(`cannot keep the report: ${(error as Error).message}`);
  }
}

/** The report of an earlier run, when it is of the machine that the roster names now. */
async function earlierReport(out: string, { id, machine }: Learner): Promise<GradeReport | null> {
  const report = await readReport(join(out, id));
  return report?.machine === machineName(machine) ? report : null;
}

function resultOf(
  { id, name, machine, cloneOf }: Learner,
  report: GradeReport | null,
  gradedNow: boolean,
): Result {
  const about = { id, name, machine: machineName(machine), ...(cloneOf !== undefined && { cloneOf }) };
  return report === null
    ? { ...about, status: 'pending', gradedNow }
    : { ...about, gradedNow, ...gradeOf(report) };
}

const isDue = (report: GradeReport | null, again: ClassOptions['again']): boolean =>
  report === null || again === 'all' || again === statusOf(report);
