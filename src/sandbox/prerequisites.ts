import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hierarchies } from './cgroups.ts';
import { findControlPlane, goModule } from './control-plane.ts';
import { SandboxError } from './error.ts';
import { type Env, hasProgram, hostEnv, type Progress } from './host-command.ts';
import { hasMachineRoot } from './machine-root.ts';

const run = promisify(execFile);

/** Something that sandboxes need of the host. */
export interface Prerequisite {
  /** For people: `systemd-nspawn`. */
  what: string;
  /** The Debian package that has it; empty when no package helps. */
  package: string;
  /** What to do when `package` is empty. */
  remedy?: string;
}

/**
 * Lists what sandboxes need and this host does not have. Go is needed only while there is no control plane yet,
 * debootstrap only while there is no root file system for the machine.
 *
 * @throws SandboxError when `CNPA_CONTROL_PLANE` is set but incomplete
 */
export async function missingPrerequisites(env: Env = process.env): Promise<Prerequisite[]> {
  const missing: Prerequisite[] = [];
  if (process.geteuid?.() !== 0)
    missing.push({ what: 'the root account', package: '', remedy: 'Run it as root (sudo).' });
  const linux = parseVersion(release(), /^(\d+)\.(\d+)/);
  if (hierarchies().length === 0 || linux === undefined || isOlder(linux, [5, 14])) {
    missing.push({
      what: 'cgroup version 2',
      package: '',
      remedy: 'Mount it, and use Linux 5.14 or newer.',
    });
  }
  const need = (program: string, debianPackage: string) => {
    if (!hasProgram(env, program)) missing.push({ what: program, package: debianPackage });
  };
  need('systemd-nspawn', 'systemd-container');
  for (const program of ['unshare', 'nsenter', 'setpriv', 'flock']) need(program, 'util-linux');
  need('mount', 'mount');
  need('bash', 'bash');
  need('openssl', 'openssl');
  if (!hasMachineRoot(env)) {
    need('debootstrap', 'debootstrap');
    if (!existsSync('/usr/share/keyrings/debian-archive-keyring.gpg')) {
      missing.push({ what: "Debian's archive keys", package: 'debian-archive-keyring' });
    }
  }
  if ((await findControlPlane(env)) === undefined) missing.push(...(await missingGo(env)));
  return missing;
}

/** @throws SandboxError that lists what is missing, with the command that installs it */
export async function requirePrerequisites(env: Env): Promise<void> {
  const missing = await missingPrerequisites(env);
  if (missing.length > 0) throw new SandboxError(prerequisitesMessage(missing));
}

/** Says what is missing and what to do about it, in one paragraph. */
export function prerequisitesMessage(missing: readonly Prerequisite[]): string {
  const names = packagesOf(missing);
  return [
    `A sandbox needs ${missing.map(({ what }) => what).join(', ')}.`,
    ...(names.length > 0 ? [`Install with: apt-get install -y ${names.join(' ')}`] : []),
    ...missing.flatMap(({ remedy }) => remedy ?? []),
  ].join(' ');
}

/**
 * Installs what is missing with apt-get. Needs root and a Debian-like host.
 *
 * @throws SandboxError when something cannot be installed that way
 */
export async function installPrerequisites(progress: Progress, env: Env = process.env): Promise<void> {
  const missing = await missingPrerequisites(env);
  const unavailable = missing.filter((item) => item.package === '');
  if (unavailable.length > 0) throw new SandboxError(prerequisitesMessage(unavailable));
  const names = packagesOf(missing);
  if (names.length === 0) return;
  const aptEnv = { ...hostEnv(env), DEBIAN_FRONTEND: 'noninteractive' } as NodeJS.ProcessEnv;
  const apt = async (...args: string[]) => {
    progress(`apt-get ${args.join(' ')}`);
    try {
      await run('apt-get', args, { env: aptEnv, maxBuffer: 16 * 1024 * 1024 });
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      throw new SandboxError(`apt-get ${args.join(' ')} failed: ${stderr?.trim()}`, { cause: error });
    }
  };
  if (!(await hasPackageLists())) await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...names);
}

function packagesOf(missing: readonly Prerequisite[]): string[] {
  return [...new Set(missing.map((item) => item.package).filter((name) => name !== ''))];
}

async function hasPackageLists(): Promise<boolean> {
  const folder = '/var/lib/apt/lists';
  return existsSync(folder) && (await readdir(folder)).some((name) => /_Packages(\.|$)/.test(name));
}

async function missingGo(env: Env): Promise<Prerequisite[]> {
  const [needed, found] = await Promise.all([neededGo(), installedGo(env)]);
  if (found !== undefined && !isOlder(found, needed)) return [];
  const what = `Go ${needed.join('.')} or newer${found === undefined ? '' : ` (not ${found.join('.')})`}`;
  const remedy =
    `Install Go ${needed.join('.')} or newer from go.dev (Debian's golang-go is too old), ` +
    'or set CNPA_CONTROL_PLANE to a folder with etcd, kube-apiserver, kube-controller-manager and kubectl.';
  return [{ what, package: '', remedy }];
}

type Version = [major: number, minor: number];

async function neededGo(): Promise<Version> {
  const version = parseVersion(await readFile(join(goModule, 'go.mod'), 'utf8'), /^go (\d+)\.(\d+)/m);
  if (version === undefined) throw new SandboxError('go.mod names no version of Go');
  return version;
}

async function installedGo(env: Env): Promise<Version | undefined> {
  if (!hasProgram(env, 'go')) return undefined;
  const { stdout } = await run('go', ['version'], { cwd: '/', env: hostEnv(env) as NodeJS.ProcessEnv });
  return parseVersion(stdout, /\bgo(\d+)\.(\d+)/);
}

function parseVersion(text: string, pattern: RegExp): Version | undefined {
  const [, major, minor] = pattern.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

function isOlder([major, minor]: Version, [thanMajor, thanMinor]: Version): boolean {
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}
