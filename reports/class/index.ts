import type { ClassSummary } from '../../schemas/types/class.schema.d.ts';
import type { Language, Messages } from '../messages/text.ts';
import { canvas, csv, moodle } from './csv.ts';
import { ASSIGNMENT, type Gradebook } from './gradebooks.ts';
import { classPage } from './page.ts';

export { classSummary } from './terminal.ts';

const gradebooks = { canvas, moodle } as const satisfies Record<
  Gradebook,
  (summary: ClassSummary, assignment: string, language: Language) => string
>;

/**
 * The files that tell of a class besides `class.json`, by their names.
 *
 * @param which the gradebooks that are asked for
 * @param assignment the name of the lab's column in them
 */
export const classFiles =
  (messages: Messages, which: readonly Gradebook[] = [], assignment: string = ASSIGNMENT) =>
  (summary: ClassSummary): Record<string, string> => ({
    'class.html': classPage(summary, messages),
    'class.csv': csv(summary),
    ...Object.fromEntries(
      which.map((name) => [
        `gradebook-${name}.csv`,
        gradebooks[name](summary, assignment, messages.language),
      ]),
    ),
  });
