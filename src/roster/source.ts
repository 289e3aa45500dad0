import { CsvError, type Info, parse as parseCsv } from 'csv-parse/sync';
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { type Problem, RosterError } from './problem.ts';

/** A roster as it was written: what it says, and on which line each part of it stands. */
export interface Source {
  value: unknown;
  /** Line of the value at this path, or of the nearest thing around it. */
  lineOf(path: readonly (string | number)[]): number;
}

/** @throws RosterError when it is not YAML (JSON is) */
export function yamlSource(text: string, file: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const problems = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), say: () => message }));
  if (problems.length > 0) throw new RosterError(file, problems);
  const lineOf: Source['lineOf'] = (path) => {
    for (let length = path.length; length > 0; length--) {
      const start = keyOf(path.slice(0, length)) ?? nodeAt(path.slice(0, length))?.range?.[0];
      if (start !== undefined) return lineAt(start);
    }
    return 1;
  };
  const nodeAt = (path: readonly (string | number)[]) => {
    const node = document.getIn(path, true);
    return isNode(node) ? node : undefined;
  };
  /** Where the key of a pair stands; a value may begin on a later line. */
  const keyOf = (path: readonly (string | number)[]) => {
    const map = nodeAt(path.slice(0, -1));
    const pair = isMap(map)
      ? map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      : undefined;
    return isNode(pair?.key) ? pair.key.range?.[0] : undefined;
  };
  return { value: document.toJS(), lineOf };
}

/**
 * A table with the learner's keys in its first row; an empty cell is a key that is not given.
 *
 * @throws RosterError when it is not CSV
 */
export function csvSource(text: string, file: string): Source {
  const rows = csvRows(text, file);
  const [header, ...records] = rows;
  const columns = header?.record ?? [];
  const learners = records.map(({ record }) =>
    Object.fromEntries(record.flatMap((cell, index) => (cell === '' ? [] : [[columns[index], cell]]))),
  );
  const problems = columns.flatMap((column, index): Problem[] =>
    columns.indexOf(column) === index ? [] : [{ line: 1, say: ({ roster }) => roster.columnTwice(column) }],
  );
  if (problems.length > 0) throw new RosterError(file, problems);
  return { value: { learners }, lineOf: ([, index]) => records[Number(index)]?.line ?? 1 };
}

function csvRows(text: string, file: string): { record: string[]; line: number }[] {
  try {
    const rows: unknown[] = parseCsv(text, { bom: true, info: true, trim: true, skip_empty_lines: true });
    return (rows as { record: string[]; info: Info }[]).map(({ record, info }) => ({
      record,
      line: info.lines,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines);
    const message = error.message.replace(/ (on|at) line \d+/, '');
    throw new RosterError(file, [{ line, say: () => message }]);
  }
}
