import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classFiles } from '../../reports/class/index.ts';
import { learnerFiles } from '../../reports/learner-files.ts';
import { en } from '../../reports/messages/en.ts';
import type { ClassSummary } from '../../schemas/types/class.schema.d.ts';
import { lockHolder } from '../../src/lock-holder.ts';
import { type ClassOptions, gradeClass, type LearnerEvent } from '../../src/roster/class.ts';
import { parseRoster } from '../../src/roster/roster.ts';
import { freePort } from '../../src/sandbox/free-port.ts';
import { sandboxDown, sandboxMachine } from '../../src/sandbox/index.ts';
import { schemaErrors } from '../../src/schema.ts';
import { blocksOf } from '../support/readme.ts';
import { backgroundCli } from './support/background-cli.ts';
import { cli } from './support/cli.ts';
import { labMachine, sh } from './support/lab.ts';

// Real machines, on which the lab was not begun: their grades are quick, and failures.
const NAME = `e2e-class-${process.pid}`;
let folder: string;
let away: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'e2e-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/ssh'), '#!/bin/sh\nPATH=/usr/bin:/bin exec ssh -F none "$@"\n');
  await chmod(join(folder, 'bin/ssh'), 0o755);
  away = `ssh://root@127.0.0.1:${await freePort()}`;
  await sh(await labMachine(NAME, { walked: false }), 'mkdir -p /root/cnpa-op');
});
afterAll(async () => {
  await sandboxDown(NAME);
  await rm(folder, { recursive: true });
});

const table = (rows: string[]) => `id,name,machine,cloneOf\n${rows.map((row) => `${row}\n`).join('')}`;

/** Grades these rows into `out`; one machine after the other, so that two learners can share one. */
async function gradeRows(
  out: string,
  rows: string[],
  options: Partial<ClassOptions> = {},
): Promise<ClassSummary> {
  await mkdir(join(folder, out), { recursive: true });
  const summary = await gradeClass({
    learners: parseRoster(table(rows), 'class.csv'),
    out: join(folder, out),
    jobs: 1,
    retryDelaysMs: [1, 1],
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    graderVersion: 'test',
    lock: lockHolder(process.pid),
    render: (report) => learnerFiles(report, en),
    files: classFiles(en),
    progress: () => {},
    signal: new AbortController().signal,
    ...options,
  });
  expect(schemaErrors('class', summary)).toEqual([]);
  expect(JSON.parse(await readFile(join(folder, out, 'class.json'), 'utf8'))).toEqual(summary);
  return summary;
}

const statuses = ({ learners }: ClassSummary) =>
  Object.fromEntries(
    learners.map(({ id, status, gradedNow }) => [id, `${status}${gradedNow ? '' : ' before'}`]),
  );

test('a class is graded; a broken machine is an error with its cause and stops nobody', async () => {
  const rows = [`away,A,${away},`, 'gone,G,sandbox:no-such-one,', `here,H,sandbox:${NAME},`];
  const summary = await gradeRows('class', rows);
  expect(statuses(summary)).toEqual({ away: 'error', gone: 'error', here: 'failed' });
  const [first, second, third] = summary.learners;
  expect(first?.cause).toContain('Connection refused');
  expect(second?.cause).toContain('there is no sandbox "no-such-one"');
  expect(third).toMatchObject({
    score: { possible: 8 },
    steps: expect.arrayContaining([{ step: 1, status: 'failed', missed: expect.any(Array) }]),
  });
  expect((await readdir(join(folder, 'class'))).sort()).toEqual([
    'class.csv',
    'class.html',
    'class.json',
    'here',
  ]);
  expect((await readdir(join(folder, 'class/here'))).sort()).toEqual([
    'evidence.json.gz',
    'report.html',
    'report.json',
  ]);
  const report = JSON.parse(await readFile(join(folder, 'class/here/report.json'), 'utf8'));
  expect(schemaErrors('grade-report', report)).toEqual([]);
  const evidence = await promisify(gunzip)(await readFile(join(folder, 'class/here/evidence.json.gz')));
  expect(JSON.parse(evidence.toString())).toMatchObject({ machine: `sandbox:${NAME}` });
});

test('who has a report is graded again only when asked for, or on another machine', async () => {
  const rows = [`ada,A,sandbox:${NAME},`, `bob,B,sandbox:${NAME},`];
  expect(statuses(await gradeRows('again', rows, { only: 'a*' }))).toEqual({
    ada: 'failed',
    bob: 'pending before',
  });
  expect(statuses(await gradeRows('again', rows))).toEqual({ ada: 'failed before', bob: 'failed' });
  const { mtimeMs } = await stat(join(folder, 'again/ada/report.json'));
  expect(statuses(await gradeRows('again', rows, { again: 'error' }))).toEqual({
    ada: 'failed before',
    bob: 'failed before',
  });
  expect((await stat(join(folder, 'again/ada/report.json'))).mtimeMs).toBe(mtimeMs);
  expect(statuses(await gradeRows('again', rows, { again: 'failed', only: 'bob' }))).toEqual({
    ada: 'failed before',
    bob: 'failed',
  });
  await writeFile(join(folder, 'again/ada/report.json'), '{ "broken');
  const moved = [`ada,A,sandbox:${NAME},`, 'bob,B,sandbox:no-such-one,'];
  expect(statuses(await gradeRows('again', moved))).toEqual({ ada: 'failed', bob: 'error' });
  await expect(gradeRows('again', rows, { only: 'x*' })).rejects.toThrow('no id of the roster matches x*');
});

