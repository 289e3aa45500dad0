import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Cached, cached, cachedPath } from './cache.ts';
import { type Env, type Progress, runHostCommand, throttled } from './host-command.ts';

const suite = 'bookworm';
const packages = [
  'systemd',
  'systemd-sysv',
  'dbus',
  'jq',
  'python3',
  'ca-certificates',
  'procps',
  'openssh-server',
];

/**
 * Makes the root file system of a learner's machine: script ROOT SUITE PACKAGES.
 * The ssh server is there but off; it makes its host keys when it is first started, so no two machines share them.
 */
const script = `
set -eu
debootstrap --variant=minbase --include="$3" "$2" "$1"
cd "$1"
chroot . systemctl --quiet disable ssh.service
chroot . systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer
rm -f etc/ssh/ssh_host_*
mkdir -p etc/systemd/system/ssh.service.d
cat >etc/systemd/system/ssh.service.d/host-keys.conf <<'END'
[Service]
ExecStartPre=
ExecStartPre=/usr/bin/ssh-keygen -A
ExecStartPre=/usr/sbin/sshd -t
END
printf '127.0.0.1 localhost\\n::1 localhost\\n' >etc/hosts
: >etc/machine-id
rm -rf var/cache/apt/* var/lib/apt/lists/* var/log/*.log var/log/apt
rm -rf usr/share/doc/* usr/share/man/* usr/share/info/* usr/share/locale/*
`;

const root: Cached = {
  kind: 'machine-root',
  title: "the learner's machine",
  key: createHash('sha256')
    .update(JSON.stringify([suite, packages, script]))
    .digest('hex')
    .slice(0, 16),
};

/** True when {@link machineRoot} has nothing to make. */
export function hasMachineRoot(env: Env): boolean {
  return existsSync(cachedPath(env, root));
}

/**
 * Returns the folder with the root file system of a learner's machine, which is never written to. It is made with
 * debootstrap when it is not in the cache; that takes about a minute.
 */
export async function machineRoot(
  env: Env,
  options: { progress: Progress; signal?: AbortSignal | undefined },
): Promise<string> {
  if (hasMachineRoot(env)) return cachedPath(env, root);
  options.progress("learner's machine: installing it, once; this takes about a minute");
  const make = async (folder: string) => {
    const argv = ['sh', '-c', script, 'machine-root', folder, suite, packages.join(',')] as const;
    await runHostCommand(argv, { env, onLine: installProgress(options.progress), signal: options.signal });
  };
  return cached(env, root, make, options);
}

/** Counts debootstrap's output: `I: Retrieving NAME VERSION`, later `I: Unpacking NAME...`, `I: Configuring NAME...`. */
function installProgress(progress: Progress): Progress {
  const say = throttled(progress);
  const counts = new Map<string, number>();
  return (line) => {
    const step = /^I: (Retrieving|Unpacking|Configuring) /.exec(line)?.[1];
    if (step === undefined) return;
    const count = (counts.get(step) ?? 0) + 1;
    counts.set(step, count);
    say(`learner's machine: ${step.toLowerCase()} packages (${count})`);
  };
}
