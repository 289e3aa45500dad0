import { type Options, stringify } from 'csv-stringify/sync';
import type { ClassSummary, Result } from '../../schemas/types/class.schema.d.ts';
import { STEPS } from '../../src/lab.ts';
import { type Language, printable } from '../messages/text.ts';
import { byReason, notPassed, pointsOf, stepsOf } from './told.ts';
import { classWords } from './words.ts';

type Cell = string | number | undefined;

/** A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula. */
const OPTIONS: Options = { escape_formulas: true, record_delimiter: 'windows' };

const table = (rows: readonly (readonly Cell[])[], options: Options = {}): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? printable(cell) : cell))),
    { ...OPTIONS, ...options },
  );

/**
 * A row a learner, with names of columns and statuses that do not depend on the language. It begins with a byte order
 * mark, by which Excel knows UTF-8.
 */
export function csv({ learners }: ClassSummary): string {
  const steps = STEPS.map((step) => `step${step}`);
  const rows = learners.map((result) => {
    const { id, name, machine, status, score } = result;
    return [id, name, machine, status, score?.earned, score?.possible, ...stepsOf(result), causeIn(result)];
  });
  const head = ['id', 'name', 'machine', 'status', 'earned', 'possible', ...steps, 'cause'];
  return table([head, ...rows], { bom: true });
}

const causeIn = ({ cause, steps = [] }: Result): string | undefined =>
  cause ??
  [...byReason(steps)].map(([reason, which]) => `${reason ?? ''} ${which.join(' ')}`.trim()).join('; ');

/**
 * What Canvas imports under Grades: the id of the roster is the SIS user id or the login. Who could not be graded, or
 * not wholly, has an empty cell, which is no grade: one that is there already is taken away, too.
 *
 * @param assignment the name of its column; Canvas writes `Name (id)` for an assignment that is there already
 */
export function canvas(summary: ClassSummary, assignment: string): string {
  return table([
    ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section', assignment],
    ['    Points Possible', '', '', '', '', pointsOf(summary)],
    ...summary.learners.map((result) => [result.name, '', result.id, result.id, '', gradeIn(result)]),
  ]);
}

/**
 * What Moodle imports under Grades, CSV file: the id of the roster is the ID number; an empty cell is as in
 * {@link canvas}. The feedback is for the learner, in one language.
 */
export function moodle({ learners }: ClassSummary, assignment: string, language: Language): string {
  return table([
    ['ID number', 'Name', assignment, 'Feedback'],
    ...learners.map((result) => [
      result.id,
      result.name,
      gradeIn(result),
      result.status === 'failed' ? classWords[language].notPassed(notPassed(result)) : '',
    ]),
  ]);
}

const gradeIn = ({ status, score }: Result): Cell =>
  status === 'passed' || status === 'failed' ? score?.earned : undefined;
