import type { ClassSummary, Place, Result, ResultStep } from '../../schemas/types/class.schema.d.ts';
import { STEPS } from '../../src/lab.ts';
import { median } from '../../src/median.ts';
import { type Messages, nameOf, text } from '../messages/text.ts';

export const STATUSES = ['passed', 'failed', 'error', 'pending'] as const satisfies Result['status'][];
export const MARKS = { passed: '✓', failed: '✗', error: '?', pending: '·' } as const;

export const countOf = ({ learners }: ClassSummary, status: Result['status']): number =>
  learners.filter((result) => result.status === status).length;

/** The steps that a learner has not passed, of those that were judged. */
export const notPassed = ({ steps = [] }: Result): number[] =>
  steps.filter(({ status }) => status === 'failed' || status === 'skipped').map(({ step }) => step);

/** Why somebody could not be graded, or not wholly; nothing when all is judged. */
export function causeOf({ cause, steps = [] }: Result, { reasons, words }: Messages): string | undefined {
  const why = [...byReason(steps)].map(([reason, which]) =>
    [words.stepNames(which), ...(reason === undefined ? [] : [nameOf(reasons, reason)])].join(words.colon),
  );
  return cause ?? (why.length === 0 ? undefined : why.join('; '));
}

/** The steps that could not be judged, those with the same reason together. */
export function byReason(steps: readonly ResultStep[]): Map<string | undefined, number[]> {
  const reasons = new Map<string | undefined, number[]>();
  for (const { step, status, reason } of steps)
    if (status === 'error') reasons.set(reason, [...(reasons.get(reason) ?? []), step]);
  return reasons;
}

/** The status of each of the eight steps, where it was graded. */
export const stepsOf = ({ steps = [] }: Result) =>
  STEPS.map((step) => steps.find((one) => one.step === step)?.status);

/** All points that there are: what could be earned, and what costs nothing because it could not be judged. */
export const pointsOf = ({ learners }: ClassSummary): number =>
  Math.max(0, ...learners.flatMap(({ score }) => (score ? [score.possible + score.notJudged] : [])));

/** The middle of the points that were earned; `undefined` when nobody has a report. */
export const medianPoints = ({ learners }: ClassSummary): number | undefined =>
  median(learners.flatMap(({ score }) => score?.earned ?? []));

/** A finding that learners failed: in which step, and how many of them. */
export interface Missed {
  id: string;
  step: number;
  count: number;
}

/** The findings that were failed, the most frequent first. */
export function mostMissed({ learners }: ClassSummary): Missed[] {
  const missed = new Map<string, Missed>();
  for (const { step, missed: ids } of learners.flatMap(({ steps = [] }) => steps)) {
    for (const id of ids) {
      const one = missed.get(`${step} ${id}`) ?? { id, step, count: 0 };
      missed.set(`${step} ${id}`, { ...one, count: one.count + 1 });
    }
  }
  return [...missed.values()].sort((a, b) => b.count - a.count || a.step - b.step || (a.id < b.id ? -1 : 1));
}

/** The shards of the class that are not here. */
export function missingShards({ shard }: ClassSummary): number[] {
  if (shard === undefined) return [];
  return Array.from({ length: shard.of }, (_, i) => i + 1).filter((index) => !shard.indexes.includes(index));
}

/** Where a uid stands: `drift.json /restored_uid`, `ResourceQuota/team-alpha/team-quota`. */
export function placeText(place: Place): string {
  if ('file' in place) return `${text(place.file)} ${text(place.pointer)}`;
  return [place.kind, place.namespace, place.name]
    .filter((part) => part !== undefined)
    .map(text)
    .join('/');
}
