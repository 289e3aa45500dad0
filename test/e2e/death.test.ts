import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { probeName } from '../../src/gather/probe-name.ts';
import type { Machine } from '../../src/machine/machine.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { backgroundCli } from './support/background-cli.ts';
import { CLI, cli } from './support/cli.ts';
import { labMachine, sh } from './support/lab.ts';

// A real lab, honestly walked, on which graders are killed: needs root.
const NAME = `e2e-death-${process.pid}`;
const ON = ['--machine', `sandbox:${NAME}`];
let machine: Machine;

beforeAll(async () => {
  machine = await labMachine(NAME, { walked: true });
});
afterAll(() => sandboxDown(NAME));

/** What a grader makes in a lab: TeamSpaces, namespaces, archive files and its lock. */
async function ofGraders(): Promise<string[]> {
  const found = await sh(
    machine,
    `kubectl get teamspaces,namespaces -o name; kubectl -n kube-system get leases -o name; ls /root/cnpa-op/archive`,
  );
  return found.split('\n').filter((name) => /probe-|cnpa-op-grader/.test(name));
}
const reportOf = (stdout: string): GradeReport => JSON.parse(stdout);
const statuses = (report: GradeReport) => report.steps.map(({ status }) => status);
const ALL_PASSED = Array(8).fill('passed');

/** Moments of a grade in milliseconds from its start, spread evenly and then shifted at random. */
const SEED = Date.now();
const momentsOf = (count: number): number[] => {
  const [shifts = []] = fc.sample(
    fc.array(fc.integer({ min: 0, max: 999 }), { minLength: count, maxLength: count }),
    {
      numRuns: 1,
      seed: SEED,
    },
  );
  return shifts.map((shift, i) => Math.round(((i + shift / 1000) / count) * 12_000));
};

