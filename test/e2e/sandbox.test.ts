import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileRead, type Machine, MachineError } from '../../src/machine/machine.ts';
import {
  listSandboxes,
  SandboxError,
  type SandboxInfo,
  sandboxDown,
  sandboxExec,
  sandboxMachine,
  sandboxUp,
} from '../../src/sandbox/index.ts';

// Boots real control planes and machines: needs root, and what missingPrerequisites() lists.
const [one, two, doomed] = ['one', 'two', 'doomed'].map((name) => `e2e-${name}-${process.pid}`) as [
  string,
  string,
  string,
];
const env = process.env;
const firstBuildMs = 30 * 60_000;
const warmMs = 15_000;

function up(name: string, signal?: AbortSignal): Promise<SandboxInfo> {
  return sandboxUp({ name, env, progress: () => {}, ...(signal ? { signal } : {}) });
}

/** Whatever of a sandbox is on this host: processes, cgroups, mounts, its folder. */
async function tracesOf(name: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const read = (file: string) => readFile(file, 'utf8').catch(() => ''); // gone in the meantime
  const ofProcesses = pids.map(async (pid) => {
    const about = (await read(`/proc/${pid}/environ`)) + (await read(`/proc/${pid}/cgroup`));
    return about.includes(`SANDBOX_NAME=${name}\0`) || about.includes(`/cnpa-op-${name}/`)
      ? [`process ${pid}`]
      : [];
  });
  const folders = [
    `/run/cnpa-op/${name}`,
    ...['', '/unified', '/systemd'].map((h) => `/sys/fs/cgroup${h}/cnpa-op-${name}`),
  ];
  const mounts = (await read('/proc/self/mountinfo'))
    .split('\n')
    .filter((line) => line.includes(`/run/cnpa-op/${name}`));
  return [
    ...(await Promise.all(ofProcesses)).flat(),
    ...folders.filter((folder) => existsSync(folder)),
    ...mounts,
  ];
}

