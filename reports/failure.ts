import type { ChalkInstance } from 'chalk';
import type { Told } from './told.ts';
import { indent, padTo, widthOf } from './wrap.ts';

/**
 * A failure at a terminal: its title, what is wrong, and rows of labels with values that may take several lines.
 *
 * @param rows which of `all` are shown; the labels are as wide as the widest of all
 */
export function failureBlock(
  { title, wrong }: Told,
  all: readonly [label: string, value: string][],
  rows: readonly [label: string, value: string][],
  mark: string,
  { chalk, columns }: { chalk: ChalkInstance; columns: number },
): string[] {
  const width = Math.max(...all.map(([label]) => widthOf(label))) + 2;
  return [
    ...indent(failureTitle(title, mark, chalk), columns, 2, 4),
    ...indent(wrong, columns, 4, 4),
    ...rows.flatMap(([label, value]) => {
      const [first = '', ...rest] = indent(value, columns, 0, 4 + width);
      return [`    ${chalk.dim(padTo(label, width))}${first}`, ...rest];
    }),
  ];
}

/** The title of a failure behind its mark. */
export const failureTitle = (title: string, mark: string, chalk: ChalkInstance): string =>
  `${chalk.red(mark)} ${chalk.bold(title)}`;