describe(`killed at random moments (seed ${SEED})`, () => {
  test.each(momentsOf(14).map((ms, i) => [i % 2 === 0 ? 'SIGINT' : 'SIGTERM', ms] as const))(
    'by %s after %i ms it removes its probes before it ends with status 3',
    async (signal, ms) => {
      const run = backgroundCli(['check', ...ON]);
      await run.says('…');
      await sleep(ms); // the moment is what is tested
      const wasRunning = run.child.kill(signal);
      const { exitCode, signal: endedBy } = await run.ended;
      expect(endedBy).toBeNull();
      expect(await ofGraders(), run.stderr()).toEqual([]);
      if (wasRunning) expect([0, 3]).toContain(exitCode);
      expect(run.stderr()).not.toMatch(/\n\s+at |bug of the grader/);
    },
  );

  test.each(momentsOf(6))(
    'by SIGKILL after %i ms the next run removes what is left and says so',
    async (ms) => {
      const run = backgroundCli(['check', ...ON]);
      await run.says('…');
      await sleep(ms); // the moment is what is tested
      run.child.kill('SIGKILL');
      await run.ended;
      const left = (await ofGraders()).filter((name) => name.startsWith('teamspace'));
      const { stdout } = await cli(['check', ...ON, '--quiet', '--format', 'json']);
      const report = reportOf(stdout);
      expect(statuses(report)).toEqual(ALL_PASSED);
      for (const name of left)
        expect(report.cleanUp.reaped).toContain(`TeamSpace ${name.replace(/^teamspace\.[^/]+\//, '')}`);
      expect(await ofGraders()).toEqual([]);
    },
  );

  test('by the end of its terminal it removes its probes, though nobody is told any more', async () => {
    const grading = [process.execPath, CLI, 'check', ...ON].join(' ');
    const terminal = spawn('script', ['-qfec', `exec ${grading}`, '/dev/null'], { stdio: 'ignore' });
    const ended = once(terminal, 'exit');
    await expect.poll(ofGraders, { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^teamspace/));
    terminal.kill('SIGKILL');
    await ended;
    await expect.poll(ofGraders, { timeout: 30_000 }).toEqual([]);
  });

  test('a second Ctrl-C leaves at once and says what is left, which the next run removes', async () => {
    const run = backgroundCli(['check', ...ON]);
    await run.says('waiting for the controller to serve the probes');
    run.child.kill('SIGINT');
    await run.says('clearing up');
    const asked = performance.now();
    run.child.kill('SIGINT');
    const { exitCode } = await run.ended;
    expect(exitCode).toBe(3);
    expect(performance.now() - asked).toBeLessThan(1_000);
    const [said] = /left at once; TeamSpaces .* may be left/.exec(run.stderr()) ?? [];
    const left = (await ofGraders()).filter((name) => name.startsWith('teamspace'));
    for (const name of left) expect(said).toContain(name.replace(/^teamspace\.[^/]+\//, ''));
    const { stdout } = await cli(['check', '3', ...ON, '--quiet', '--format', 'json']);
    expect(statuses(reportOf(stdout))).toEqual(['passed']);
    expect(await ofGraders()).toEqual([]);
  });
});

describe('two graders at once', () => {
  test('the second one says who is at work and since when, and ends with status 3', async () => {
    const first = backgroundCli(['check', ...ON]);
    await first.says('waiting for the controller to serve the probes');
    const { exitCode, stdout } = await cli(['check', ...ON, '--quiet', '--format', 'json']);
    expect(exitCode).toBe(3);
    const { cause } = reportOf(stdout).steps[2] ?? {};
    expect(cause?.reason).toBe('lock-held');
    expect(cause?.detail).toMatch(
      new RegExp(`${first.child.pid}.* has been grading this cluster since \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z`),
    );
    expect((await first.ended).exitCode).toBe(0);
    expect(await ofGraders()).toEqual([]);
  });

  test.each([
    ['an expired lock is taken over', '2020-01-01T00:00:00.000000Z', ['passed']],
    ['a fresh one of another computer is not', undefined, ['error']],
  ])('%s', async (_what, renewed, expected) => {
    const renewTime = renewed ?? (await sh(machine, 'date -u +%Y-%m-%dT%H:%M:%S.000000Z')).trim();
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'cnpa-op-grader', namespace: 'kube-system' },
      spec: { holderIdentity: 'elsewhere/1/1', leaseDurationSeconds: 30, acquireTime: renewTime, renewTime },
    };
    await sh(machine, `kubectl create -f - <<<'${JSON.stringify(lease)}'`);
    const { stdout } = await cli(['check', '3', ...ON, '--quiet', '--format', 'json']);
    expect(statuses(reportOf(stdout))).toEqual(expected);
    await sh(machine, 'kubectl -n kube-system delete lease cnpa-op-grader --ignore-not-found');
  });
});

