import { type Markup, markup } from './markup.ts';

const MAX_LINES = 200;
const MAX_LENGTH = 2000;

/** A value as indented JSON, a text as itself, line by line; what is very long is cut. */
export function linesOf(value: unknown): string[] {
  const shown = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const lines = typeof value === 'string' ? [shown] : shown.split('\n');
  const kept = lines.map((line) => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line));
  return kept.length > MAX_LINES ? [...kept.slice(0, MAX_LINES), '…'] : kept;
}

/** Lines of code. */
export const block = (lines: readonly (Markup | string)[]): Markup =>
  markup`<pre><code>${lines.map((line, i) => [i === 0 ? '' : markup`\n`, line])}</code></pre>`;

/** Two values in lines, with a mark on what the other one does not have. */
export function compare(
  wanted: readonly string[],
  found: readonly string[],
): [wanted: Markup, found: Markup] {
  if (wanted.length === 1 && found.length === 1) {
    const [a, b] = [[...(wanted[0] ?? '')], [...(found[0] ?? '')]];
    const [head, tail] = commonEnds(a, b);
    if (head + tail === 0) return [block(wanted), block(found)];
    return [block([marked(a, head, tail)]), block([marked(b, head, tail)])];
  }
  const common = commonLines(wanted, found);
  const side = (lines: readonly string[], which: 0 | 1) => {
    const kept = new Set(common.map((pair) => pair[which]));
    return block(lines.map((line, i) => (kept.has(i) ? line : marked([...line], indentOf(line), 0))));
  };
  return [side(wanted, 0), side(found, 1)];
}

function marked(line: string[], head: number, tail: number): Markup {
  const end = line.length - tail;
  const [before, own, after] = [line.slice(0, head), line.slice(head, end), line.slice(end)];
  return markup`${before}${own.length > 0 && markup`<mark>${own}</mark>`}${after}`;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** How many characters two texts share at their beginning and end; none when that is less than half of them. */
function commonEnds(a: string[], b: string[]): [head: number, tail: number] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return head + tail < Math.max(a.length, b.length) / 2 ? [0, 0] : [head, tail];
}

/** The longest sequence of lines that both have, as pairs of indexes. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[];
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
