/*
 * roster ─▶ who is still to be graded ─▶ learner.ts (open, gather ▶ judge), some at once ─▶ results.ts: OUT/ID/
 *        └▶ what earlier runs left ────────────────────────────────────────────────────▶ summary: OUT/class.json
 */
import { join, matchesGlob } from 'node:path';
import pLimit from 'p-limit';
import type { ClassSummary, Result } from '../../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { exitCodeOf } from '../exit-code.ts';
import { machineName } from '../machines.ts';
import { UsageError } from '../usage-error.ts';
import { writeAtomically } from '../write-atomically.ts';
import type { Again } from './again.ts';
import { gradeLearner, type LearnerOptions } from './learner.ts';
import { readReport, writeResult } from './results.ts';
import type { Learner } from './roster.ts';

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
  const done = await Promise.all(
    learners.map(async (learner, index): Promise<Done> => {
      const earlier = reports[index] ?? null;
      if (!selected.includes(learner) || !isDue(earlier, options.again))
        return resultOf(learner, earlier, false);
      const now = await slots(() => gradeAndKeep(learner, earlier, options));
      if (now.result.status !== 'pending')
        options.progress(`${learner.id}: ${now.result.cause ?? now.result.status}`);
      return now;
    }),
  );
  const summary: ClassSummary = {
    classVersion: 1,
    graderVersion: options.graderVersion,
    finishedAt: new Date().toISOString(),
    learners: done.map(({ result }) => result),
    sameCluster: sameCluster(learners, done),
  };
  await writeAtomically(join(out, 'class.json'), `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}

/** As for one report: 0 all passed, 1 some failed, 3 somebody could not be graded, or not yet. */
export function exitCodeOfClass({ learners }: ClassSummary): 0 | 1 | 3 {
  const is = (...statuses: Result['status'][]) => learners.some(({ status }) => statuses.includes(status));
  if (is('error', 'pending')) return 3;
  return is('failed') ? 1 : 0;
}

/** A result, and the cluster that it is of when there is a report. */
interface Done {
  result: Result;
  clusterUid: string | undefined;
}

async function gradeAndKeep(
  learner: Learner,
  earlier: GradeReport | null,
  options: ClassOptions,
): Promise<Done> {
  if (options.signal.aborted) return resultOf(learner, earlier, false);
  const outcome = await gradeLearner(learner, options);
  if (outcome.kind === 'interrupted') return resultOf(learner, earlier, false);
  const troubled = (cause: string): Done => {
    const { result, clusterUid } = resultOf(learner, earlier, true);
    return { result: { ...result, status: 'error', cause }, clusterUid };
  };
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
  const report = await readReport(out, id);
  return report?.machine === machineName(machine) ? report : null;
}

function resultOf({ id, name, machine }: Learner, report: GradeReport | null, gradedNow: boolean): Done {
  const about = { id, name, machine: machineName(machine), gradedNow };
  if (report === null) return { result: { ...about, status: 'pending' }, clusterUid: undefined };
  const notPassed = report.steps.flatMap(({ step, status }) => (status === 'passed' ? [] : [step]));
  return {
    result: { ...about, status: statusOf(report), score: report.score, notPassed },
    clusterUid: report.cluster?.uid,
  };
}

const statusOf = (report: GradeReport) =>
  (({ 0: 'passed', 1: 'failed', 3: 'error' }) as const)[exitCodeOf(report)];

const isDue = (report: GradeReport | null, again: ClassOptions['again']): boolean =>
  report === null || again === 'all' || again === statusOf(report);

/** Two learners graded on one cluster: a wrong machine in the roster, or one learner's kubeconfig on two machines. */
function sameCluster(learners: readonly Learner[], done: readonly Done[]): string[][] {
  const of = Map.groupBy(learners.keys(), (index) => done[index]?.clusterUid);
  of.delete(undefined);
  return [...of.values()]
    .map((indices) => indices.flatMap((index) => learners[index] ?? []))
    .filter((group) => group.length > 1 && !areClones(group))
    .map((group) => group.map(({ id }) => id));
}

const areClones = (group: readonly Learner[]): boolean =>
  group.every(({ cloneOf }) => cloneOf !== undefined && cloneOf === group[0]?.cloneOf);
