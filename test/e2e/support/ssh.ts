import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Machine } from '../../../src/machine/machine.ts';
import { freePort } from '../../../src/sandbox/free-port.ts';
import { sh } from './lab.ts';

const SSH = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).trim();
const UNIT = 'e2e-sshd.service';

/** A real sshd inside a machine, and a client that knows its key and may log in as root. */
export class SshServer {
  readonly #inside: Machine;
  readonly port: number;
  /** The client's own place: its configuration `config`, `key`, `known_hosts`, and `bin` with an `ssh` that uses them. */
  readonly folder: string;

  private constructor(inside: Machine, port: number, folder: string) {
    this.#inside = inside;
    this.port = port;
    this.folder = folder;
  }

  /** @param port where it listens; default a free one */
  static async start(inside: Machine, port?: number): Promise<SshServer> {
    const folder = await mkdtemp(join(tmpdir(), 'e2e-'));
    const server = new SshServer(inside, port ?? (await freePort()), folder);
    await mkdir(join(folder, 'bin'));
    await mkdir(join(folder, 'tmp'));
    const config = server.file('config');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', server.file('key')]);
    await writeFile(
      config,
      `Host *\nIdentityFile ${server.file('key')}\nIdentitiesOnly yes\nGlobalKnownHostsFile none\nUserKnownHostsFile ${server.file('known_hosts')}\n`,
    );
    await writeFile(server.file('bin/ssh'), `#!/bin/sh\nexec ${SSH} -F ${config} "$@"\n`);
    await chmod(server.file('bin/ssh'), 0o755);
    await sh(
      inside,
      `mkdir -p /root/e2e-ssh; cat >/root/e2e-ssh/authorized_keys <<<'${await readFile(server.file('key.pub'), 'utf8')}'
       printf '%s\\n' 'Port ${server.port}' 'ListenAddress 127.0.0.1' 'PidFile none' 'HostKey /root/e2e-ssh/host_key' \\
         'AuthorizedKeysFile /root/e2e-ssh/authorized_keys' >/root/e2e-ssh/sshd_config`,
    );
    await server.#run();
    await server.trustHostKey();
    return server;
  }

  get url(): string {
    return `ssh://root@127.0.0.1:${this.port}`;
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  /** Starts it again with a host key that nobody has seen. */
  async changeHostKey(): Promise<void> {
    await sh(this.#inside, `systemctl stop ${UNIT}`);
    await this.#run();
  }

  /** Writes its present host key into the client's known_hosts. */
  async trustHostKey(): Promise<void> {
    const key = (await sh(this.#inside, 'cat /root/e2e-ssh/host_key.pub')).trim();
    await writeFile(this.file('known_hosts'), `[127.0.0.1]:${this.port} ${key}\n`);
  }

  async stop(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  async #run(): Promise<void> {
    await sh(
      this.#inside,
      `cd /root/e2e-ssh; rm -f host_key*; ssh-keygen -q -t ed25519 -N '' -f host_key; mkdir -p /run/sshd
       systemd-run --quiet --collect --unit=${UNIT} --property=Type=notify /usr/sbin/sshd -D -e -f /root/e2e-ssh/sshd_config`,
    );
  }
}
