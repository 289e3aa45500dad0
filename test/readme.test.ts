import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { en } from '../reports/messages/en.ts';
import { type Actions, program } from '../src/command-line/program.ts';
import { blocksOf } from './support/readme.ts';

const READMES = ['README.md', 'README.ko.md', 'README.zh.md'];
const COMMAND = /(?:npm run cnpa-op --|node \/cnpa-op\/cli\.js) ([^\n|#]*)/g;

const readme = await readFile('README.md', 'utf8');
const commands = (
  await Promise.all(READMES.map(async (file) => [...(await readFile(file, 'utf8')).matchAll(COMMAND)]))
)
  .flat()
  .map(([, args = '']) =>
    args
      .replaceAll(/\$\{\{ matrix\.index \}\}|\$shard/g, '1')
      .replaceAll(/[`']/g, '')
      .replace(/\s\s.*|\(.*|\).*/, '')
      .trim(),
  );

test.each([...new Set(commands)])('the command line takes what the README says: %s', async (line) => {
  const called: string[] = [];
  const actions = new Proxy({} as Actions, {
    get: (_, name) => () => void called.push(String(name)),
  });
  if (line.startsWith('complete ')) return;
  await program(en.usage, actions).parseAsync(line.split(/\s+/), { from: 'user' });
  expect(called).toHaveLength(1);
});

describe('the workflow of GitHub Actions', () => {
  const workflow = parse(blocksOf(readme, 'yaml').find((block) => block.includes('runs-on:')) ?? '');
  test('grades as many shards as it says, and merges them whatever became of them', () => {
    const { shard, class: whole } = workflow.jobs;
    const count = shard.strategy.matrix.index.length;
    const lines = shard.steps.map(({ run = '' }) => run).join('\n');
    expect(lines).toContain(`--shard \${{ matrix.index }}/${count} `);
    expect(shard.strategy['fail-fast']).toBe(false);
    expect([whole.needs, whole.if]).toEqual(['shard', 'always()']);
  });
});

test('the Indexed Job grades as many shards as it has indexes', () => {
  const job = parse(blocksOf(readme, 'yaml').find((block) => block.includes('kind: Job')) ?? '');
  expect(job.spec.template.spec.containers[0].args[0]).toContain(`--shard $shard/${job.spec.completions} `);
});
