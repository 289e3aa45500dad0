import { createHash } from 'node:crypto';

/** One of several parts of a class, each graded by a process of its own. */
export interface Shard {
  /** From 1 to `of`. */
  index: number;
  of: number;
}

/**
 * Which shard a learner is in, from 1 to `of`. It depends on the id alone, so that a learner who is added to a roster
 * moves nobody else.
 */
export const shardOf = (id: string, of: number): number =>
  (createHash('sha256').update(id).digest().readUInt32BE() % of) + 1;

export const isIn = (id: string, { index, of }: Shard): boolean => shardOf(id, of) === index;
