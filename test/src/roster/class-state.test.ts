import { expect, test } from 'vitest';
import { classProgress, learnerLine } from '../../../reports/class/progress.ts';
import { languages } from '../../../reports/messages/index.ts';
import { stageText } from '../../../reports/progress.ts';
import type { Result } from '../../../schemas/types/class.schema.d.ts';
import type { LearnerEvent } from '../../../src/roster/class.ts';
import { BEGINNING, stateAfter, timeLeftMs } from '../../../src/roster/class-state.ts';

const result = (id: string, status: Result['status'], cause?: string): Result => ({
  id,
  name: id,
  machine: `ssh://${id}`,
  status,
  gradedNow: true,
  ...(cause !== undefined && { cause }),
});

/** Six learners, two at once: two are done after 20 s each, two are under way since then. */
const EVENTS: [LearnerEvent, number][] = [
  [{ kind: 'due', count: 6 }, 0],
  [{ kind: 'begun', id: 'ada' }, 0],
  [{ kind: 'begun', id: 'bob' }, 0],
  [{ kind: 'ended', id: 'ada', result: result('ada', 'passed') }, 20_000],
  [{ kind: 'begun', id: 'cyd' }, 20_000],
  [{ kind: 'ended', id: 'bob', result: result('bob', 'error', 'no \u001b[31mroute') }, 20_000],
  [{ kind: 'begun', id: 'dan' }, 20_000],
  [{ kind: 'stage', id: 'dan', event: { kind: 'stage', stage: 'quiet' } }, 22_000],
];
const state = EVENTS.reduce((so, [event, nowMs]) => stateAfter(so, event, nowMs), BEGINNING);
const shown = (rows: number, language: 'en' | 'ko' = 'en') =>
  classProgress(state, { jobs: 2, rows, nowMs: 25_000 }, languages[language]);

test('the time that is left is told by the median of those who are done', () => {
  expect(timeLeftMs(BEGINNING, 2, 0)).toBeUndefined();
  // two under way with 15 s left each, and two who wait, on two machines at once
  expect(timeLeftMs(state, 2, 25_000)).toBe((15_000 * 2 + 20_000 * 2) / 2);
});

test('the time that is left is never less than that of one who is under way', () => {
  const events: [LearnerEvent, number][] = [
    [{ kind: 'due', count: 3 }, 0],
    [{ kind: 'begun', id: 'ada' }, 0],
    [{ kind: 'begun', id: 'bob' }, 0],
    [{ kind: 'ended', id: 'ada', result: result('ada', 'passed') }, 20_000],
    [{ kind: 'ended', id: 'bob', result: result('bob', 'passed') }, 20_000],
    [{ kind: 'begun', id: 'cyd' }, 20_000],
  ];
  const last = events.reduce((so, [event, nowMs]) => stateAfter(so, event, nowMs), BEGINNING);
  expect(timeLeftMs(last, 16, 25_000)).toBe(15_000);
});

test('machines that are off at once do not make the others quick', () => {
  const events: [LearnerEvent, number][] = [
    [{ kind: 'due', count: 5 }, 0],
    ...['off', 'ada', 'bob'].map((id): [LearnerEvent, number] => [{ kind: 'begun', id }, 0]),
    [{ kind: 'ended', id: 'off', result: result('off', 'error', 'no route') }, 10],
    [{ kind: 'begun', id: 'cyd' }, 10],
  ];
  const early = events.reduce((so, [event, nowMs]) => stateAfter(so, event, nowMs), BEGINNING);
  expect(timeLeftMs(early, 3, 10_010)).toBeGreaterThanOrEqual(10_000);
});

test('how far the class is, and who is under way with what', () => {
  expect(shown(24)).toEqual([
    '… 2 of 6 done · 1 passed · 1 error · about 35 s left',
    '  cyd  5 s',
    '  dan  5 s  '.concat(stageText({ kind: 'stage', stage: 'quiet' }, languages.en)),
  ]);
  expect(shown(24, 'ko')[0]).toBe('… 6명 중 2명 끝남 · 통과 1명 · 오류 1명 · 약 35초 남음');
});

test('no more lines than there is room for', () => {
  const crowd = Array.from({ length: 64 }, (_, i): LearnerEvent => ({ kind: 'begun', id: `learner-${i}` }));
  const many = crowd.reduce((so, event) => stateAfter(so, event, 0), BEGINNING);
  const lines = classProgress(many, { jobs: 64, rows: 24, nowMs: 1 }, languages.en);
  expect(lines.length).toBeLessThanOrEqual(23);
  expect(lines.at(-1)).toMatch(/and \d+ more/);
});

test('who is done is told with the cause, without what a terminal would obey', () => {
  expect(learnerLine(result('bob', 'error', 'no \u001b[31mroute'), languages.en)).toMatch(
    /^\? bob {2}error: no .*route$/,
  );
  expect(learnerLine(result('bob', 'error', 'no \u001b[31mroute'), languages.en)).not.toContain('\u001b');
});
