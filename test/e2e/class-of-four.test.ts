import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClassSummary } from '../../schemas/types/class.schema.d.ts';
import type { Machine } from '../../src/machine/machine.ts';
import { freePort } from '../../src/sandbox/free-port.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { cli } from './support/cli.ts';
import { labMachine, sh } from './support/lab.ts';
import { SshServer } from './support/ssh.ts';

// Four real machines behind real sshd's, found by ~/.ssh/config alone: one honest, one whose service is stopped, one
// with the files of the first, and one that is not switched on yet.
const IDS = ['honest', 'stopped', 'copied', 'off'] as const;
type Id = (typeof IDS)[number];
const sandboxOf = (id: Id) => `e2e-four-${id}-${process.pid}`;
const servers: SshServer[] = [];
let folder: string;
let offPort: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'e2e-'));
  offPort = await freePort();
  const [honest, stopped, copied] = await Promise.all(
    (['honest', 'stopped', 'copied'] as const).map((id) => labMachine(sandboxOf(id), { walked: true })) as [
      Promise<Machine>,
      Promise<Machine>,
      Promise<Machine>,
    ],
  );
  await sh(stopped, 'systemctl stop cnpa-op.service');
  const files = await sh(honest, 'cd /root/cnpa-op; tar -c *.json | base64 -w 0');
  await sh(copied, `cd /root/cnpa-op; base64 -d <<<'${files}' | tar -x`);
  for (const machine of [honest, stopped, copied]) servers.push(await SshServer.start(machine));
  await mkdir(join(folder, 'bin'));
  await writeFile(
    join(folder, 'bin/ssh'),
    `#!/bin/sh\nPATH=/usr/bin:/bin exec ssh -F ${join(folder, 'config')} "$@"\n`,
  );
  await chmod(join(folder, 'bin/ssh'), 0o755);
  await writeConfig();
  await writeFile(
    join(folder, 'roster.csv'),
    `id,name,machine\n${IDS.map((id) => `${id},Name of ${id},ssh://root@lab-${id}\n`).join('')}`,
  );
}, 600_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await Promise.all(IDS.map((id) => sandboxDown(sandboxOf(id))));
  await rm(folder, { recursive: true });
});

async function writeConfig(): Promise<void> {
  const hosts = IDS.map((id, i) => {
    const server = servers[i];
    const own = server
      ? `Port ${server.port}\n  IdentityFile ${server.file('key')}\n  UserKnownHostsFile ${server.file('known_hosts')}`
      : `Port ${offPort}`;
    return `Host lab-${id}\n  HostName 127.0.0.1\n  IdentitiesOnly yes\n  GlobalKnownHostsFile none\n  ${own}\n`;
  });
  await writeFile(join(folder, 'config'), hosts.join(''));
}

const grade = () =>
  cli(['class', join(folder, 'roster.csv'), '--out', join(folder, 'results'), '--format', 'json'], {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  });
const stepsOf = (summary: ClassSummary, id: Id): string | undefined =>
  summary.learners
    .find((learner) => learner.id === id)
    ?.steps?.map(({ status }) => (status === 'passed' ? '✓' : status === 'failed' ? '✗' : '–'))
    .join('');

test('are graded at once: the copy is named, the dead machine stops nobody, and once it is on, only it is graded', async () => {
  const first = await grade();
  const summary: ClassSummary = JSON.parse(first.stdout);
  const statuses = Object.fromEntries(summary.learners.map(({ id, status }) => [id, status]));
  expect(statuses).toEqual({ honest: 'passed', stopped: 'failed', copied: 'failed', off: 'error' });
  expect(stepsOf(summary, 'stopped')).toBe('✓✓✓✗✗✗✗✓');
  expect(stepsOf(summary, 'copied')?.[0]).toBe('✗');
  expect(summary.learners.at(-1)?.cause).toContain('Connection refused');
  expect(first.exitCode).toBe(3);

  const alpha = summary.copies.uids.find(({ learners }) =>
    learners.some(({ places }) => places.some((place) => 'kind' in place && place.name === 'alpha')),
  );
  expect(alpha?.learners).toEqual([
    { id: 'honest', live: true, places: expect.arrayContaining([{ kind: 'TeamSpace', name: 'alpha' }]) },
    { id: 'copied', live: false, places: expect.arrayContaining([{ file: 'before.json', pointer: '/uid' }]) },
  ]);
  expect(await readFile(join(folder, 'results/class.html'), 'utf8')).toContain(alpha?.uid);

  const written = async () =>
    await Promise.all(
      IDS.slice(0, 3).map(async (id) => (await stat(join(folder, `results/${id}/report.json`))).mtimeMs),
    );
  const before = await written();
  servers.push(await SshServer.start(await labMachine(sandboxOf('off'), { walked: true }), offPort));
  await writeConfig();
  const second = await grade();
  const now: ClassSummary = JSON.parse(second.stdout);
  expect(now.learners.filter(({ gradedNow }) => gradedNow).map(({ id }) => id)).toEqual(['off']);
  expect(now.learners.map(({ status }) => status)).toEqual(['passed', 'failed', 'failed', 'passed']);
  expect(await written()).toEqual(before);
  expect(second.exitCode).toBe(1);
}, 600_000);

test('what collect gathers there is judged elsewhere as the machine itself is, unless it was edited', async () => {
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, LC_ALL: 'C' };
  const archives = join(folder, 'archives');
  await mkdir(archives);
  const collected = await cli(
    ['collect', '--machine', 'ssh://root@lab-honest', '--out', join(archives, 'honest.tar.gz')],
    env,
  );
  expect(collected.stderr).toContain(`wrote ${archives}/honest.tar.gz`);
  expect(collected).toMatchObject({ exitCode: 0, stdout: '' });

  const judged = await cli(['regrade', join(archives, 'honest.tar.gz'), '--format', 'json']);
  expect(JSON.parse(judged.stdout).score).toMatchObject({ earned: 8, possible: 8 });
  expect(judged.stderr).toContain('It cannot show that it was made by an unchanged grader');
  expect(judged.exitCode).toBe(0);

  execFileSync('sh', [
    '-ec',
    `cd "$0"; mkdir x; tar -xzf honest.tar.gz -C x; sed -i 's/"edge"/"level"/; s/true/false/' x/files/report.json
     tar -czf edited.tar.gz -C x manifest.json seal evidence.json files; rm -r x`,
    archives,
  ]);
  const edited = await cli(['regrade', join(archives, 'edited.tar.gz')], { LC_ALL: 'C' });
  expect(edited).toMatchObject({ exitCode: 3, stdout: '' });
  expect(edited.stderr).toMatch(/edited\.tar\.gz: /);

  const whole = await cli(['regrade', archives, '--out', join(folder, 'handed-in'), '--format', 'json']);
  const { learners }: ClassSummary = JSON.parse(whole.stdout);
  expect(learners.map(({ id, status }) => [id, status])).toEqual([
    ['edited', 'error'],
    ['honest', 'passed'],
  ]);
  expect(whole.exitCode).toBe(3);
});
