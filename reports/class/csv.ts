import { type Options, stringify } from 'csv-stringify/sync';
import type { ClassSummary } from '../../schemas/types/class.schema.d.ts';
import { STEPS } from '../../src/lab.ts';
import { printable } from '../messages/text.ts';
import { notPassed, pointsOf, stepsOf } from './told.ts';

type Cell = string | number | undefined;

/** A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula. */
const OPTIONS: Options = { escape_formulas: true, record_delimiter: 'windows' };

const table = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? printable(cell) : cell))),
    OPTIONS,
  );

/** A row a learner, with names of columns and statuses that do not depend on the language. */
export function csv({ learners }: ClassSummary): string {
  const steps = STEPS.map((step) => `step${step}`);
  return table([
    ['id', 'name', 'machine', 'status', 'earned', 'possible', ...steps, 'cause'],
    ...learners.map((result) => {
      const { id, name, machine, status, score, cause } = result;
      return [id, name, machine, status, score?.earned, score?.possible, ...stepsOf(result), cause];
    }),
  ]);
}

/** The name of the lab's column in a gradebook. */
const ASSIGNMENT = 'TeamSpace controller lab';

/**
 * What Canvas imports under Grades: the id of the roster is the SIS user id or the login. Who could not be graded, or
 * not wholly, has an empty cell, which leaves the grade as it is.
 */
export function canvas(summary: ClassSummary): string {
  return table([
    ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section', ASSIGNMENT],
    ['    Points Possible', '', '', '', '', pointsOf(summary)],
    ...summary.learners.map((result) => [result.name, '', result.id, result.id, '', gradeIn(result)]),
  ]);
}

/** What Moodle imports under Grades, CSV file: the id of the roster is the ID number. */
export function moodle({ learners }: ClassSummary): string {
  return table([
    ['ID number', 'Name', ASSIGNMENT, 'Feedback'],
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
