/*
 * roster ─▶ who is still to be graded ─▶ learner.ts (open, gather ▶ judge), some at once ─▶ results.ts: OUT/ID/
 *        └▶ what earlier runs left ────────────────────────▶ copies.ts (of all evidence) ─▶ summary.ts: OUT/class.json
 */
import { join, matchesGlob } from 'node:path';
import pLimit from 'p-limit';
import type { ClassSummary, Entry, Result } from '../../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { machineName } from '../machines.ts';
import type { ProgressEvent } from '../progress.ts';
import { UsageError } from '../usage-error.ts';
import type { Again } from './again.ts';
import { gradeLearner, type LearnerOptions, type Outcome } from './learner.ts';
import { type LearnerFiles, readReport, writeResult } from './results.ts';
import type { Learner } from './roster.ts';
import { isIn, type Shard } from './shard.ts';
import { type ClassFiles, copiesAmong, type Grade, gradeOf, writeSummary } from './summary.ts';

export interface ClassOptions extends LearnerOptions {
  /** Of the whole roster. */
  learners: readonly Learner[];
  /** Only this part of the class is graded here; default all of it. */
  shard?: Shard | undefined;
  /** The folder of all results; it must be there. */
  out: string;
  /** Machines at once; default 16. */
  jobs?: number;
  /** Grades only those whose id matches this glob; the others stay as they are. */
  only?: string;
  again?: Again;
  render: (report: GradeReport) => LearnerFiles;
  files: ClassFiles;
  /** How one machine is graded; default {@link gradeLearner}. */
  gradeOne?: (learner: Learner, options: LearnerOptions) => Promise<Outcome>;
  /** Told whenever somebody's grade begins or ends. */
  onLearner?: (event: LearnerEvent) => void;
  /** Told what is of interest but stops nobody. */
  progress: (line: string) => void;
}

/** What happens while a class is graded. */
export type LearnerEvent =
  | { kind: 'due'; count: number }
  | { kind: 'begun'; id: string }
  | { kind: 'stage'; id: string; event: ProgressEvent }
  | { kind: 'ended'; id: string; result: Result };

const DEFAULT_JOBS = 16;
/** Reports are rendered and written a few at once, since many may end at one moment and each takes its memory. */
const keeping = pLimit(4);

/**
 * Grades a class. A learner who has a report is not graded again unless `again` says so, so that a class that was
 * broken off can be gone on with; a machine that cannot be graded stops nobody. When aborted, what is done is kept
 * and the others are `pending`.
 *
 * @throws UsageError when `only` matches nobody
 */
export async function gradeClass(options: ClassOptions): Promise<ClassSummary> {
  const { out, only, shard } = options;
  const matching = options.learners.filter(({ id }) => only === undefined || matchesGlob(id, only));
  if (only !== undefined && matching.length === 0)
    throw new UsageError(`no id of the roster matches ${only}`, { sentence: 'nobodyMatches', args: [only] });
  const selected = new Set(matching);
  const learners = options.learners.filter(({ id }) => shard === undefined || isIn(id, shard));
  const slots = pLimit(options.jobs ?? DEFAULT_JOBS);
  const earlier = await Promise.all(learners.map((learner) => slots(() => earlierGrade(out, learner))));
  const isTurn = (learner: Learner, grade: Grade | null) =>
    selected.has(learner) && isDue(grade, options.again);
  const count = learners.filter((learner, index) => isTurn(learner, earlier[index] ?? null)).length;
  options.onLearner?.({ kind: 'due', count });
  const results = await Promise.all(
    learners.map(async (learner, index): Promise<Result> => {
      const grade = earlier[index] ?? null;
      if (!isTurn(learner, grade)) return resultOf(learner, grade, false);
      return await slots(() => gradeAndTell(learner, grade, options));
    }),
  );
  const summary: ClassSummary = {
    classVersion: 1,
    graderVersion: options.graderVersion,
    finishedAt: new Date().toISOString(),
    learners: results,
    copies: await copiesAmong(out, results, options.progress),
    ...(shard && { shard: { indexes: [shard.index], of: shard.of, roster: options.learners.map(aboutOf) } }),
  };
  await writeSummary(out, summary, options.files);
  return summary;
}

async function gradeAndTell(learner: Learner, earlier: Grade | null, options: ClassOptions): Promise<Result> {
  if (options.signal.aborted) return resultOf(learner, earlier, false);
  options.onLearner?.({ kind: 'begun', id: learner.id });
  const onStage = (event: ProgressEvent) => options.onLearner?.({ kind: 'stage', id: learner.id, event });
  const result = await gradeAndKeep(learner, earlier, { ...options, onStage });
  options.onLearner?.({ kind: 'ended', id: learner.id, result });
  return result;
}

async function gradeAndKeep(learner: Learner, earlier: Grade | null, options: ClassOptions): Promise<Result> {
  const outcome = await (options.gradeOne ?? gradeLearner)(learner, options);
  if (outcome.kind === 'interrupted') return resultOf(learner, earlier, false);
  const troubled = (cause: string): Result => ({
    ...resultOf(learner, earlier, true),
    status: 'error',
    cause,
  });
  if (outcome.kind === 'error') return troubled(outcome.cause);
  try {
    await keeping(() => {
      const files = options.render(outcome.report);
      return writeResult(options.out, learner.id, { evidence: outcome.evidence, files });
    });
    return resultOf(learner, gradeOf(outcome.report), true);
  } catch (error) {
    return troubled(`cannot keep the report: ${(error as Error).message}`);
  }
}

/** What an earlier run found, when it was on the machine that the roster names now. */
async function earlierGrade(out: string, { id, machine }: Learner): Promise<Grade | null> {
  const report = await readReport(join(out, id));
  return report?.machine === machineName(machine) ? gradeOf(report) : null;
}

const aboutOf = ({ id, name, machine, cloneOf }: Learner): Entry => ({
  id,
  name,
  machine: machineName(machine),
  ...(cloneOf !== undefined && { cloneOf }),
});

function resultOf(learner: Learner, grade: Grade | null, gradedNow: boolean): Result {
  const about = aboutOf(learner);
  return grade === null ? { ...about, status: 'pending', gradedNow } : { ...about, gradedNow, ...grade };
}

const isDue = (earlier: Grade | null, again: ClassOptions['again']): boolean =>
  earlier === null || again === 'all' || again === earlier.status;
