import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Machine } from '../../src/machine/machine.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { schemaErrors } from '../../src/schema.ts';
import { cli } from './support/cli.ts';
import { labMachine, sh } from './support/lab.ts';
import { otherAuthority } from './support/other-authority.ts';

// A real cluster and a real systemd on which the honest lab was really walked: needs root.
const NAME = `e2e-grade-${process.pid}`;
const ON = ['--machine', `sandbox:${NAME}`];
let machine: Machine;

beforeAll(async () => {
  machine = await labMachine(NAME, { walked: true });
});
afterAll(() => sandboxDown(NAME));

const statuses = (report: GradeReport) =>
  Object.fromEntries(report.steps.map(({ step, status }) => [step, status]));
const failedIds = (report: GradeReport, step: number) =>
  report.steps
    .find((s) => s.step === step)
    ?.findings.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));

async function check(...args: string[]): Promise<{ report: GradeReport; exitCode: number | null }> {
  const { stdout, exitCode } = await cli(['check', ...args, ...ON, '--format', 'json']);
  return { report: JSON.parse(stdout), exitCode };
}

/** Every object of the cluster, the lab folder and the unit, as far as an idle lab leaves them alone. */
async function stateOf(): Promise<Record<string, string>> {
  const objects = await sh(
    machine,
    `kubectl get "$(kubectl api-resources --verbs=list -o name | grep -v -e ^events -e ^componentstatuses | paste -sd,)" -A -o json |
     jq -r '.items[] | [.kind, .metadata.namespace // "", .metadata.name, .metadata.uid] | join(" ")' | sort`,
  );
  const lab = await sh(
    machine,
    `kubectl get teamspaces,ns,resourcequota -A -o json | jq -S '[.items[] | {kind, metadata, spec, status}]'`,
  );
  const files = await sh(
    machine,
    `find /root/cnpa-op /etc/systemd/system -printf '%p %y %m %s %T@\\n' | grep -v '^/root/cnpa-op/archive d' | sort`,
  );
  const unit = await sh(
    machine,
    'systemctl show cnpa-op -p ActiveState,MainPID,NRestarts,UnitFileState,FragmentPath,DropInPaths,ActiveEnterTimestamp',
  );
  return { objects, lab, files, unit };
}

describe('the honest submission', () => {
  test('gets 8 of 8 and leaves cluster, archive folder and unit as they were', async () => {
    const before = await stateOf();
    const out = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
    try {
      const { exitCode, stdout, stderr } = await cli(['grade', ...ON, '--out', out]);
      expect(stdout).toContain('8 of 8 steps passed');
      expect(exitCode, stderr).toBe(0);
      const report: GradeReport = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
      expect(schemaErrors('grade-report', report)).toEqual([]);
      expect(report.cleanUp.leftOver).toEqual([]);
      console.log(`verdict after ${report.verdictMs} ms, clean after ${report.durationMs} ms`);
      expect(report.durationMs).toBeLessThan(60_000);
      const evidence = await readFile(join(out, 'evidence.json'), 'utf8');
      expect(evidence).not.toMatch(/PRIVATE KEY|client-key-data/);
    } finally {
      await rm(out, { recursive: true });
    }
    expect(await stateOf()).toEqual(before);
  });

  test('is judged step by step as well, with only what the step needs', async () => {
    const { report, exitCode } = await check('2', '8');
    expect(statuses(report)).toEqual({ 2: 'passed', 8: 'passed' });
    expect(report.timeline).toEqual([]);
    expect(exitCode).toBe(0);
  });

  test('prints nothing but the report on stdout, and nothing on stderr with --quiet', async () => {
    const { stdout, stderr } = await cli(['check', '2', ...ON, '--quiet', '--format', 'json']);
    expect(schemaErrors('grade-report', JSON.parse(stdout))).toEqual([]);
    expect(stderr).toBe('');
  });
});

describe('wrong submissions', () => {
  test('with the service stopped, steps 4 to 7 fail and say so', async () => {
    await sh(machine, 'systemctl stop cnpa-op');
    try {
      const { report, exitCode } = await check();
      expect(statuses(report)).toEqual({
        1: 'passed',
        2: 'passed',
        3: 'passed',
        4: 'failed',
        5: 'failed',
        6: 'failed',
        7: 'failed',
        8: 'passed',
      });
      for (const step of [4, 5, 6, 7]) expect(failedIds(report, step)).toEqual(['service-running']);
      expect(report.steps[3]?.findings.find(({ id }) => id === 'service-running')?.message).toContain(
        'not running',
      );
      expect(report.cleanUp.leftOver).toEqual([]);
      expect(exitCode).toBe(1);
    } finally {
      await sh(machine, 'systemctl start cnpa-op');
    }
  });

  test('with another uid in before.json, step 1 alone fails and names both', async () => {
    const uid = (await sh(machine, 'jq -r .uid /root/cnpa-op/before.json')).trim();
    const other = uid.replace(/^.{8}/, '00000000');
    await sh(
      machine,
      `cp -a /root/cnpa-op/before.json /root/before.json; sed -i s/${uid}/${other}/ /root/cnpa-op/before.json`,
    );
    try {
      const { exitCode, stdout } = await cli(['check', ...ON]);
      expect(stdout.match(/^✗ \d/gm)).toEqual(['✗ 1']);
      expect(stdout).toContain(uid);
      expect(stdout).toContain(other);
      expect(exitCode).toBe(1);
    } finally {
      await sh(machine, 'mv /root/before.json /root/cnpa-op/before.json');
    }
  });
});

