import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClassSummary } from '../../../schemas/types/class.schema.d.ts';
import { judge } from '../../../src/judge.ts';
import { STEPS } from '../../../src/lab.ts';
import { lockHolder } from '../../../src/lock-holder.ts';
import { gathered } from '../../../src/parts.ts';
import { type ClassOptions, gradeClass } from '../../../src/roster/class.ts';
import { merge } from '../../../src/roster/merge.ts';
import { type Learner, parseRoster } from '../../../src/roster/roster.ts';
import { isIn, shardOf } from '../../../src/roster/shard.ts';
import { exitCodeOfClass } from '../../../src/roster/summary.ts';
import { schemaErrors } from '../../../src/schema.ts';
import { keys } from '../../support/evidence.ts';
import { classOf, evidenceOf, files, render, temporaryFolder } from '../../support/results.ts';

const IDS = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay', 'gus'];
const roster = (ids: readonly string[] = IDS): Learner[] =>
  parseRoster(
    `id,name,machine\n${ids.map((id) => `${id},Name of ${id},ssh://root@${id}\n`).join('')}`,
    'r.csv',
  );

/** Grades by recorded evidence: bob has copied alpha's uid from ada, and eve's machine cannot be reached. */
async function grade(out: string, options: Partial<ClassOptions> = {}): Promise<ClassSummary> {
  await mkdir(out, { recursive: true });
  return await gradeClass({
    learners: roster(),
    out,
    env: {},
    graderVersion: 'test',
    lock: lockHolder(process.pid),
    render,
    files,
    progress: () => {},
    signal: new AbortController().signal,
    gradeOne: async ({ id }) => {
      if (id === 'eve') return { kind: 'error', cause: 'no route to host' };
      const uid = gathered(evidenceOf('ada').parts.teamSpaces)?.[0]?.metadata.uid;
      const evidence = evidenceOf(id, ...(id === 'bob' ? [keys('before.json', { uid })] : []));
      return { kind: 'graded', evidence, report: judge(evidence, STEPS) };
    },
    ...options,
  });
}

/** Every file below a folder with its text; the time at which a class was finished is left out. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }): Promise<[string, string]> => {
      const path = join(parentPath, name);
      const bytes = await readFile(path);
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
      return [path.slice(folder.length), text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\dZ]*/g, '')];
    });
  return Object.fromEntries(await Promise.all(texts));
}

async function shardsOf(base: string, of: number): Promise<string[]> {
  const folders = Array.from({ length: of }, (_, i) => join(base, `shard-${i + 1}`));
  for (const [i, folder] of folders.entries()) await grade(folder, { shard: { index: i + 1, of } });
  return folders;
}
const quiet = { files, progress: () => {} };

describe('shards', () => {
  test('every learner is in exactly one, whatever the others are', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 50 }), (id, of) => {
        const indexes = Array.from({ length: of }, (_, i) => i + 1);
        expect(indexes.filter((index) => isIn(id, { index, of }))).toEqual([shardOf(id, of)]);
      }),
    );
  });

  test('are of about the same size', () => {
    const shards = Array.from({ length: 1000 }, (_, i) => shardOf(`learner-${i}`, 4));
    for (const index of [1, 2, 3, 4])
      expect(Math.abs(shards.filter((shard) => shard === index).length - 250)).toBeLessThan(50);
  });

  test('say which part of the class they are, also when nobody is in them', async () => {
    const folder = await temporaryFolder();
    const summary = await grade(folder, {
      learners: roster(['ada']),
      shard: { index: 3 - shardOf('ada', 2), of: 2 },
    });
    expect(schemaErrors('class', summary)).toEqual([]);
    expect(summary.learners).toEqual([]);
    expect(summary.shard?.roster.map(({ id }) => id)).toEqual(['ada']);
  });
});

describe('merging', () => {
  test.each([1, 3])('%i shards make the same files as one run without shards', async (of) => {
    const folder = await temporaryFolder();
    const whole = await grade(join(folder, 'whole'));
    expect(whole.copies.uids.length).toBeGreaterThan(0);
    const shards = await shardsOf(folder, of);
    await mkdir(join(folder, 'merged'));
    const merged = await merge(shards.toReversed(), { out: join(folder, 'merged'), ...quiet });
    expect(await contents(join(folder, 'merged'))).toEqual(await contents(join(folder, 'whole')));
    expect(exitCodeOfClass(merged)).toBe(3);
  });

  test('leaves the learners of a shard that is not there pending; with it, it is whole', async () => {
    const folder = await temporaryFolder();
    const [first = '', second = ''] = await shardsOf(folder, 2);
    const out = join(folder, 'merged');
    await mkdir(out);
    const half = await merge([second], { out, ...quiet });
    expect(schemaErrors('class', half)).toEqual([]);
    expect(half.shard?.indexes).toEqual([2]);
    expect(half.learners.map(({ id }) => id)).toEqual(IDS);
    for (const { id, name, status } of half.learners)
      if (shardOf(id, 2) === 1) expect([name, status]).toEqual([`Name of ${id}`, 'pending']);
    expect(exitCodeOfClass(half)).toBe(3);
    await merge([first, second], { out, ...quiet });
    await grade(join(folder, 'whole'));
    expect(await contents(out)).toEqual(await contents(join(folder, 'whole')));
  });

  test.each<[string, (folder: string, shards: string[]) => Promise<[string[], string]>, RegExp]>([
    ['a folder without a class', async (f) => [[f], join(f, 'out')], /holds no class\.json/],
    [
      'a whole class',
      async (f) => {
        await grade(join(f, 'whole'));
        return [[join(f, 'whole')], join(f, 'out')];
      },
      /is a whole class, not a shard/,
    ],
    [
      'a shard that is there twice',
      async (f, [a = '']) => [[a, a], join(f, 'out')],
      /shard 1 is in .* and in /,
    ],
    [
      'shards of different counts',
      async (f, [a = '']) => {
        await grade(join(f, 'other'), { shard: { index: 2, of: 3 } });
        return [[a, join(f, 'other')], join(f, 'out')];
      },
      /is of 2 shards, .* of 3/,
    ],
    [
      'shards of different rosters',
      async (f, [a = '']) => {
        await grade(join(f, 'other'), { learners: roster(['ada']), shard: { index: 2, of: 2 } });
        return [[a, join(f, 'other')], join(f, 'out')];
      },
      /different rosters/,
    ],
    [
      'shards of different graders',
      async (f, [a = '']) => {
        await grade(join(f, 'other'), { graderVersion: 'older', shard: { index: 2, of: 2 } });
        return [[a, join(f, 'other')], join(f, 'out')];
      },
      /judged by version test, .* by older/,
    ],
    ['a shard as the result', async (_, [a = '', b = '']) => [[a, b], a], /is one of the shards/],
    [
      'a result that holds another class',
      async (f, shards) => {
        await classOf(join(f, 'out'), { zoe: [] });
        return [shards, join(f, 'out')];
      },
      /holds another class, with zoe in it/,
    ],
  ])('refuses %s, and writes nothing', async (_, prepare, why) => {
    const folder = await temporaryFolder();
    const [shards, out] = await prepare(folder, await shardsOf(folder, 2));
    await mkdir(out, { recursive: true });
    const before = await contents(folder);
    await expect(merge(shards, { out, ...quiet })).rejects.toThrow(why);
    expect(await contents(folder)).toEqual(before);
  });
});
