/*
 * What a class costs: four real machines at once against one, and the engine alone with thousands of learners.
 *   npm run bench:class                                  both; the engine takes 8 minutes
 *   npm run bench:class -- --learners 300 --delay 1      the engine with other numbers
 *   npm run bench:class -- --only machines | engine
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { classFiles } from '../../reports/class/index.ts';
import { learnerFiles } from '../../reports/learner-files.ts';
import { en } from '../../reports/messages/en.ts';
import type { Evidence } from '../../src/evidence.ts';
import { judge } from '../../src/judge.ts';
import { STEPS } from '../../src/lab.ts';
import { lockHolder } from '../../src/lock-holder.ts';
import { machineName } from '../../src/machines.ts';
import { gradeClass } from '../../src/roster/class.ts';
import { parseRoster } from '../../src/roster/roster.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { cli } from '../e2e/support/cli.ts';
import { labMachine } from '../e2e/support/lab.ts';
import { SshServer } from '../e2e/support/ssh.ts';
import { evidenceText, withOwnUids } from '../support/own-uids.ts';
import { circumstances, type Row, rowOf, table } from './row.ts';

const { values } = parseArgs({
  options: {
    learners: { type: 'string', default: '3000' },
    delay: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '64' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});

/**
 * The real engine – roster, results, copies, class.json and class.html – whose machines are recorded evidence that
 * comes after a delay. Making that evidence is not the engine's work and is taken off. Memory counts from the first
 * third of the learners on: until then the heap grows to its working size, however many there are.
 */
async function engine(learners: number, delayS: number, jobs: number): Promise<Row[]> {
  const out = await mkdtemp(join(tmpdir(), 'bench-class-'));
  const text = evidenceText();
  const csv = Array.from({ length: learners }, (_, i) => `${idOf(i)},Learner ${i},ssh://root@lab-${i}\n`);
  const roster = parseRoster(`id,name,machine\n${csv.join('')}`, 'roster.csv');
  let ownCpuUs = 0;
  const evidenceFor = (id: string, machine: string): Evidence => {
    const before = process.cpuUsage();
    // Every thousandth has the files of the one before.
    const i = Number.parseInt(id, 36);
    const evidence: Evidence = { ...JSON.parse(withOwnUids(text, id)), machine };
    if (i % 1000 === 999) evidence.parts.files = JSON.parse(withOwnUids(text, idOf(i - 1))).parts.files;
    const { user, system } = process.cpuUsage(before);
    ownCpuUs += user + system;
    return evidence;
  };
  let ended = 0;
  let rssWarm = 0;
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 250);
  const summary = await gradeClass({
    learners: roster,
    out,
    jobs,
    env: {},
    graderVersion: 'bench',
    lock: lockHolder(process.pid),
    render: (report) => learnerFiles(report, en),
    files: classFiles(en),
    progress: (line) => console.error(line),
    onLearner: ({ kind }) => {
      if (kind === 'ended' && ++ended === Math.ceil(learners / 3)) rssWarm = process.memoryUsage.rss();
    },
    signal: new AbortController().signal,
    gradeOne: async ({ id, machine }) => {
      await sleep(delayS * 1000);
      const evidence = evidenceFor(id, machineName(machine));
      return { kind: 'graded', evidence, report: judge(evidence, STEPS) };
    },
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  clearInterval(sampling);
  peak = Math.max(peak, process.memoryUsage.rss());
  await rm(out, { recursive: true });
  const copies = new Set(summary.copies.uids.flatMap(({ learners: all }) => all.map(({ id }) => id)));
  if (copies.size !== 2 * Math.floor(learners / 1000)) throw new Error(`${copies.size} learners with copies`);
  const ideal = (Math.ceil(learners / jobs) * jobs * delayS) / jobs;
  const what = `${learners} learners`;
  return [
    rowOf(`${what}: CPU a learner`, 'ms', 15, [(user + system - ownCpuUs) / 1000 / learners]),
    rowOf(`${what}: memory growth a learner`, 'kB', 50, [(peak - rssWarm) / 1000 / ((learners * 2) / 3)]),
    rowOf(`${what}: time against the ideal`, '×', 1.1, [seconds / ideal]),
  ];
}

/** Ids whose first letters differ, as the uids that are made of them do. */
const idOf = (i: number): string => i.toString(36).padStart(4, '0');

/** Four real machines behind real sshd's: all at once against the first alone, in turn. */
async function machines(runs: number): Promise<Row[]> {
  const names = [1, 2, 3, 4].map((i) => `bench-class-${i}-${process.pid}`);
  const servers: SshServer[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'bench-class-'));
  try {
    const booted = await Promise.all(names.map((name) => labMachine(name, { walked: true })));
    for (const machine of booted) servers.push(await SshServer.start(machine));
    const hosts = servers.map(
      (server, i) =>
        `Host lab-${i}\n  HostName 127.0.0.1\n  Port ${server.port}\n  IdentityFile ${server.file('key')}\n  IdentitiesOnly yes\n  UserKnownHostsFile ${server.file('known_hosts')}\n`,
    );
    await writeFile(join(folder, 'config'), hosts.join(''));
    await mkdir(join(folder, 'bin'));
    const ssh = `#!/bin/sh\nPATH=/usr/bin:/bin exec ssh -F ${join(folder, 'config')} "$@"\n`;
    await writeFile(join(folder, 'bin/ssh'), ssh, { mode: 0o755 });
    const rows = servers.map((_, i) => `m${i},Machine ${i},ssh://root@lab-${i}\n`);
    await writeFile(join(folder, 'roster.csv'), `id,name,machine\n${rows.join('')}`);
    const timeOf = async (only: string) => {
      const started = performance.now();
      const args = ['class', join(folder, 'roster.csv'), '--out', join(folder, 'out'), '--again', 'all'];
      const { stderr } = await cli([...args, '--only', only, '--format', 'json'], {
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      });
      if (/failed|error/.test(stderr)) throw new Error(stderr);
      return (performance.now() - started) / 1000;
    };
    const [one, four]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      one.push(await timeOf('m0'));
      four.push(await timeOf('*'));
    }
    console.error(
      `one: ${one.map((s) => s.toFixed(1)).join(' ')} s; four: ${four.map((s) => s.toFixed(1)).join(' ')} s`,
    );
    const ratios = four.map((s, i) => s / (one[i] ?? Number.NaN));
    return [rowOf('four machines at once against one', '×', 1.6, ratios)];
  } finally {
    for (const server of servers) await server.stop();
    await Promise.all(names.map((name) => sandboxDown(name)));
    await rm(folder, { recursive: true });
  }
}

const when = await circumstances('npm run bench:class');
const rows = [
  ...(values.only === 'engine' ? [] : await machines(Number(values.runs))),
  ...(values.only === 'machines'
    ? []
    : await engine(Number(values.learners), Number(values.delay), Number(values.jobs))),
];
console.log(table(rows));
console.log(JSON.stringify(when));
