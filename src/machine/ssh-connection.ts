import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConnectionError, MachineError } from './machine.ts';
import { killGroup, spawnLimited } from './spawn.ts';
import { type SshTarget, sshUrl } from './ssh-target.ts';

export interface SshOptions {
  /** The environment of ssh itself, for its agent and its own configuration: `process.env`. */
  env: Readonly<Record<string, string | undefined>>;
  /** An ssh configuration file instead of the person's and the computer's own (`ssh -F`). */
  configFile?: string;
  /** For each address of the host; logging in may take twice that in all. Default 10 000 ms. */
  connectTimeoutMs?: number;
  signal?: AbortSignal;
}

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
const FORWARD_TIMEOUT_MS = 10_000;

/** How soon a machine that no longer answers is given up: 3 × 5 s. */
const ALIVE = ['-o', 'ServerAliveInterval=5', '-o', 'ServerAliveCountMax=3'];

/** Nothing is asked, nobody's terminal, agent or display is lent to the machine. */
const QUIET = ['-T', '-a', '-x', '-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR'];

/**
 * One login on a machine by the system's ssh, which all commands and forwarded sockets share (ssh's ControlMaster).
 * It ends with {@link SshConnection.close}, or when this process dies: the login runs a `cat` on an input of ours.
 */
export class SshConnection {
  readonly #name: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #master: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #forwarded = new Map<string, Promise<string>>();
  #stderr = '';

