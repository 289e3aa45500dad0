import { fileURLToPath } from 'node:url';
import type { Machine } from '../../../src/machine/machine.ts';
import { sandboxDown, sandboxMachine, sandboxUp } from '../../../src/sandbox/index.ts';
import { walkSubmission } from '../../../src/sandbox/submission.ts';

const HONEST = fileURLToPath(new URL('../../samples/honest', import.meta.url));
const KUBECONFIG = '/etc/rancher/k3s/k3s.yaml';

/** A sandbox for one test file; with `walked`, the honest lab has been walked in it. `audit` as in sandboxUp. */
export async function labMachine(
  name: string,
  { walked, audit = false }: { walked: boolean; audit?: boolean },
): Promise<Machine> {
  await sandboxUp({ name, env: process.env, progress: (line) => process.stderr.write(`${line}\n`), audit });
  try {
    const machine = await sandboxMachine(name);
    if (walked) await walkSubmission(machine, [HONEST], new AbortController().signal);
    return machine;
  } catch (error) {
    await sandboxDown(name);
    throw error;
  }
}

/** Runs a shell script on the machine as root with kubectl at hand; it must succeed. */
export async function sh(machine: Machine, script: string): Promise<string> {
  const env = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', KUBECONFIG };
  const { exitCode, stdout, stderr } = await machine.run(['bash', '-ec', script], {
    env,
    maxOutputBytes: 64 << 20,
    timeoutMs: 120_000,
  });
  if (exitCode !== 0) throw new Error(`${machine.name}: status ${exitCode}: ${stderr}`);
  return stdout;
}
