/*
 * How fast and how cheap the grader is: everything as ratios of interleaved runs, where there is something to compare
 * it with.
 *   npm run bench                     prints a table and writes bench.json
 *   npm run bench -- --runs 3         fewer runs of each
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gradeRows } from './grade.ts';
import { circumstances, table } from './row.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    program: { type: 'string', default: path('dist/cnpa-op-linux-x64') },
    out: { type: 'string', default: path('bench.json') },
  },
});
const when = await circumstances('npm run bench');
const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
const rows = await gradeRows(values.program, Number(values.runs), (line) => console.error(line));
console.log(table(rows));
writeFileSync(values.out, `${JSON.stringify({ ...when, commit, rows }, null, 2)}\n`);
