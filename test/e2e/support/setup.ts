import { installPrerequisites, sandboxDown, sandboxUp } from '../../../src/sandbox/index.ts';

/** Makes what is not cached yet, once and with its progress shown, so that no test's time depends on it. */
export default async function setup(): Promise<void> {
  const progress = (line: string) => process.stderr.write(`… ${line}\n`);
  const name = `e2e-setup-${process.pid}`;
  await installPrerequisites(progress);
  await sandboxUp({ name, env: process.env, progress });
  await sandboxDown(name);
}
