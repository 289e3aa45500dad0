import { execFileSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Machine, RunResult } from '../../src/machine/machine.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { machineInit } from '../../src/sandbox/session.ts';
import { labMachine, sh } from './support/lab.ts';

// A learner's machine as it comes: without Node, npm or a network.
const NAME = `e2e-exe-${process.pid}`;
let machine: Machine;

beforeAll(async () => {
  execFileSync('npm', ['run', '--silent', 'build:exe'], { stdio: ['ignore', 'ignore', 'inherit'] });
  machine = await labMachine(NAME, { walked: true });
  await copyFile('dist/cnpa-op-linux-x64', `/proc/${await machineInit(NAME)}/root/usr/local/bin/cnpa-op`);
}, 600_000);
afterAll(() => sandboxDown(NAME));

const run = (...args: string[]): Promise<RunResult> =>
  machine.run(['/usr/local/bin/cnpa-op', ...args], {
    env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LC_ALL: 'C' },
    timeoutMs: 120_000,
    maxOutputBytes: 16 << 20,
  });

test('there is no Node on the machine', async () => {
  const { stdout } = await machine.run(['sh', '-c', 'command -v node npm || echo none']);
  expect(stdout).toBe('none\n');
});

test('says of what it was built', async () => {
  const { stdout } = await run('--version');
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+ \(commit [0-9a-f]{7,}(-dirty)?, rubric [0-9a-f]{8}\)\n$/);
  expect(stdout).toContain(`${packageJson.version} (commit ${commit.trim()}, `);
});

test('explains in every language', async () => {
  expect((await run('explain', '3')).stdout).toContain('Same result however often it runs');
  expect((await run('explain', '3', '--lang', 'ko')).stdout).toContain('몇 번을 돌려도 같은 결과');
  expect((await run('explain', '3', '--lang', 'zh')).stdout).toMatch(/第 ?3 ?步/);
});

test('grades the lab there: 8 of 8, and leaves nothing behind', async () => {
  const before = await sh(machine, 'kubectl get teamspaces,ns -o name; ls -A /root /root/cnpa-op /tmp');
  const { exitCode, stdout, stderr } = await run('check', '--format', 'json');
  const report: GradeReport = JSON.parse(stdout);
  expect(report.steps.map(({ status }) => status)).toEqual(Array(8).fill('passed'));
  expect(report.machine).toBe('local');
  expect(exitCode, stderr).toBe(0);
  expect(await sh(machine, 'kubectl get teamspaces,ns -o name; ls -A /root /root/cnpa-op /tmp')).toBe(before);
});

test('collects there, too', async () => {
  const { exitCode, stderr } = await run('collect', '--out', '/root/kim.tar.gz', '--quiet');
  expect(stderr).toContain('wrote /root/kim.tar.gz');
  expect(exitCode).toBe(0);
  expect(await sh(machine, 'tar -tzf /root/kim.tar.gz; rm /root/kim.tar.gz')).toContain(
    'files/reconcile.sh\n',
  );
});

test.each([[['demo']], [['samples']], [['sandbox', 'up']]])(
  '%j needs the repository, and says so',
  async (args) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect(stderr).toContain('This command needs the repository of the grader');
    expect([exitCode, stdout]).toEqual([2, '']);
  },
);
