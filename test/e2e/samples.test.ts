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

/** Options of a run, with the sandboxes that it says it starts. */
function options(signal: AbortSignal) {
  const started: string[] = [];
  const progress = (line: string) => {
    const [, name] = /^sandbox (\S+): starting$/.exec(line) ?? [];
    if (name !== undefined) started.push(name);
  };
  const lock = lockHolder(process.pid);
  return { started, progress, signal, env: process.env, graderVersion: '0.0.0', lock };
}
const stillUp = async (names: string[]) => (await listSandboxes()).filter(({ name }) => names.includes(name));

it(
  'judges representative samples as the rulebook does, and leaves nothing behind',
  async () => {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const run = options(abort.signal);
    const result = await runSamples({ ...run, names: REPRESENTATIVE, jobs: 2 });
    expect(result.agrees, renderSamples(result, 'terminal')).toBe(true);
    expect(result.replaced).toEqual([]);
    expect(run.started).not.toEqual([]);
    expect(await stillUp(run.started)).toEqual([]);
  },
  TIMEOUT_MS,
);

it('removes its sandboxes when it is interrupted', async () => {
  const abort = new AbortController();
  const reason = new DOMException('enough', 'AbortError');
  const run = options(abort.signal);
  const progress = (line: string) => {
    run.progress(line);
    if (line.includes('walking')) abort.abort(reason);
  };
  await expect(runSamples({ ...run, progress, names: ['honest'] })).rejects.toBe(reason);
  expect(run.started).toHaveLength(1);
  expect(await stillUp(run.started)).toEqual([]);
}, 120_000);
