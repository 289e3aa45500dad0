import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { classFiles } from '../../../reports/class/index.ts';
import { en } from '../../../reports/messages/en.ts';
import { ko } from '../../../reports/messages/ko.ts';
import type { ClassSummary, Result } from '../../../schemas/types/class.schema.d.ts';
import { gradeOf } from '../../../src/roster/summary.ts';
import { keys, unavailable } from '../../support/evidence.ts';
import { judged } from '../../support/verdict.ts';

const about = (id: string, name = `Name of ${id}`) => ({
  id,
  name,
  machine: `ssh://root@${id}`,
  gradedNow: true,
});
const learners: Result[] = [
  { ...about('ada'), ...gradeOf(judged()) },
  { ...about('bob'), ...gradeOf(judged(keys('drift.json', { reverted_to: 99 }))) },
  { ...about('cyd'), ...gradeOf(judged(unavailable('api-unreachable', 'deletion'))) },
  { ...about('dan'), status: 'error', cause: 'no route, "really"' },
  { ...about('eve'), status: 'pending' },
];
const summary = (all: Result[] = learners): ClassSummary => ({
  classVersion: 1,
  graderVersion: 'test',
  finishedAt: '2026-12-01T00:00:00.000Z',
  learners: all,
  copies: { clusters: [], uids: [], scripts: [] },
});
const filesOf = (all?: Result[]) => classFiles(en, ['canvas', 'moodle'], 'Lab 3 (77)')(summary(all));
const rows = (name: string, all?: Result[]): string[][] => parse(filesOf(all)[name] ?? '', { bom: true });

describe('the tables of a class', () => {
  test('class.csv has a row a learner, with the status of each step', () => {
    expect(rows('class.csv')).toEqual([
      [
        'id',
        'name',
        'machine',
        'status',
        'earned',
        'possible',
        ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `step${n}`),
        'cause',
      ],
      ['ada', 'Name of ada', 'ssh://root@ada', 'passed', '8', '8', ...Array(8).fill('passed'), ''],
      ['bob', 'Name of bob', 'ssh://root@bob', 'failed', '7', '8', ...learnersSteps(1), ''],
      ['cyd', 'Name of cyd', 'ssh://root@cyd', 'error', '7', '7', ...learnersSteps(2), 'api-unreachable 6'],
      ['dan', 'Name of dan', 'ssh://root@dan', 'error', '', '', ...Array(8).fill(''), 'no route, "really"'],
      ['eve', 'Name of eve', 'ssh://root@eve', 'pending', '', '', ...Array(8).fill(''), ''],
    ]);
  });

  test('Canvas gets the points of those who are judged wholly, and of nobody else', () => {
    expect(rows('gradebook-canvas.csv')).toEqual([
      ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section', 'Lab 3 (77)'],
      ['    Points Possible', '', '', '', '', '8'],
      ['Name of ada', '', 'ada', 'ada', '', '8'],
      ['Name of bob', '', 'bob', 'bob', '', '7'],
      ['Name of cyd', '', 'cyd', 'cyd', '', ''],
      ['Name of dan', '', 'dan', 'dan', '', ''],
      ['Name of eve', '', 'eve', 'eve', '', ''],
    ]);
  });

  test('Moodle gets them with a word on what was not passed', () => {
    expect(rows('gradebook-moodle.csv')).toEqual([
      ['ID number', 'Name', 'Lab 3 (77)', 'Feedback'],
      ['ada', 'Name of ada', '8', ''],
      ['bob', 'Name of bob', '7', 'step 5 not passed'],
      ['cyd', 'Name of cyd', '', ''],
      ['dan', 'Name of dan', '', ''],
      ['eve', 'Name of eve', '', ''],
    ]);
  });

  test('Moodle shows the feedback to learners, in their language', () => {
    const files = classFiles(ko, ['moodle'])(summary());
    expect(parse(files['gradebook-moodle.csv'] ?? '')[2]?.at(-1)).toBe('통과 못 한 단계 5');
    expect(files['class.csv']).toBe(classFiles(en)(summary())['class.csv']);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])(
    '%j is no formula to a spreadsheet',
    (name) => {
      for (const file of ['class.csv', 'gradebook-canvas.csv', 'gradebook-moodle.csv'])
        for (const cell of rows(file, [{ ...about('ada', name), status: 'error', cause: name }]).flat())
          expect(cell).not.toMatch(/^[=+\-@\t\r＝]/);
    },
  );

  test('only the gradebooks that were asked for are there', () => {
    expect(Object.keys(classFiles(en)(summary()))).toEqual(['class.html', 'class.csv']);
  });
});

function learnersSteps(index: number): string[] {
  return learners[index]?.steps?.map(({ status }) => status) ?? [];
}
