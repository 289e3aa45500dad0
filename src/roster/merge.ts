import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ClassSummary, Result, ShardInfo } from '../../schemas/types/class.schema.d.ts';
import { UsageError } from '../usage-error.ts';
import { copyResult } from './results.ts';
import { shardOf } from './shard.ts';
import { type ClassFiles, copiesAmong, readSummary, writeSummary } from './summary.ts';

export interface MergeOptions {
  /** Where the class is put together; it must be there, and may hold what an earlier merge of this class wrote. */
  out: string;
  files: ClassFiles;
  /** Told of evidence that cannot be compared. */
  progress: (line: string) => void;
}

interface Part {
  folder: string;
  summary: ClassSummary;
  shard: ShardInfo;
}

/**
 * Puts the shards of a class together: all of them make the same files as one run without shards. The learners of a
 * shard that is not there are `pending`, and the summary says which shards it has.
 *
 * @throws UsageError when the folders are not different shards of one class, judged by one grader; nothing is written
 */
export async function merge(
  folders: readonly string[],
  { out, files, progress }: MergeOptions,
): Promise<ClassSummary> {
  const parts = await Promise.all(folders.map(partIn));
  const [first] = parts;
  if (first === undefined) throw new UsageError('there is no shard to merge');
  const indexes = parts.flatMap(({ shard }) => shard.indexes).sort((a, b) => a - b);
  refuseStrangers(parts, first);
  refuseTwice(parts);
  await refuseOut(out, first, folders);

  const { of, roster } = first.shard;
  const learners = await Promise.all(
    roster.map(async (entry): Promise<Result> => {
      const part = parts.find(({ shard }) => shard.indexes.includes(shardOf(entry.id, of)));
      const result = part?.summary.learners.find(({ id }) => id === entry.id);
      if (part === undefined || result === undefined)
        return { ...entry, status: 'pending', gradedNow: false };
      if (result.steps !== undefined) await copyResult(part.folder, out, entry.id).catch(orMissing);
      return result;
    }),
  );
  const summary: ClassSummary = {
    classVersion: 1,
    graderVersion: first.summary.graderVersion,
    finishedAt:
      parts
        .map(({ summary }) => summary.finishedAt)
        .sort()
        .at(-1) ?? '',
    learners,
    copies: await copiesAmong(out, learners, progress),
    ...(indexes.length < of && { shard: { indexes, of, roster } }),
  };
  await writeSummary(out, summary, files);
  return summary;
}

function orMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new UsageError(`${error.path} is not there any more: grade that learner again`);
}

async function partIn(folder: string): Promise<Part> {
  const summary = await readSummary(folder);
  if (summary === null) throw new UsageError(`${folder} holds no class.json of a class`);
  if (summary.shard === undefined)
    throw new UsageError(`${folder} is a whole class, not a shard: there is nothing to merge`);
  return { folder, summary, shard: summary.shard };
}

function refuseStrangers(parts: readonly Part[], first: Part): void {
  for (const { folder, shard, summary } of parts) {
    if (shard.of !== first.shard.of)
      throw new UsageError(`${first.folder} is of ${first.shard.of} shards, ${folder} of ${shard.of}`);
    if (!isDeepStrictEqual(shard.roster, first.shard.roster))
      throw new UsageError(`${first.folder} and ${folder} were graded by different rosters`);
    if (summary.graderVersion !== first.summary.graderVersion)
      throw new UsageError(
        `${first.folder} was judged by version ${first.summary.graderVersion}, ${folder} by ${summary.graderVersion}: regrade one of them`,
      );
  }
}

function refuseTwice(parts: readonly Part[]): void {
  const holders = new Map<number, string>();
  for (const { folder, shard } of parts) {
    for (const index of shard.indexes) {
      const other = holders.get(index);
      if (other !== undefined)
        throw new UsageError(`shard ${index} is in ${other} and in ${folder}: only one of them can count`);
      holders.set(index, folder);
    }
  }
}

async function refuseOut(out: string, first: Part, folders: readonly string[]): Promise<void> {
  if (folders.some((folder) => resolve(folder) === resolve(out)))
    throw new UsageError(`${out} is one of the shards: name another folder with --out`);
  const there = await readSummary(out);
  const ids = new Set(first.shard.roster.map(({ id }) => id));
  const stranger = there?.learners.find(({ id }) => !ids.has(id));
  if (stranger !== undefined)
    throw new UsageError(
      `${out} holds another class, with ${stranger.id} in it: name another folder with --out`,
    );
}
