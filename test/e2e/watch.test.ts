import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Machine } from '../../src/machine/machine.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { backgroundCli } from './support/background-cli.ts';
import { cli } from './support/cli.ts';
import { labMachine, sh } from './support/lab.ts';
import { lyingApi } from './support/lying-api.ts';
import { type TerminalRun, terminalRun } from './support/terminal.ts';

// A real lab, honestly walked, that is watched at a pseudo terminal: needs root.
const NAME = `e2e-watch-${process.pid}`;
const ON = ['--machine', `sandbox:${NAME}`];
/** A second is promised; a loaded computer gets more, and much more for a single change. */
const SOON_MS = { median: 3_000, longest: 10_000 };
const CTRL_C = '\u0003';
const SHOW_CURSOR = '\u001b[?25h';
let machine: Machine;
let watching: TerminalRun | undefined;

beforeAll(async () => {
  machine = await labMachine(NAME, { walked: true });
});
afterAll(() => sandboxDown(NAME));
afterEach(async () => {
  watching?.type('q');
  await watching?.ended;
  watching = undefined;
});

const watch = (...args: string[]): TerminalRun => {
  watching = terminalRun(['check', ...args, '--watch', ...ON]);
  return watching;
};

/** How long after a change on the machine the list shows this. */
async function after(run: TerminalRun, change: string, shown: string): Promise<number> {
  const from = run.screen().length;
  await sh(machine, change);
  return await run.shows(shown, from);
}

async function ofGraders(): Promise<string[]> {
  const found = await sh(
    machine,
    `kubectl get teamspaces,namespaces -o name; kubectl -n kube-system get leases -o name; ls /root/cnpa-op/archive`,
  );
  return found.split('\n').filter((name) => /probe-|cnpa-op-grader/.test(name));
}

