import { expect, it, onTestFinished } from 'vitest';
import { lockHolder } from '../../src/lock-holder.ts';
import { renderSamples, runSamples } from '../../src/samples/index.ts';
import { listSandboxes } from '../../src/sandbox/index.ts';

const TIMEOUT_MS = 600_000;
/** Right and wrong, by file, script and report; `npm run samples` runs all of them. */
const REPRESENTATIVE = [
  'honest',
  'dies-at-once',
  'python-behind-reconcile-sh',
  'removes-the-first-finalizer',
  'report-and-files-disagree',
];

const options = (signal: AbortSignal) => ({
  progress: () => undefined,
  signal,
  env: process.env,
  graderVersion: '0.0.0',
  lock: lockHolder(process.pid),
});
const sampleSandboxes = async () => (await listSandboxes()).filter(({ name }) => name.startsWith('samples-'));

it(
  'judges representative samples as the rulebook does, and leaves nothing behind',
  async () => {
    const before = await sampleSandboxes();
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const result = await runSamples({ ...options(abort.signal), names: REPRESENTATIVE, jobs: 2 });
    expect(result.agrees, renderSamples(result, 'terminal')).toBe(true);
    expect(result.replaced).toEqual([]);
    expect(await sampleSandboxes()).toEqual(before);
  },
  TIMEOUT_MS,
);

it('removes its sandboxes when it is interrupted', async () => {
  const before = await sampleSandboxes();
  const abort = new AbortController();
  const reason = new DOMException('enough', 'AbortError');
  const progress = (line: string) => {
    if (line.includes('walking')) abort.abort(reason);
  };
  const running = runSamples({ ...options(abort.signal), progress, names: ['honest'] });
  await expect(running).rejects.toBe(reason);
  expect(await sampleSandboxes()).toEqual(before);
}, 120_000);
