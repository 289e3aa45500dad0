import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { type Machine, MachineError } from '../../src/machine/machine.ts';
import { sshMachine } from '../../src/machine/ssh.ts';
import type { SshOptions } from '../../src/machine/ssh-connection.ts';
import { parseSshTarget, type SshTarget } from '../../src/machine/ssh-target.ts';
import { freePort } from '../../src/sandbox/free-port.ts';
import { sandboxDown } from '../../src/sandbox/index.ts';
import { cli } from './support/cli.ts';
import { labMachine, sh } from './support/lab.ts';
import { otherAuthority } from './support/other-authority.ts';
import { SshServer } from './support/ssh.ts';

// A real sshd in a real machine on which the honest lab was walked. What happens there is looked at from the inside.
const NAME = `e2e-ssh-${process.pid}`;
let inside: Machine;
let server: SshServer;

beforeAll(async () => {
  inside = await labMachine(NAME, { walked: true });
  server = await SshServer.start(inside);
});
afterAll(async () => {
  await server?.stop();
  await sandboxDown(NAME);
});
beforeEach(() => {
  vi.stubEnv('TMPDIR', server.file('tmp'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function login(url = server.url, options: Partial<SshOptions> = {}): Promise<Machine> {
  const env = { PATH: process.env.PATH, HOME: server.folder };
  return await sshMachine(parseSshTarget(url) as SshTarget, {
    env,
    configFile: server.file('config'),
    ...options,
  });
}

/** Logs in, works, and closes. */
async function withLogin<T>(work: (machine: Machine) => Promise<T>): Promise<T> {
  const machine = await login();
  try {
    return await work(machine);
  } finally {
    await machine.close();
  }
}

/** What runs in the machine and looks like `pattern`. */
const running = async (pattern: string) => (await inside.run(['pgrep', '-fa', pattern])).stdout;

describe('a command over ssh', () => {
  let machine: Machine;
  const shell = (script: string, options = {}) => machine.run(['sh', '-c', script], options);

  beforeAll(async () => {
    vi.stubEnv('TMPDIR', server.file('tmp'));
    machine = await login();
  });
  afterAll(() => machine.close());

  test('gets its words, environment, folder and input unchanged', async () => {
    const words = [
      '',
      ' ',
      "it's",
      '"$HOME"',
      '`id`',
      '$(id)',
      '\\n',
      'a\nb',
      '*',
      '-x',
      '!!',
      'é한中😀',
      '\t;&|<>#~',
    ];
    const show =
      'import json,os,sys; print(json.dumps([sys.argv[1:], dict(os.environ), os.getcwd(), sys.stdin.read()]))';
    const env = { PATH: '/usr/bin:/bin', 'A b': "c 'd'\n", HANGUL: '한' };
    const result = await machine.run(['python3', '-I', '-c', show, ...words], {
      env,
      cwd: '/var/tmp',
      stdin: 'line 1\nline 2 é',
    });
    expect(result).toMatchObject({ exitCode: 0, stderr: '', timedOut: false, truncated: false });
    const [argv, found, cwd, input] = JSON.parse(result.stdout);
    expect(argv).toEqual(words);
    // Python itself adds LC_CTYPE where no locale is set.
    expect({ ...found, LC_CTYPE: undefined }).toEqual({ ...env, LC_CTYPE: undefined });
    expect(cwd).toBe('/var/tmp');
    expect(input).toBe('line 1\nline 2 é');
  });

  test('is not disturbed by what a login shell prints', async () => {
    await sh(inside, 'mv /root/.bashrc /root/.bashrc.kept; echo "echo welcome; echo oh >&2" >/root/.bashrc');
    try {
      expect(await shell('echo out; echo err >&2')).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
    } finally {
      await sh(inside, 'mv /root/.bashrc.kept /root/.bashrc');
    }
  });

  test('gives back its exit status, 255 too', async () => {
    expect(await shell('exit 255')).toMatchObject({ exitCode: 255 });
    expect(await shell('echo no >&2; exit 127')).toMatchObject({ exitCode: 127, stderr: 'no\n' });
    expect(await shell('kill -9 $$')).toMatchObject({ exitCode: null, timedOut: false });
  });

  test('that does not read its input ends all the same', async () => {
    expect(await machine.run(['true'], { stdin: 'x'.repeat(1_000_000) })).toMatchObject({ exitCode: 0 });
  });

  test('that cannot be started is told apart from one that fails', async () => {
    const notStarted = { name: 'MachineError', reason: 'command-not-started' };
    await expect(machine.run(['no-such-program'])).rejects.toMatchObject(notStarted);
    await expect(machine.run(['/etc/passwd'])).rejects.toMatchObject(notStarted);
    await expect(machine.run(['true'], { cwd: '/no/such/folder' })).rejects.toMatchObject(notStarted);
  });

  test('without a first line is run by sh, as on the machine itself', async () => {
    await sh(inside, `printf 'echo "$0 $1"' >/root/plain; chmod 755 /root/plain`);
    const answers = await Promise.all([inside, machine].map((at) => at.run(['/root/plain', 'x'])));
    expect(answers.map(({ stdout }) => stdout)).toEqual(['/root/plain x\n', '/root/plain x\n']);
  });

  test('has its output cut where it is made', async () => {
    const result = await shell('yes | head -c 30000000; echo e >&2', { maxOutputBytes: 1_000 });
    expect(result).toMatchObject({ exitCode: 0, truncated: true, stderr: 'e\n' });
    expect(result.stdout).toHaveLength(1_000);
  });

  test('is killed with its process group at its end, at its deadline and on abort', async () => {
    const linger = 'sleep 4721 & (trap "" TERM HUP; sleep 4722) & ';
    expect(await shell(linger)).toMatchObject({ exitCode: 0, timedOut: false });
    expect(await running('sleep 472')).toBe('');

    const late = await shell(`${linger} echo on; wait`, { timeoutMs: 1_000 });
    expect(late).toMatchObject({ exitCode: null, timedOut: true, stdout: 'on\n' });
    expect(await running('sleep 472')).toBe('');

    const controller = new AbortController();
    const aborted = shell(`${linger} wait`, { signal: controller.signal });
    await expect.poll(() => running('sleep 4722'), { timeout: 20_000 }).not.toBe('');
    controller.abort(new Error('given up'));
    await expect(aborted).rejects.toThrow('given up');
    await expect.poll(() => running('sleep 472'), { timeout: 10_000 }).toBe('');
  });

  test('runs beside more others than sshd has sessions for', async () => {
    const words = Array.from({ length: 20 }, (_, n) => `word ${n}`);
    const outputs = await Promise.all(words.map((word) => machine.run(['echo', word])));
    expect(outputs.map(({ stdout }) => stdout)).toEqual(words.map((word) => `${word}\n`));
  });

  test('may read and remove files', async () => {
    await sh(
      inside,
      `mkdir -p /root/files/folder; cd /root/files; printf 'a\\377\\n' >file; chmod 640 file; mkfifo fifo; ln -s file link`,
    );
    const names = ['file', 'fifo', 'link', 'folder', 'missing'];
    const read = await machine.readFiles(
      names.map((name) => `/root/files/${name}`),
      100,
    );
    expect([...read.values()].map(({ kind }) => kind)).toEqual([
      'file',
      'special',
      'link',
      'directory',
      'missing',
    ]);
    expect(read.get('/root/files/file')).toMatchObject({
      bytes: new Uint8Array([97, 255, 10]),
      mode: 0o640,
      size: 3,
    });
    await machine.removeFiles(['/root/files/link', '/root/files/missing']);
    expect(await machine.listFolder('/root/files')).toEqual(['fifo', 'file', 'folder']);
    expect(await machine.listFolder('/root/nowhere')).toBeNull();
  });

  test('needs python3 on the machine, and says so', async () => {
    await sh(inside, 'mv /usr/bin/python3 /usr/bin/python3.away');
    try {
      await expect(machine.run(['true'])).rejects.toThrow(
        /^ssh:\/\/.*its shell cannot run commands .*python3/,
      );
    } finally {
      await sh(inside, 'mv /usr/bin/python3.away /usr/bin/python3');
    }
  });
}, 60_000);

describe('a connection', () => {
  test('that is lost under a command is an error of the machine, and the command is killed', async () => {
    await withLogin(async (machine) => {
      const lost = machine.run(['sleep', '4731']);
      lost.catch(() => {}); // it is awaited below
      await expect.poll(() => running('sleep 4731'), { timeout: 20_000 }).not.toBe('');
      await sh(inside, `pkill -f '^sshd: root@notty'`);
      await expect(lost).rejects.toThrow(MachineError);
      await expect(lost).rejects.toThrow(
        /^ssh:\/\/\S+: (the connection was lost|ssh cannot reach it any more)/,
      );
      await expect.poll(() => running('sleep 4731'), { timeout: 10_000 }).toBe('');
      await expect
        .poll(() => machine.run(['true']).catch(String), { timeout: 10_000 })
        .toMatch(/connection was lost/);
      await expect(machine.listFolder('/')).rejects.toThrow('the connection was lost');
    });
  });

  test('leaves nothing here or there when it is closed', async () => {
    const machine = await login();
    await machine.tunnel('127.0.0.1', 6443);
    expect(await readdir(server.file('tmp'))).toHaveLength(1);
    await machine.close();
    expect(await readdir(server.file('tmp'))).toEqual([]);
    await expect.poll(() => running('^sshd: root'), { timeout: 10_000 }).toBe('');
    await expect(machine.run(['true'])).rejects.toThrow(MachineError);
  });

  test('leaves no process here or there when the grader is killed', async () => {
    const module = JSON.stringify(new URL('../../src/machine/ssh.ts', import.meta.url));
    // What is killed cannot clear up its folder, which is therefore another one here.
    const options = { env: { PATH: process.env.PATH }, configFile: server.file('config') };
    const script = `
      const { sshMachine } = await import(${module});
      const machine = await sshMachine(${JSON.stringify(parseSshTarget(server.url))}, ${JSON.stringify(options)});
      await machine.run(['sleep', '4741']);
    `;
    const grader: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: server.folder },
      stdio: 'inherit',
    });
    await expect.poll(() => running('sleep 4741'), { timeout: 20_000 }).not.toBe('');
    grader.kill('SIGKILL');
    await once(grader, 'exit');
    await expect.poll(() => running('sleep 4741|^sshd: root'), { timeout: 10_000 }).toBe('');
  });

  test('is made as the ssh configuration says, jump hosts included, whatever else it says', async () => {
    const config = server.file('config-alias');
    await writeFile(
      config,
      `Host lab jump
         HostName 127.0.0.1
         Port ${server.port}
         User root
       Host lab
         ProxyJump jump
         LocalForward ${server.port} 127.0.0.1:1
         ExitOnForwardFailure yes
         RemoteCommand false
         RequestTTY force
         PermitLocalCommand yes
         LocalCommand touch ${server.file('touched')}
         ControlPath ${server.file('control')}
         ControlMaster auto
         ControlPersist yes
         LogLevel QUIET
       Host *
         Include ${server.file('config')}\n`,
    );
    const machine = await login('ssh://lab', { configFile: config });
    try {
      expect(await machine.run(['echo', 'there'])).toMatchObject({ stdout: 'there\n' });
      expect((await running('^sshd: root')).match(/\n/g)?.length).toBeGreaterThan(1);
      expect(await readdir(server.folder)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/touched|control/)]),
      );
    } finally {
      await machine.close();
    }
    await expect.poll(() => running('^sshd: root'), { timeout: 10_000 }).toBe('');
  });

  test('forwards to what the machine can reach', async () => {
    await withLogin(async (machine) => {
      const socket = await machine.tunnel('127.0.0.1', server.port);
      expect(await machine.tunnel('127.0.0.1', server.port)).toBe(socket);
      expect(await greeting(socket as string)).toMatch(/^SSH-2.0-/);
    });
  });
}, 60_000);

