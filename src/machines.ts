import { localMachine } from './machine/local.ts';
import type { Machine } from './machine/machine.ts';
import { sshMachine } from './machine/ssh.ts';
import { parseSshTarget, type SshTarget, sshUrl } from './machine/ssh-target.ts';
import { type Env, isSandboxName, sandboxMachine } from './sandbox/index.ts';

/** Which machine is meant, before anything of it was looked at. */
export type MachineSpec =
  | { kind: 'local' }
  | { kind: 'sandbox'; sandbox: string }
  | { kind: 'ssh'; target: SshTarget };

/** Parses a machine as the command line and rosters name it; `null` when it is none. */
export function parseMachine(text: string): MachineSpec | null {
  if (text === 'local') return { kind: 'local' };
  const [, sandbox] = /^sandbox:(.*)$/s.exec(text) ?? [];
  if (sandbox !== undefined) return isSandboxName(sandbox) ? { kind: 'sandbox', sandbox } : null;
  const target = parseSshTarget(text);
  return target === null ? null : { kind: 'ssh', target };
}

/** The text that {@link parseMachine} makes this of. */
export function machineName(spec: MachineSpec): string {
  switch (spec.kind) {
    case 'local':
      return 'local';
    case 'sandbox':
      return `sandbox:${spec.sandbox}`;
    case 'ssh':
      return sshUrl(spec.target);
  }
}

/**
 * Opens the way to a machine, which the caller must `close`.
 *
 * @returns the machine, and whether it is somebody else's
 * @throws MachineError or SandboxError when there is no way to it, `signal.reason` when aborted
 */
export async function openMachine(
  spec: MachineSpec,
  options: { env: Env; signal: AbortSignal },
): Promise<{ machine: Machine; foreign: boolean }> {
  switch (spec.kind) {
    case 'local':
      return { machine: localMachine(), foreign: false };
    case 'sandbox':
      return { machine: await sandboxMachine(spec.sandbox), foreign: true };
    case 'ssh':
      return { machine: await sshMachine(spec.target, options), foreign: true };
  }
}