  private constructor(target: SshTarget, options: SshOptions, folder: string) {
    const seconds = Math.ceil((options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS) / 1000);
    const config = options.configFile === undefined ? [] : ['-F', resolve(options.configFile)];
    const login = [
      ...(target.user === undefined ? [] : ['-l', target.user]),
      ...(target.port === undefined ? [] : ['-p', String(target.port)]),
    ];
    const master = ['ControlMaster=yes', 'ControlPersist=no', `ConnectTimeout=${seconds}`];
    const alone = ['ClearAllForwardings=yes', 'PermitLocalCommand=no', 'RemoteCommand=none'];
    const settings = [...master, ...alone].flatMap((setting) => ['-o', setting]);
    this.#name = sshUrl(target);
    // The ssh of a jump host does not hear of BatchMode; it has no terminal, and is to open no window either.
    this.#env = { ...options.env, SSH_ASKPASS_REQUIRE: 'never' };
    this.#folder = folder;
    this.#master = spawn(
      'ssh',
      [
        ...[...config, ...QUIET, ...ALIVE, ...settings, '-S', join(folder, 'c'), ...login],
        ...['--', target.host, 'exec cat'],
      ],
      { env: this.#env, detached: true, stdio: 'pipe' },
    );
    this.#ended = once(this.#master, 'close').catch(() => undefined); // open() tells why it could not be started
    this.#master.stdin?.on('error', () => {}); // it has ended, which is seen elsewhere
    this.#master.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-8192);
    });
  }

  /**
   * Logs in.
   *
   * @throws MachineError in one sentence when there is no ssh, no way to the machine, no known host key or no login;
   *   `signal.reason` when aborted
   */
  static async open(target: SshTarget, options: SshOptions): Promise<SshConnection> {
    options.signal?.throwIfAborted();
    const connection = new SshConnection(target, options, await mkdtemp(join(shortTmpdir(), 'cnpa-op-')));
    try {
      const limitMs = 2 * (options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS);
      await connection.#loggedIn(limitMs, options.signal);
    } catch (error) {
      await connection.close();
      options.signal?.throwIfAborted();
      throw error instanceof MachineError ? error : noSsh(error);
    }
    return connection;
  }

  /** Why the connection is gone; `null` while it is there. */
  get lost(): string | null {
    if (this.#master.exitCode === null && this.#master.signalCode === null) return null;
    return `${this.#name}: the connection was lost${this.#detail(this.#stderr)}`;
  }

  /**
   * The command line that gives `line` to the login shell of the machine, over this connection and never over
   * another one.
   */
  argv(line: string): [string, ...string[]] {
    return ['ssh', ...this.#shared(), '--', 'machine', line];
  }

  /** A unix socket, open to this user alone, whose connections go on from the machine to `host`:`port`. */
  forward(host: string, port: number): Promise<string> {
    const to = `${host}:${port}`;
    const known = this.#forwarded.get(to);
    if (known !== undefined) return known;
    const path = join(this.#folder, String(this.#forwarded.size));
    const opening = this.#forward(path, to);
    this.#forwarded.set(to, opening);
    return opening;
  }

  /** The error of a command of {@link argv} that brought no answer. */
  failure(exitCode: number | null, stderr: string): MachineError {
    if (this.lost !== null) return new ConnectionError(this.lost);
    const detail = this.#detail(stderr);
    return exitCode === 255
      ? new ConnectionError(`${this.#name}: ssh cannot reach it any more${detail}`)
      : new MachineError(`${this.#name}: its shell cannot run commands for us${detail}`);
  }

  /** Ends the connection, with all that goes over it, and removes its sockets. */
  async close(): Promise<void> {
    if (this.lost === null) killGroup(this.#master);
    await this.#ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The machine's `cat` sends our greeting back: the login works, and the control socket is there. */
  async #loggedIn(limitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const greeting = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let seen = '';
    this.#master.stdout?.on('data', (chunk: Buffer) => {
      seen = (seen + chunk.toString('latin1')).slice(-4096);
      if (seen.includes(greeting)) resolve();
    });
    this.#master.once('error', reject);
    // An account that is not to be used says so on stdout.
    void this.#ended.then(() => reject(connectError(this.#name, this.#stderr.trim() ? this.#stderr : seen)));
    const timer = setTimeout(
      () => reject(new ConnectionError(`${this.#name}: no login within ${limitMs / 1000} s`)),
      limitMs,
    );
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#master.stdin?.write(`${greeting}\n`);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  async #forward(path: string, to: string): Promise<string> {
    const request = [
      'ssh',
      ...this.#shared(),
      '-O',
      'forward',
      '-L',
      `${path}:${to}`,
      '--',
      'machine',
    ] as const;
    const { exitCode, stderr } = await spawnLimited(request, {
      env: this.#env as Record<string, string>,
      timeoutMs: FORWARD_TIMEOUT_MS,
    });
    if (exitCode === 0) return path;
    throw new MachineError(this.lost ?? `${this.#name}: no way to ${to} there${this.#detail(stderr)}`);
  }

  /** When the shared connection is gone, ssh would make one of its own: the proxy command keeps it from that. */
  #shared(): string[] {
    const settings = ['-o', 'ControlMaster=no', '-o', 'ProxyCommand=false'];
    return ['-F', 'none', ...QUIET, ...settings, '-S', join(this.#folder, 'c')];
  }

  #detail(stderr: string): string {
    const line = lastLine(stderr);
    return line === undefined ? '' : `: ${line}`;
  }
}

/** ssh adds 17 characters to the name of a socket, and a socket's name has room for about 100. */
function shortTmpdir(): string {
  return /^[\w./+-]{1,60}$/.test(tmpdir()) ? tmpdir() : '/tmp';
}

function noSsh(error: unknown): MachineError {
  const { code, message } = error as NodeJS.ErrnoException;
  const what = code === 'ENOENT' ? "install OpenSSH's client (Debian: openssh-client)" : message;
  return new MachineError(`cannot run ssh on this computer: ${what}`, { cause: error });
}

/** ssh gives no codes, only sentences. */
function connectError(name: string, said: string): MachineError {
  const byHand = `log in once by hand (ssh ${name})`;
  if (/host identification has changed|^Host key for .* has changed/im.test(said)) {
    return new MachineError(
      `${name}: the host key is not the one in known_hosts; if the machine was made anew, remove the old key (ssh-keygen -R) and ${byHand}`,
    );
  }
  if (/^Host key verification failed/m.test(said)) {
    return new MachineError(
      `${name}: the host key is not known here; ${byHand}, compare the fingerprint and accept it`,
    );
  }
  const line = lastLine(said) ?? 'ssh ended without a word';
  if (!/permission denied/i.test(line)) return new ConnectionError(`${name}: ${line}`);
  return new MachineError(`${name}: ${line}; only keys and agents are used, never a password`);
}

/** What ssh says when it was kept from making a connection of its own. */
const NOT_MEANT = /^Connection closed by UNKNOWN port/;
const MAX_LINE = 200;

/** The last line of ssh's error output that says something; some of it may be the machine's own words. */
function lastLine(stderr: string): string | undefined {
  return stderr
    .split('\n')
    .map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').trim())
    .filter((line) => line !== '' && !NOT_MEANT.test(line))
    .at(-1)
    ?.replace(/^ssh: /, '')
    .replace(/\.$/, '')
    .slice(0, MAX_LINE);
}