describe('what is the learner’s own', () => {
  const [registered, labelled, plain] = [probeName(), probeName(), probeName()];
  const teamSpace = (name: string, metadata: object) => ({
    apiVersion: 'platform.labhub.io/v1alpha1',
    kind: 'TeamSpace',
    metadata: { name, ...metadata },
    spec: { pods: 1 },
  });
  const label = { 'cnpa-op-grader/probe': 'true' };

  test('is never deleted, however much it looks like the grader’s', async () => {
    const lookAlikes = [
      // Named like a probe, even in the register of a dead grader, but without the label.
      teamSpace(registered, {}),
      teamSpace(plain, { annotations: { 'cnpa-op-grader/expires': '2020-01-01T00:00:00Z' } }),
      // With the label, but with another kind of name, or not expired.
      teamSpace('probe-team', {
        labels: label,
        annotations: { 'cnpa-op-grader/expires': '2020-01-01T00:00:00Z' },
      }),
      teamSpace(labelled, {
        labels: label,
        annotations: { 'cnpa-op-grader/expires': '2999-01-01T00:00:00Z' },
      }),
    ];
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        name: 'cnpa-op-grader',
        namespace: 'kube-system',
        annotations: { 'cnpa-op-grader/probes': `${registered},alpha,probe-team` },
      },
      spec: {
        holderIdentity: 'elsewhere/1/1',
        leaseDurationSeconds: 30,
        renewTime: '2020-01-01T00:00:00.000000Z',
      },
    };
    const names = lookAlikes.map(({ metadata }) => metadata.name);
    const files = names.map((name) => `/root/cnpa-op/archive/${name}.json`).join(' ');
    const uids = () =>
      sh(
        machine,
        `kubectl get teamspaces,namespaces -o json | jq -S '[.items[] | {(.metadata.name): .metadata.uid}] | add'`,
      );
    for (const object of [...lookAlikes, lease])
      await sh(machine, `kubectl create -f - <<<'${JSON.stringify(object)}'`);
    await sh(
      machine,
      `echo '{}' | tee ${files} >/dev/null
       for name in ${names.join(' ')}; do until kubectl get ns team-$name >/dev/null 2>&1; do sleep 0.2; done; done`,
    );
    const before = await uids();
    const run = backgroundCli(['check', '--format', 'json', ...ON]);
    await run.says('running reconcile.sh');
    const { stdout } = await run.ended;
    expect(reportOf(stdout).cleanUp).toMatchObject({ leftOver: [], reaped: [] });
    expect(await uids()).toBe(before);
    await sh(machine, `ls ${files}`);
    await sh(machine, `kubectl delete teamspaces ${names.join(' ')}; rm -f ${files}`);
  });

  test('that is secret is in nothing that a run writes', async () => {
    const secrets = {
      token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.c2lnbmF0dXJlLXBsYW50ZWQ',
      join: `K10${'a1b2c3d4'.repeat(4)}::server:planted0123456789`,
      password: 'password=planted-password-1234',
    };
    const key = (await sh(machine, "sed -n 's/ *client-key-data: //p' /etc/rancher/k3s/k3s.yaml")).trim();
    const planted = [...Object.values(secrets), key, Buffer.from(key, 'base64').toString('utf8')];
    const folder = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
    const kubeconfig = join(folder, 'kubeconfig');
    const out = join(folder, 'out');
    await writeFile(kubeconfig, await sh(machine, 'cat /etc/rancher/k3s/k3s.yaml'));
    await sh(
      machine,
      `cp -a /root/cnpa-op /root/kept; cd /root/cnpa-op
       printf '%s\\n' '${planted.slice(0, 3).join("' '")}' | sed 's/^/# /' >> reconcile.sh
       sed -n 's/^/# /p' /etc/rancher/k3s/k3s.yaml >> crd.yaml
       echo "# $(base64 -d <<<'${key}')" | sed 's/^/# /' >> alpha.yaml
       sed -i '2i echo "${secrets.token} ${secrets.password} $(base64 -d <<<${key})" >&2' reconcile.sh
       jq --arg t '${secrets.join}' '.uid = $t' before.json > b && mv b before.json
       kubectl annotate teamspace alpha note='${secrets.token}'
       systemctl restart cnpa-op`,
    );
    try {
      const { stdout, stderr } = await cli(['grade', ...ON, '--kubeconfig', kubeconfig, '--out', out]);
      const written = await Promise.all(
        (await readdir(out)).map((name) => readFile(join(out, name), 'utf8')),
      );
      for (const text of [stdout, stderr, ...written]) {
        for (const secret of [...Object.values(secrets), key]) expect(text).not.toContain(secret);
        expect(text).not.toContain('PRIVATE KEY');
      }
      expect(written.join('')).toContain('[redacted]');
    } finally {
      await sh(
        machine,
        'rm -rf /root/cnpa-op; mv /root/kept /root/cnpa-op; kubectl annotate teamspace alpha note-; systemctl restart cnpa-op',
      );
      await rm(folder, { recursive: true });
    }
  });
});