test('when it is broken off, what is done is kept and the rest can follow', async () => {
  const rows = [`ada,A,sandbox:${NAME},image`, `bob,B,sandbox:${NAME},image`];
  const controller = new AbortController();
  const stop = {
    signal: controller.signal,
    onLearner: ({ kind }: LearnerEvent) =>
      kind === 'ended' && controller.abort(new DOMException('', 'AbortError')),
  };
  expect(statuses(await gradeRows('stopped', rows, stop))).toEqual({ ada: 'failed', bob: 'pending before' });
  expect(await readdir(join(folder, 'stopped'))).not.toContain('bob');
  expect(statuses(await gradeRows('stopped', rows))).toEqual({ ada: 'failed before', bob: 'failed' });
});

test('learners on one cluster are named, unless their machines are clones', async () => {
  const row = (id: string, image = '') => `${id},${id},sandbox:${NAME},${image}`;
  await gradeRows('shared', [row('ada'), row('bob')]);
  const sameCluster = async (...rows: string[]) =>
    (await gradeRows('shared', rows)).copies.clusters.map(({ learners }) => learners);
  expect(await sameCluster(row('ada'), row('bob'))).toEqual([['ada', 'bob']]);
  expect(await sameCluster(row('ada', 'one'), row('bob', 'two'))).toEqual([['ada', 'bob']]);
  expect(await sameCluster(row('ada', 'one'), row('bob', 'one'))).toEqual([]);
});

describe('a machine behind a strange ssh server', () => {
  let server: Server;
  let url: string;
  let connections = 0;
  beforeAll(async () => {
    server = createServer(() => connections++).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `ssh://root@127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test('is tried three times in all when the connection ends', async () => {
    const hangUp = (socket: Socket) => socket.end();
    server.on('connection', hangUp);
    connections = 0;
    expect(statuses(await gradeRows('closed', [`ada,A,${url},`]))).toEqual({ ada: 'error' });
    expect(connections).toBe(3);
    server.off('connection', hangUp);
  });

  test('is given up at the deadline when it never answers', async () => {
    const summary = await gradeRows('silent', [`ada,A,${url},`], { deadlineMs: 500 });
    expect(summary.learners[0]).toMatchObject({ status: 'error', cause: 'not done within 0.5 s' });
  });
});

test('the Indexed Job of the README is what a real API server takes', async () => {
  const job = blocksOf(await readFile('README.md', 'utf8'), 'yaml').find((b) => b.includes('kind: Job'));
  const machine = await sandboxMachine(NAME);
  const said = await sh(
    machine,
    `kubectl create --dry-run=server --validate=strict -f - <<'END'\n${job}\nEND`,
  );
  expect(said).toBe('job.batch/cnpa-op-class created (server dry run)\n');
});

test('a full disk under one learner’s folder is that learner’s trouble', async () => {
  const small = join(folder, 'full/ada');
  await mkdir(small, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', small]);
  try {
    const summary = await gradeRows('full', [`ada,A,sandbox:${NAME},`, `bob,B,sandbox:${NAME},`]);
    expect(statuses(summary)).toEqual({ ada: 'error', bob: 'failed' });
    expect(summary.learners[0]?.cause).toMatch(/cannot keep the report: ENOSPC/);
  } finally {
    execFileSync('umount', [small]);
  }
});

describe('on the command line', () => {
  const gradeFile = async (out: string, rows: string[], ...args: string[]) => {
    await writeFile(join(folder, 'roster.csv'), table(rows));
    return await cli(['class', join(folder, 'roster.csv'), '--out', join(folder, out), ...args]);
  };

  test('a class is shown, its exit status that of all', async () => {
    const rows = [`ada,Ada,sandbox:${NAME},`, 'gone,Gone,sandbox:no-such-one,'];
    const { stdout, stderr, exitCode } = await gradeFile('cli', rows);
    expect(stdout).toMatch(/^✗ ada {3}0 of 8 {2}Ada: steps 1 2 3 4 5 6 7 8 not passed$/m);
    expect(stdout).toMatch(/^\? gone .*Gone: there is no sandbox "no-such-one"$/m);
    expect(stdout).toMatch(/^1 failed, 1 error$/m);
    expect(stderr).toContain('✗ ada  failed\n');
    expect(exitCode).toBe(3);
    const again = await gradeFile('cli', rows.slice(0, 1), '--format', 'json', '--quiet');
    expect(again).toMatchObject({ exitCode: 1, stderr: '' });
    expect(schemaErrors('class', JSON.parse(again.stdout))).toEqual([]);
  });

  test('Ctrl-C keeps what is done, and the same command goes on with the rest', async () => {
    const rows = ['ada', 'bob', 'cyd'].map((id) => `${id},${id},sandbox:${NAME},`);
    await writeFile(join(folder, 'roster.csv'), table(rows));
    const args = ['class', join(folder, 'roster.csv'), '--out', join(folder, 'ctrl-c'), '--jobs', '1'];
    const run = backgroundCli(args);
    await run.says('✗ ada');
    run.child.kill('SIGINT');
    const { exitCode, stdout } = await run.ended;
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^✗ ada/m);
    const again = await cli(args);
    expect(again.stderr).not.toContain('ada');
    expect(again.stdout).toMatch(/^3 failed$/m);
    expect(again.exitCode).toBe(1);
  });

  test.each([
    ['a roster with faults', ['a,A,moon,'], 'roster.csv:2: unknown machine "moon"'],
    ['nobody in it', [], 'roster.csv:1: learners'],
  ])('%s', async (_what, rows, sentence) => {
    const { stdout, stderr, exitCode } = await gradeFile('none', rows);
    expect(stderr).toContain(sentence);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});
