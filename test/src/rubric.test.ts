import { describe, expect, test } from 'vitest';
import { judge } from '../../src/judge.ts';
import { STEPS } from '../../src/lab.ts';
import { DEFAULT_RUBRIC, loadRubric, type Rubric, RubricError, readRubric } from '../../src/rubric.ts';
import { schemaErrors } from '../../src/schema.ts';
import { type Change, evidenceWith, keys, unavailable } from '../support/evidence.ts';

const graded = (rubric: Rubric, ...changes: Change[]) => judge(evidenceWith(...changes), STEPS, rubric);
const wrongTrigger = keys('report.json', { trigger: 'edge' });
const noCrd = unavailable('api-forbidden', 'crd');

describe('a rubric', () => {
  test('may be empty: one point a step, all or nothing', () => {
    expect(readRubric('', 'rubric.yaml')).toEqual(DEFAULT_RUBRIC);
    expect(graded(DEFAULT_RUBRIC, wrongTrigger).score).toEqual({ earned: 7, possible: 8, notJudged: 0 });
  });

  test('gives steps other weights; the rest stay as they are', () => {
    const rubric = readRubric('steps: {"3": {points: 5}, "8": {points: 0.5}}', 'rubric.yaml');
    const report = graded(rubric, wrongTrigger);
    expect(report.score).toEqual({ earned: 11, possible: 11.5, notJudged: 0 });
    expect(report.steps[2]?.points).toEqual({ earned: 5, possible: 5 });
    expect(schemaErrors('grade-report', report)).toEqual([]);
  });

  test('gives partial points only where it says so', () => {
    const points = (text: string) => graded(readRubric(text, 'r'), wrongTrigger).steps[7]?.points;
    expect(points('steps: {"8": {points: 10}}')).toEqual({ earned: 0, possible: 10 });
    const { findings } = graded(DEFAULT_RUBRIC, wrongTrigger).steps[7] ?? { findings: [] };
    const counted = findings.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
    const share = counted.filter(({ outcome }) => outcome === 'passed').length / counted.length;
    expect(share).toBeGreaterThan(0);
    expect(points('steps: {"8": {points: 10, partial: true}}')).toEqual({
      earned: Math.round(share * 1000) / 100,
      possible: 10,
    });
  });

  test('is part of what a rubric digest tells apart', () => {
    const digest = (text: string) => graded(readRubric(text, 'r')).grader.rubricDigest;
    expect(digest('')).toBe(digest('steps: {"1": {points: 1}}'));
    expect(digest('')).not.toBe(digest('steps: {"1": {points: 2}}'));
  });

  test.each([
    ['that is not YAML', 'steps: [', 'rubric.yaml, line 1: this is not YAML'],
    [
      'with a step that there is not',
      'steps: {"9": {points: 1}}',
      'rubric.yaml: /steps must NOT have additional properties (9)',
    ],
    ['with negative points', 'steps: {"1": {points: -1}}', 'rubric.yaml: /steps/1/points must be >= 0'],
    [
      'with a key that is misspelt',
      'passmark: 60',
      'rubric.yaml: / must NOT have additional properties (passmark)',
    ],
    ['that is a list', '[]', 'rubric.yaml: / must be object'],
  ])('%s is refused', (_what, text, message) => {
    expect(() => readRubric(text, 'rubric.yaml')).toThrow(message);
  });
});

test('a rubric that cannot be read is refused', async () => {
  await expect(loadRubric('/none/rubric.yaml')).rejects.toThrow(RubricError);
});

describe('a pass mark', () => {
  const rubric = readRubric('passMark: 80', 'r');

  test.each<[string, Change[], boolean | undefined]>([
    ['is reached', [wrongTrigger], true],
    [
      'is not reached',
      [wrongTrigger, keys('before.json', { uid: '' }), keys('generation.json', { uid: '' })],
      false,
    ],
    ['is reached whatever the step is worth that could not be judged', [noCrd], true],
    ['is open as long as that step can decide it', [noCrd, wrongTrigger], undefined],
  ])('%s', (_what, changes, passed) => {
    const { score } = graded(rubric, ...changes);
    expect(score.passMark).toBe(80);
    expect(score.passed).toBe(passed);
  });

  test('is not mentioned when there is none', () => {
    expect(graded(DEFAULT_RUBRIC).score).not.toHaveProperty('passed');
  });
});
