import { type Options, stringify } from 'csv-stringify/sync';
import type { ClassSummary } from '../../schemas/types/class.schema.d.ts';
import { STEPS } from '../../src/lab.ts';
import { printable } from '../messages/text.ts';
import { notPassed, pointsOf, stepsOf } from './told.ts';

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
    const { id, name, machine, status, score, cause } = result;
    return [id, name, machine, status, score?.earned, score?.possible, ...stepsOf(result), cause];
  });
  const head = ['id', 'name', 'machine', 'status', 'earned', 'possible', ...steps, 'cause'];
  return table([head, ...rows], { bom: true });
}

/**
 * What Canvas imports under Grades: the id of the roster is the SIS user id or the login. Who could not be graded, or
 * not wholly, has an empty cell, which leaves the grade as it is.
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

/** What Moodle imports under Grades, CSV file: the id of the roster is the ID number. */
export function moodle({ learners }: ClassSummary, assignment: string): string {
  return table([
    ['ID number', 'Name', assignment, 'Feedback'],
    ...learners.map((result) => [
      result.id,
      result.name,
      gradeIn(result),
      result.status === 'failed' ? `not passed: ${notPassed(result).join(' ')}` : '',
    ]),
  ]);
}

const gradeIn = ({ status, score }: ClassSummary['learners'][number]): Cell =>
  status === 'passed' || status === 'failed' ? score?.earned : undefined;