describe('the list', () => {
  test('follows files, objects and the unit, and probes when p is pressed', async () => {
    const run = watch();
    await run.shows('○ 3');
    expect(run.screen()).toContain('not tried yet: press p');
    const files = '/root/cnpa-op/generation.json /root/generation.json';
    const times = [
      await after(run, `mv ${files}`, '✗ 2'),
      await after(run, `mv ${files.split(' ').reverse().join(' ')}`, '✓ 2'),
      await after(run, 'kubectl label teamspace alpha owner-', '✗ 2'),
      await after(run, 'kubectl label teamspace alpha owner=platform', '✓ 2'),
      await after(run, 'systemctl stop cnpa-op', '✗ 4'),
      await after(run, 'systemctl start cnpa-op', '○ 4'),
      await after(run, 'systemctl disable cnpa-op', '✗ 4'),
      await after(run, 'systemctl enable cnpa-op', '○ 4'),
      await after(run, 'touch /etc/systemd/system/cnpa-op.service', '✗ 4'),
      await after(run, 'systemctl daemon-reload', '○ 4'),
    ];
    console.log(`shown after ${times.map(Math.round).join(', ')} ms`);
    expect(Math.max(...times)).toBeLessThan(SOON_MS.longest);
    expect(times.toSorted((a, b) => a - b)[times.length / 2]).toBeLessThan(SOON_MS.median);

    run.type('p');
    await run.shows('waiting for the controller to serve the probes');
    await run.shows('8 of 8 steps passed');
    expect(await ofGraders()).toEqual([]);

    await after(run, 'echo "# a change" >> /root/cnpa-op/reconcile.sh', '○ 3');
    expect(run.screen()).toContain('no longer count');
    await after(run, "sed -i '$d' /root/cnpa-op/reconcile.sh", '8 of 8 steps passed');

    run.type('q');
    expect(await run.ended).toBe(0);
    expect(run.screen().lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(run.screen().lastIndexOf('8 of 8'));
    expect(await ofGraders()).toEqual([]);
  });

  test('costs less than 1 % of a processor while nothing happens', async () => {
    const run = watch();
    await run.shows('○ 3');
    await sleep(6_000); // by then the connections of the first look are closed
    const before = await run.cpuMs();
    await sleep(30_000); // a while in which nothing happens, longer than one look of the machine, is what is tested
    const used = (await run.cpuMs()) - before;
    console.log(`${used} ms of CPU in 30 s`);
    expect(used).toBeLessThan(300);
  });

  test('probes at once with --probe', async () => {
    const run = watch('--probe');
    await run.shows('8 of 8 steps passed');
    run.type(CTRL_C);
    expect(await run.ended).toBe(0);
  });

  test.each([
    ['that have passed', 'true', 0],
    ['of which one failed', 'mv /root/cnpa-op/report.json /root', 1],
  ])('ends as a check of steps %s does', async (_what, change, status) => {
    await sh(machine, change);
    try {
      const run = watch('1', '8');
      await run.shows(status === 0 ? '2 of 2 steps passed' : '✗ 8');
      run.type('q');
      expect(await run.ended).toBe(status);
    } finally {
      await sh(machine, 'if test -e /root/report.json; then mv /root/report.json /root/cnpa-op; fi');
    }
  });

  test('counts by the rubric that was asked for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
    try {
      await writeFile(join(folder, 'rubric.yaml'), 'steps: {"8": {points: 3}}');
      await watch('8', '--rubric', join(folder, 'rubric.yaml')).shows('3 of 3 points');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('what ends it', () => {
  test.each([
    ['q', (run: TerminalRun) => run.type('q')],
    ['Ctrl-C', (run: TerminalRun) => run.type(CTRL_C)],
    ['SIGTERM', (run: TerminalRun) => run.signal('SIGTERM')],
  ])('%s while probes are made removes them first', async (_what, end) => {
    const run = watch('--probe');
    await run.shows('waiting for the controller to serve the probes');
    await end(run);
    expect(await run.ended).toBe(3);
    expect(await ofGraders()).toEqual([]);
    expect(run.screen()).toContain(SHOW_CURSOR);
    expect(run.screen()).not.toMatch(/\n\s+at |bug of the grader/);
  });

  test('q twice leaves at once and says what is left', async () => {
    const run = watch('--probe');
    await run.shows('waiting for the controller to serve the probes');
    run.type('q');
    await run.shows('clearing up');
    run.type('q');
    expect(await run.ended).toBe(3);
    expect(run.screen()).toMatch(/left at once; TeamSpaces probe-/);
    expect(run.screen().endsWith(SHOW_CURSOR)).toBe(true);
    const { stdout } = await cli(['check', '3', ...ON, '--quiet']);
    expect(stdout).toContain('1 of 1 steps passed');
    expect(await ofGraders()).toEqual([]);
  });
});

describe('trouble', () => {
  test('an API server that is down is told, and its return, too', async () => {
    const api = await lyingApi(machine);
    const open = new Set<ServerResponse>();
    const down = () => {
      api.fault = (_request, response) => response.destroy();
      for (const response of open) response.destroy();
    };
    const up = () => {
      api.fault = (_request, response, forward) => {
        open.add(response.on('close', () => open.delete(response)));
        forward();
      };
    };
    try {
      down();
      const run = watch('2', '--kubeconfig', api.kubeconfig);
      await run.shows('? 2');
      await run.shows('the API server cannot be reached');
      up();
      await run.shows('✓ 2');
      const from = run.screen().length;
      down();
      await run.shows('? 2', from);
      const back = run.screen().length;
      up();
      await run.shows('✓ 2', back);
    } finally {
      watching?.type('q');
      await watching?.ended;
      await api.close();
    }
  });

  test('a lab folder that is moved away and comes back does not end it; the reader’s language says so', async () => {
    const run = watch('8', '--lang', 'ko');
    await run.shows('✓ 8');
    await after(run, 'mv /root/cnpa-op /root/away', '/root/cnpa-op 경로가 없습니다');
    await after(run, 'mv /root/away /root/cnpa-op; mv /root/cnpa-op/report.json /root', '✗ 8');
    await after(run, 'mv /root/report.json /root/cnpa-op', '✓ 8');
  });

  test('the type is gone and comes back', async () => {
    await sh(machine, 'kubectl get crd teamspaces.platform.labhub.io -o json > /root/crd.json');
    const run = watch('2');
    await run.shows('✓ 2');
    const away = `kubectl get teamspace alpha -o json > /root/alpha.json; systemctl stop cnpa-op
      kubectl patch teamspace alpha --type merge -p '{"metadata":{"finalizers":null}}'
      kubectl delete crd teamspaces.platform.labhub.io`;
    await after(run, away, '– 2');
    const back = `kubectl create -f /root/cnpa-op/crd.yaml; kubectl wait --for=condition=Established crd --all
      kubectl create -f /root/cnpa-op/alpha.yaml; kubectl label teamspace alpha owner=platform`;
    await after(run, back, '✗ 2');
  });
});

describe('without a terminal', () => {
  test('each list comes after the other, without anything that moves a cursor', async () => {
    await sh(machine, 'cp /root/cnpa-op/report.json /root/report.json');
    const run = backgroundCli(['check', '8', '--watch', ...ON]);
    try {
      await run.prints('✓ 8');
      await sh(machine, 'rm /root/cnpa-op/report.json');
      await run.prints('✗ 8');
    } finally {
      await sh(machine, 'mv /root/report.json /root/cnpa-op/report.json');
      run.child.kill('SIGTERM');
    }
    const { exitCode, stdout } = await run.ended;
    expect(stdout).not.toContain('\u001b');
    expect([0, 1]).toContain(exitCode);
  });

  test.each([
    ['--probe alone', ['check', '--probe'], '--probe belongs to --watch'],
    [
      'another format',
      ['check', '--watch', '--format', 'json'],
      '--watch shows a list: it has no other format',
    ],
  ])('%s is wrong usage', async (_what, args, sentence) => {
    const { exitCode, stderr } = await cli([...args, ...ON]);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(2);
  });
});