describe('bad input gets a clear answer', () => {
  /** Edits files of the lab for one check and puts them back. */
  async function withFiles(script: string, ...steps: string[]): Promise<Awaited<ReturnType<typeof check>>> {
    await sh(machine, `cp -a /root/cnpa-op /root/kept; cd /root/cnpa-op; ${script}`);
    try {
      return await check(...steps);
    } finally {
      await sh(machine, 'rm -rf /root/cnpa-op; mv /root/kept /root/cnpa-op');
    }
  }
  const wrongOf = (report: GradeReport, step: number) =>
    report.steps.find((s) => s.step === step)?.findings.find(({ outcome }) => outcome === 'failed')?.message;

  test.each([
    ['empty', ': > generation.json', 'The file is empty.'],
    ['binary', 'head -c 4096 /dev/urandom > generation.json', 'The file is not UTF-8 text.'],
    [
      'of 100 MB',
      'truncate -s 100M generation.json',
      'The file has 104857600 bytes; at most 1048576 are read.',
    ],
    ['malformed', `echo '{"uid": ,}' > generation.json`, 'This is not valid JSON near ,}.'],
    [
      'a pipe',
      'rm generation.json; mkfifo generation.json',
      "In the file's place there is a pipe, a socket or a device.",
    ],
    ['a link', 'ln -sf /etc/shadow generation.json', "In the file's place there is a symbolic link."],
    ['a folder', 'rm generation.json; mkdir generation.json', "In the file's place there is a folder."],
    ['missing', 'rm generation.json', 'The file does not exist.'],
  ])('an artifact that is %s', async (_what, script, message) => {
    const { report, exitCode } = await withFiles(script, '2');
    expect(wrongOf(report, 2)).toBe(message);
    expect(exitCode).toBe(1);
  });

  const kubeconfig = async (
    edit: (text: string) => string | Promise<string>,
  ): Promise<{ path: string; remove: () => Promise<void> }> => {
    const folder = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
    const path = join(folder, 'kubeconfig');
    await writeFile(path, await edit(await sh(machine, 'cat /etc/rancher/k3s/k3s.yaml')));
    return { path, remove: () => rm(folder, { recursive: true }) };
  };
  const withToken = (text: string, token: string) =>
    text.replace(/ *client-certificate-data:.*\n/, '').replace(/client-key-data: .*/, `token: ${token}`);

  test.each<[string, (text: string) => string | Promise<string>, string]>([
    ['that is not one', () => 'hello: [', 'the kubeconfig cannot be used'],
    [
      'with the wrong certificate',
      (t) => t.replace(/(?<=certificate-authority-data: ).*/, otherAuthority()),
      "the API server's certificate does not fit the kubeconfig",
    ],
    [
      'of a server that is down',
      (t) => t.replace(/server: .*/, 'server: https://127.0.0.1:19999'),
      'the API server cannot be reached',
    ],
    ['with a wrong token', (t) => withToken(t, 'garbage'), 'the API server does not accept the credentials'],
    [
      'that allows nothing',
      async (t) => withToken(t, (await sh(machine, 'kubectl create token default -n default')).trim()),
      'the credentials are not allowed to do this',
    ],
  ])('a kubeconfig %s', async (_what, edit, sentence) => {
    const { path, remove } = await kubeconfig(edit);
    try {
      const { exitCode, stdout, stderr } = await cli(['check', ...ON, '--quiet', '--kubeconfig', path]);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        `Could not be judged (steps 1, 2, 3, 4, 5, 6, 7, 8); this costs nothing: ${sentence}`,
      );
      expect(stdout).not.toMatch(/^✗/m);
      expect(stdout + stderr).not.toMatch(/\n\s+at /);
      expect(exitCode).toBe(3);
    } finally {
      await remove();
    }
  });

  test('no systemctl on the machine', async () => {
    await sh(machine, 'mv /usr/bin/systemctl /usr/bin/systemctl.away');
    try {
      const { exitCode, stdout } = await cli(['check', '4', ...ON, '--quiet']);
      expect(stdout).toContain('there is no systemd on the machine');
      expect(exitCode).toBe(3);
    } finally {
      await sh(machine, 'mv /usr/bin/systemctl.away /usr/bin/systemctl');
    }
  });

  test.each([
    [
      'no such folder',
      ['check', ...ON, '--dir', '/nowhere'],
      `there is no lab folder /nowhere on sandbox:${NAME}: name it with --dir`,
    ],
    [
      'no such kubeconfig',
      ['check', ...ON, '--kubeconfig', '/nowhere'],
      'the kubeconfig /nowhere is not there: name another with --kubeconfig',
    ],
    [
      'an unknown step',
      ['check', '9', ...ON],
      '9 cannot be used for step. The steps are the numbers 1 to 8.',
    ],
    ['an unknown format', ['check', '--format', 'xml', ...ON], 'Allowed choices are terminal, json.'],
    [
      'an unknown machine',
      ['check', '--machine', 'moon'],
      'unknown machine moon: it is local, sandbox:NAME or ssh://[USER@]HOST[:PORT]',
    ],
    ['no place for the reports', ['grade', ...ON, '--out', '/dev/null/x'], 'cannot write into /dev/null/x'],
  ])('%s', async (_what, args, sentence) => {
    const { exitCode, stdout, stderr } = await cli(args);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});

describe('a lab that has not begun', () => {
  const FRESH = `e2e-fresh-${process.pid}`;
  afterAll(() => sandboxDown(FRESH));

  test('fails step 1, skips what needs the type and names the step', async () => {
    const fresh = await labMachine(FRESH, { walked: false });
    await sh(fresh, 'mkdir -p /root/cnpa-op');
    const { exitCode, stdout } = await cli(['check', '--machine', `sandbox:${FRESH}`]);
    expect(stdout).toContain('The cluster does not have the CRD.');
    expect(stdout).not.toMatch(/^\?/m);
    expect(exitCode).toBe(1);
  });
});