async function greeting(socket: string): Promise<string> {
  const client = connect(socket);
  const [chunk] = await once(client, 'data');
  client.destroy();
  return String(chunk);
}

describe('no login', () => {
  const refusal = async (url: string, options: Partial<SshOptions> = {}): Promise<string> => {
    const error = await login(url, options).then(
      () => new Error('it logged in'),
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(MachineError);
    expect(await readdir(server.file('tmp'))).toEqual([]);
    const { message } = error as MachineError;
    expect(message).not.toMatch(/\p{Cc}/u);
    return message;
  };

  test('where nobody listens', async () => {
    const port = await freePort();
    expect(await refusal(`ssh://root@127.0.0.1:${port}`)).toBe(
      `ssh://root@127.0.0.1:${port}: connect to host 127.0.0.1 port ${port}: Connection refused`,
    );
  });

  test('where the name is unknown', async () => {
    expect(await refusal('ssh://no-such-host.invalid')).toContain(
      'Could not resolve hostname no-such-host.invalid',
    );
  });

  test('where the server does not know the key', async () => {
    expect(await refusal(`ssh://daemon@127.0.0.1:${server.port}`)).toMatch(
      /: daemon@127\.0\.0\.1: Permission denied \(.*\); only keys and agents are used, never a password$/,
    );
  });

  test('where the account is not to be used', async () => {
    await sh(
      inside,
      `cp -a /root/.bashrc /root/.bashrc.kept; echo '[ -z "$SSH_CLIENT" ] || { printf "\\e]0;x\\aNo entry.\\n"; exit 1; }' >/root/.bashrc`,
    );
    try {
      expect(await refusal(server.url)).toMatch(/^ssh:\/\/\S+: .*No entry$/);
    } finally {
      await sh(inside, 'mv /root/.bashrc.kept /root/.bashrc');
    }
  });

  test('where the host key is unknown', async () => {
    await writeFile(server.file('known_hosts'), '');
    try {
      expect(await refusal(server.url)).toBe(
        `${server.url}: the host key is not known here; log in once by hand (ssh ${server.url}), compare the fingerprint and accept it`,
      );
    } finally {
      await server.trustHostKey();
    }
  });

  test('where the host key has changed', async () => {
    await server.changeHostKey();
    try {
      expect(await refusal(server.url)).toContain('the host key is not the one in known_hosts');
    } finally {
      await server.trustHostKey();
    }
  });

  test('when it is given up', async () => {
    await expect(login(server.url, { signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow(
      'given up',
    );
  });

  test('where there is no ssh on this computer', async () => {
    expect(await refusal(server.url, { env: { PATH: '/nowhere' } })).toContain('openssh-client');
  });

  describe('at a server that accepts and never answers', () => {
    let silent: Server;
    let url: string;
    beforeAll(async () => {
      silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      url = `ssh://root@127.0.0.1:${(silent.address() as AddressInfo).port}`;
    });
    afterAll(() => silent.close());

    test('it is given up in time', async () => {
      const started = performance.now();
      expect(await refusal(url, { connectTimeoutMs: 1_000 })).toMatch(/timed out|no login within 2 s/);
      expect(performance.now() - started).toBeLessThan(10_000);
    });

    test('it is given up on abort', async () => {
      const controller = new AbortController();
      silent.once('connection', () => controller.abort(new Error('given up')));
      await expect(login(url, { signal: controller.signal })).rejects.toThrow('given up');
      expect(await readdir(server.file('tmp'))).toEqual([]);
    });
  });
}, 60_000);

describe('a grade over ssh', () => {
  const overSsh = (url: string, ...args: string[]) =>
    cli([...args, '--machine', url], {
      PATH: `${server.file('bin')}:${process.env.PATH}`,
      TMPDIR: server.file('tmp'),
    });

  test('is the grade of the machine, its API server reached through the tunnel', async () => {
    const { stdout, stderr, exitCode } = await overSsh(server.url, 'grade', '--format', 'json');
    const report: GradeReport = JSON.parse(stdout);
    expect(report.steps.map(({ status }) => status)).toEqual(Array(8).fill('passed'));
    expect(report.cleanUp.leftOver).toEqual([]);
    expect(exitCode, stderr).toBe(0);
    expect(await readdir(server.file('tmp'))).toEqual([]);
  });

  test.each([
    [
      'verifies the API server by the kubeconfig of the machine',
      `s#\\(certificate-authority-data:\\).*#\\1 ${otherAuthority()}#`,
      "the API server's certificate does not fit the kubeconfig",
    ],
    [
      'speaks to no other host than the machine',
      's#https://[^:]*:#https://other.example:#',
      'names the server https://other.example',
    ],
  ])('still %s', async (_what, edit, sentence) => {
    const k3s = '/etc/rancher/k3s/k3s.yaml';
    await sh(inside, `cp -a ${k3s} ${k3s}.kept; sed -i '${edit}' ${k3s}`);
    try {
      const { stdout, exitCode } = await overSsh(server.url, 'check', '1', '--quiet');
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(sentence);
      expect(exitCode).toBe(3);
    } finally {
      await sh(inside, `mv ${k3s}.kept ${k3s}`);
    }
  });

  test.each([
    ['a URL that is none', 'ssh://-oProxyCommand=id', 2, 'unknown machine ssh://-oProxyCommand=id'],
    ['a machine that is away', 'ssh://no-such-host.invalid', 3, 'Could not resolve hostname'],
  ])('%s', async (_what, url, status, sentence) => {
    const { stdout, stderr, exitCode } = await overSsh(url, 'grade');
    expect(stderr).toContain(sentence);
    expect(stdout).toBe('');
    expect(exitCode).toBe(status);
  });
});
