import { fileURLToPath } from 'node:url';
import type { Machine } from '../../src/machine/machine.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { labMachine, sh } from '../e2e/support/lab.ts';
import { type Graded, graded, noteScriptTimes } from './graded.ts';
import { install, measured } from './measured.ts';
import { type Row, rowOf } from './row.ts';

const VERIFY = fileURLToPath(new URL('./verify.sh', import.meta.url));
const [GRADER, SCRIPT] = ['/usr/local/bin/cnpa-op', '/usr/local/bin/verify.sh'];
/** How many TeamSpaces there are when the requests are counted again. */
const MANY = [10, 50] as const;

/**
 * Measures full grades of the honest lab by an executable in the machine itself, each after a run of verify.sh.
 *
 * @param program the grader as one file
 * @param runs how many of each
 */
export async function gradeRows(
  program: string,
  runs: number,
  progress: (line: string) => void,
): Promise<Row[]> {
  const sandbox = `bench-${process.pid}`;
  const machine = await labMachine(sandbox, { walked: true, audit: true });
  try {
    await install(sandbox, program, GRADER);
    await install(sandbox, VERIFY, SCRIPT);
    await noteScriptTimes(machine);
    const grades: (Graded & { verifyMs: number })[] = [];
    for (let run = 1; run <= runs; run++) {
      const { wallMs: verifyMs } = await measured(machine, SCRIPT);
      const grade = { verifyMs, ...(await graded(machine, sandbox, GRADER)) };
      grades.push(grade);
      progress(`${run} of ${runs}: ${JSON.stringify(grade)}`);
    }
    const row = (
      name: string,
      unit: string,
      target: number,
      of: (grade: (typeof grades)[number]) => number,
    ) => rowOf(name, unit, target, grades.map(of));
    const rows = [
      row('grade: verdict, against verify.sh', '×', 0.33, ({ verdictMs, verifyMs }) => verdictMs / verifyMs),
      row('grade: end of clean-up, against verify.sh', '×', 0.45, ({ endMs, verifyMs }) => endMs / verifyMs),
      row(
        'grade: verdict, against the lower bound',
        '×',
        1.3,
        ({ verdictMs, boundMs }) => verdictMs / boundMs,
      ),
      row('grade: API requests', '', 60, ({ requests }) => requests.all),
      row('grade: CPU beside the script runs', 's', 1, ({ cpu }) => cpu),
      row('grade: peak memory', 'MB', 150, ({ peakMB }) => peakMB),
    ];
    const one = Math.min(...grades.map(({ requests }) => requests.besides));
    for (const many of MANY) {
      progress(`${many} TeamSpaces`);
      await teamSpaces(machine, many);
      const { requests } = await graded(machine, sandbox, GRADER);
      rows.push(
        rowOf(`grade: requests other than lists, ${many} TeamSpaces against 1`, '×', 1, [
          requests.besides / one,
        ]),
      );
    }
    return rows;
  } finally {
    await sandboxDown(sandbox);
  }
}

/** Makes TeamSpaces until there are so many, and waits until the controller has served them. */
async function teamSpaces(machine: Machine, count: number): Promise<void> {
  await sh(
    machine,
    `for i in $(seq 2 ${count}); do
      printf -- '---\\napiVersion: platform.labhub.io/v1alpha1\\nkind: TeamSpace\\nmetadata: {name: team%s}\\nspec: {pods: 2}\\n' $i
    done | kubectl apply -f - >/dev/null
    until kubectl get teamspaces -o json | jq -e 'all(.items[]; .status.observedGeneration == .metadata.generation)'
    do sleep 1; done >/dev/null`,
  );
}