/** Runs sandboxUp in a process of its own, as the command line does; resolves when it starts the sandbox. */
async function upElsewhere(name: string) {
  const script = `
    const { sandboxUp } = await import(${JSON.stringify(new URL('../../src/sandbox/index.ts', import.meta.url))});
    await sandboxUp({ name: ${JSON.stringify(name)}, env: process.env, progress: console.log });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('starting')) break;
  return child;
}

beforeAll(async () => {
  await up(one);
}, firstBuildMs);

afterAll(async () => {
  for (const { name } of await listSandboxes())
    if ([one, two, doomed].includes(name)) await sandboxDown(name);
});

describe('a sandbox', () => {
  test('comes up from cached parts in time, beside another one', async () => {
    const started = performance.now();
    const info = await up(two);
    const took = performance.now() - started;
    console.log(`sandbox up from cached parts: ${(took / 1000).toFixed(1)} s`);
    expect(took).toBeLessThan(warmMs);
    const infos = (await listSandboxes()).filter(({ name }) => name === one || name === two);
    expect(infos).toHaveLength(2);
    expect(infos).toContainEqual(info);
    expect(infos[0]?.apiServer).not.toBe(infos[1]?.apiServer);
    expect(info.kubernetesVersion).toMatch(/^v1\.\d+\.\d+/);
  });

  test('is refused under a name that is taken or bad', async () => {
    await expect(up(one)).rejects.toThrow(new SandboxError(`the sandbox "${one}" is already up`));
    await expect(up('../etc')).rejects.toThrow(SandboxError);
    await expect(sandboxMachine('no-such-sandbox')).rejects.toThrow('there is no sandbox "no-such-sandbox"');
  });

  test('says what did not come up', async () => {
    const programs = await mkdtemp(join(tmpdir(), 'cnpa-op-e2e-'));
    const upWithThese = () =>
      sandboxUp({ name: doomed, progress: () => {}, env: { ...env, CNPA_CONTROL_PLANE: programs } });
    await symlink('/bin/false', join(programs, 'etcd'));
    await expect(upWithThese()).rejects.toThrow(
      `CNPA_CONTROL_PLANE=${programs} is incomplete: there is no kube-apiserver, no kube-controller-manager, no kubectl`,
    );
    for (const program of ['kube-apiserver', 'kube-controller-manager', 'kubectl']) {
      await writeFile(join(programs, program), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    }
    await expect(upWithThese()).rejects.toThrow('etcd ended with status 1');
    expect(await tracesOf(doomed)).toEqual([]);
    await rm(programs, { recursive: true });
  });

  test('gives back the exit status of a session', async () => {
    expect(await sandboxExec(one, ['sh', '-c', 'test "$HOME $PWD" = "/root /root" && exit 7'])).toBe(7);
    expect(await sandboxExec(one, ['sh', '-c', 'kill -TERM $$'])).toBe(143);
    expect(await sandboxExec(one, ['kubectl', 'get', '--raw', '/readyz'])).toBe(0);
  });

  test('ends without a trace', async () => {
    expect(await tracesOf(two)).not.toEqual([]);
    await sandboxDown(two);
    expect(await tracesOf(two)).toEqual([]);
    await expect(sandboxDown(two)).rejects.toThrow(`there is no sandbox "${two}"`);
  });

  test.each([0, 300, 1_000, 2_000])(
    'leaves no process when its creator is killed %i ms after the start',
    async (ms) => {
      const creator = await upElsewhere(doomed);
      await sleep(ms);
      creator.kill('SIGKILL');
      await once(creator, 'exit');
      const isProcess = (trace: string) => trace.startsWith('process');
      await expect
        .poll(async () => (await tracesOf(doomed)).filter(isProcess), { timeout: 5_000 })
        .toEqual([]);
      expect((await listSandboxes()).map(({ name }) => name)).not.toContain(doomed);
      expect(await tracesOf(doomed)).toEqual([]);
    },
  );

  test('outlives its creator once it is up, and is swept when its supervisor dies', async () => {
    const creator = await upElsewhere(doomed);
    await once(creator, 'exit');
    const machine = await sandboxMachine(doomed);
    const { supervisor } = JSON.parse(await readFile(`/run/cnpa-op/${doomed}/sandbox.json`, 'utf8'));
    process.kill(supervisor.pid, 'SIGKILL');
    const names = async () => (await listSandboxes()).map(({ name }) => name);
    await expect.poll(names, { timeout: 5_000 }).not.toContain(doomed);
    await expect(machine.run(['true'])).rejects.toThrow(MachineError);
    expect(await tracesOf(doomed)).toEqual([]);
  });

  test('leaves nothing when it is given up', async () => {
    const controller = new AbortController();
    const coming = up(doomed, controller.signal);
    setTimeout(() => controller.abort(new Error('given up')), 1_500);
    await expect(coming).rejects.toThrow('given up');
    expect(await tracesOf(doomed)).toEqual([]);
  });
}, 60_000);

test('a cached part is made once, by one of several processes, and shows up only when it is complete', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'cnpa-op-e2e-'));
  const module = JSON.stringify(new URL('../../src/sandbox/cache.ts', import.meta.url));
  const script = `
    const { cached } = await import(${module});
    const { writeFile } = await import('node:fs/promises');
    const make = async (folder) => {
      console.log('making');
      await writeFile(folder + '/by', String(process.pid));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    };
    const item = { kind: 'part', title: 'the part', key: '1' };
    await cached({ XDG_CACHE_HOME: ${JSON.stringify(cache)} }, item, make, { progress: console.log });
  `;
  const maker = () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const linesOf = async (process: ReturnType<typeof maker>) => {
    const [lines] = await Promise.all([text(process.stdout as Readable), once(process, 'exit')]);
    return lines;
  };
  const killed = maker();
  await once(killed.stdout as Readable, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const visible = async () => (await readdir(join(cache, 'cnpa-op'))).filter((name) => name !== 'part.lock');
  expect(await visible()).toEqual([expect.stringMatching(/^\.unfinished-part-/)]);
  const lines = await Promise.all([linesOf(maker()), linesOf(maker())]);
  expect(lines.sort()).toEqual(['making\n', 'waiting for another process that makes the part\n']);
  expect(await visible()).toEqual(['part-1']);
  await rm(cache, { recursive: true });
}, 30_000);

describe('the machine of a sandbox', () => {
  let machine: Machine;
  const sh = (script: string) => machine.run(['sh', '-c', script]);

  beforeAll(async () => {
    machine = await sandboxMachine(one);
  });

  test('has a cluster behind its kubeconfig only', async () => {
    const KUBECONFIG = '/etc/rancher/k3s/k3s.yaml';
    const PATH = '/usr/local/bin:/usr/bin:/bin';
    const found = await machine.run(['kubectl', 'get', 'ns', '-o', 'name'], { env: { KUBECONFIG, PATH } });
    expect(found).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('namespace/kube-system\n') });
    const lost = await machine.run(['kubectl', 'get', 'ns'], { env: { PATH } });
    expect(lost).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('localhost:8080') });
    expect((await machine.readFiles([KUBECONFIG], 10_000)).get(KUBECONFIG)).toMatchObject({
      kind: 'file',
      mode: 0o600,
    });
  });

  test('has a systemd that runs units', async () => {
    const unit =
      '[Service]\\nExecStart=/bin/sleep 1000\\nRestart=always\\n[Install]\\nWantedBy=multi-user.target\\n';
    const result = await sh(
      `printf '${unit}' >/etc/systemd/system/e2e.service && systemctl enable --now e2e && systemctl is-active e2e ssh`,
    );
    expect(result).toMatchObject({ stdout: 'active\ninactive\n' });
  });

  test('runs commands with just the environment, folder and input given', async () => {
    const result = await machine.run(['sh', '-c', 'cat; pwd; env'], {
      stdin: 'in ',
      cwd: '/var/tmp',
      env: { A: 'b c' },
    });
    expect(result.stdout.split('\n')).toEqual(['in /var/tmp', 'A=b c', 'PWD=/var/tmp', '']);
    expect(await sh('echo no >&2; exit 127')).toMatchObject({ exitCode: 127, stderr: 'no\n' });
    expect(await sh('kill -9 $$')).toMatchObject({ exitCode: null, timedOut: false });
    await expect(machine.run(['no-such-program'])).rejects.toThrow(MachineError);
    await expect(machine.run(['true'], { cwd: '/no/such/folder' })).rejects.toThrow(MachineError);
  });

  test('cuts output that is too long', async () => {
    const result = await machine.run(['sh', '-c', 'yes | head -c 3000000'], { maxOutputBytes: 1_000 });
    expect(result).toMatchObject({ exitCode: 0, truncated: true });
    expect(result.stdout).toHaveLength(1_000);
  });

  test('kills what a command started, at its end, at its deadline and on abort', async () => {
    const linger = 'sleep 4711 & setsid sh -c "sleep 4712; :" & (trap "" TERM HUP; sleep 4713) &';
    const lingering = async () => (await machine.run(['pgrep', '-fa', 'sleep 471'])).stdout;
    expect(await sh(linger)).toMatchObject({ exitCode: 0, timedOut: false });
    expect(await lingering()).toBe('');

    const late = await machine.run(['sh', '-c', `${linger} echo on; wait`], { timeoutMs: 500 });
    expect(late).toMatchObject({ exitCode: null, timedOut: true, stdout: 'on\n' });
    expect(late.durationMs).toBeLessThan(2_000);
    expect(await lingering()).toBe('');

    const signal = AbortSignal.timeout(500);
    await expect(machine.run(['sh', '-c', `${linger} wait`], { signal })).rejects.toThrow(/timeout/);
    expect(await lingering()).toBe('');
  });

  test('reads files without following, waiting or swallowing', async () => {
    await sh(`
      mkdir -p /root/files/folder && cd /root/files
      printf 'a\\377\\n' >file; chmod 4750 file; touch -d @1700000000.5 file; : >empty
      ln -s file link; ln -s nowhere dangling; mkfifo fifo; mknod null c 1 3; head -c 101 /dev/zero >large; mkdir sub
    `);
    const path = (name: string) => `/root/files/${name}`;
    const names = [
      'file',
      'empty',
      'missing',
      'file/below',
      'link',
      'dangling',
      'fifo',
      'null',
      'large',
      'folder',
    ];
    const read = await machine.readFiles([...names.map(path), '/proc/version'], 100);
    const kinds = Object.fromEntries(
      [...read].map(([name, { kind }]) => [name.replace('/root/files/', ''), kind]),
    );
    expect(kinds).toEqual({
      ...{
        file: 'file',
        empty: 'file',
        missing: 'missing',
        'file/below': 'missing',
        link: 'link',
        dangling: 'link',
      },
      ...{
        fifo: 'special',
        null: 'special',
        large: 'too-large',
        folder: 'directory',
        '/proc/version': 'too-large',
      },
    });
    const bytes = new Uint8Array([97, 255, 10]);
    const file: FileRead = { kind: 'file', bytes, mode: 0o4750, mtimeMs: 1_700_000_000_500, size: 3 };
    expect(read.get(path('file'))).toEqual(file);
  });

  test('lists folders and removes files', async () => {
    await sh('mkdir -p /root/list && cd /root/list && touch b a "c d" && ln -s nowhere e');
    expect(await machine.listFolder('/root/list')).toEqual(['a', 'b', 'c d', 'e']);
    await machine.removeFiles(['/root/list/b', '/root/list/missing', '/root/list/e']);
    expect(await machine.listFolder('/root/list')).toEqual(['a', 'c d']);
    expect(await machine.listFolder('/root/nowhere')).toBeNull();
    await expect(machine.removeFiles(['/root'])).rejects.toThrow(MachineError);
  });
}, 60_000);
