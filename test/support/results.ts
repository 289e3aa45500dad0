import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { classFiles } from '../../reports/class/index.ts';
import { learnerFiles } from '../../reports/learner-files.ts';
import { en } from '../../reports/messages/en.ts';
import type { ClassSummary } from '../../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Evidence } from '../../src/evidence.ts';
import { judge } from '../../src/judge.ts';
import { STEPS } from '../../src/lab.ts';
import { type LearnerFiles, writeReport, writeResult } from '../../src/roster/results.ts';
import { copiesAmong, gradeOf, writeSummary } from '../../src/roster/summary.ts';
import type { Change } from './evidence.ts';
import { evidenceText, withOwnUids } from './own-uids.ts';

export const render = (report: GradeReport): LearnerFiles => learnerFiles(report, en);
export const files = classFiles(en);

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Writes what `class` leaves of learners whose evidence is the honest one with these changes. */
export async function classOf(
  out: string,
  learners: Record<string, Change[]>,
  more: Partial<ClassSummary> = {},
): Promise<ClassSummary> {
  await mkdir(out, { recursive: true });
  const results = [];
  for (const [id, changes] of Object.entries(learners)) {
    const evidence = evidenceOf(id, ...changes);
    const report = judge(evidence, STEPS);
    await writeResult(out, id, { evidence, files: render(report) });
    results.push({
      id,
      name: `Name of ${id}`,
      machine: evidence.machine,
      gradedNow: true,
      ...gradeOf(report),
    });
  }
  const summary: ClassSummary = {
    classVersion: 1,
    graderVersion: 'test',
    finishedAt: '2026-12-01T00:00:00.000Z',
    learners: results,
    copies: await copiesAmong(out, results, () => {}),
    ...more,
  };
  await writeSummary(out, summary, files);
  return summary;
}

/** The honest evidence, as of a machine and a cluster of the learner's own: every uid is another one. */
export function evidenceOf(id: string, ...changes: Change[]): Evidence {
  const own = withOwnUids(evidenceText(), id);
  const evidence: Evidence = { ...JSON.parse(own), machine: `ssh://root@${id}`, graderVersion: 'test' };
  for (const change of changes) change(evidence);
  return evidence;
}

/** What `grade --out` leaves. */
export async function gradeIn(folder: string, evidence: Evidence, steps = STEPS): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'evidence.json'), `${JSON.stringify(evidence, null, 2)}\n`);
  await writeReport(folder, render(judge(evidence, steps)));
}
