import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Evidence } from '../../src/evidence.ts';
import type { Machine } from '../../src/machine/machine.ts';
import { sh } from '../e2e/support/lab.ts';
import { lowerBoundMs } from './lower-bound.ts';
import { measured } from './measured.ts';
import { countRequests, type Requests } from './requests.ts';

const OUT = '/root/results';
const LAB_SCRIPT = '/root/cnpa-op/reconcile.sh';
const TIMES = '/root/times';

/** What one full grade took, from the start of the program. */
export interface Graded {
  /** To the last piece of evidence that a verdict needed. */
  verdictMs: number;
  /** To the end of the program, when everything is cleared up. */
  endMs: number;
  boundMs: number;
  requests: Requests;
  /** Seconds of user and system time of the grader and all that it started, apart from the learner's script. */
  cpu: number;
  peakMB: number;
}

/** Grades all eight steps on the machine, on which nothing may be wrong. @throws Error when a step did not pass */
export async function graded(machine: Machine, sandbox: string, grader: string): Promise<Graded> {
  await sh(machine, `rm -rf ${OUT} ${TIMES}`);
  const counted = await countRequests(sandbox);
  const usage = await measured(machine, grader, 'grade', '--format', 'json', '--out', OUT);
  const requests = await counted();
  const report = JSON.parse(usage.stdout) as GradeReport;
  const evidence = JSON.parse(await sh(machine, `cat ${OUT}/evidence.json`)) as Evidence;
  return {
    verdictMs: Date.parse(report.startedAt) - usage.startedAtMs + report.verdictMs,
    endMs: usage.wallMs,
    boundMs: lowerBoundMs(report, evidence),
    requests,
    cpu: usage.ownCpu + usage.childrenCpu - cpuIn(await sh(machine, `cat ${TIMES}`)),
    peakMB: (usage.peakKiB * 1024) / 1e6,
  };
}

/** Makes the learner's script note what it used when others than the unit run it. */
export async function noteScriptTimes(machine: Machine): Promise<void> {
  const note = `[ -n "\${INVOCATION_ID-}" ] || trap 'times >>${TIMES}' EXIT`;
  await sh(machine, `sed -i '1a ${note.replaceAll("'", "'\\''")}' ${LAB_SCRIPT}`);
}

/** Seconds of user and system time, of lines as the shell's `times` prints them: `0m0.010s 0m0.004s`. */
const cpuIn = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
