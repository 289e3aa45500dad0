import stringWidth from 'string-width';

const ESC = '\\u001b\\[\\d+m';
/** Characters that stand in a square of their own; a line can end between any two of them. */
const SQUARE = '[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]';
/** What belongs to the word before it: a unit, and a Korean particle written apart from a foreign word. */
const TAIL =
  '(?:(?<=\\d) (?:m?s(?!\\w)|[秒步行列])|(?<![가-힣]) (?:은|는|이|가|을|를|의|에|와|과|로|도|만|에서|에는|으로|까지|부터|보다|처럼)(?![가-힣]))?';
/** A command in backticks; a square; a run of anything else but blanks; blanks. Colour belongs to what follows it. */
const PARTS = new RegExp(
  `(?:${ESC})*(?:\`[^\`]+\`|${SQUARE}|(?:(?!${SQUARE}|${ESC})[^ \`])+${TAIL}|\`)(?:${ESC})*| +|(?:${ESC})+`,
  'gu',
);
const IS_SQUARE = new RegExp(SQUARE, 'u');
/** What must not begin a line, and what must not end one. */
const CLOSING = /^(?:\p{Pe}|\p{Pf}|[，。、；：！？…—.,;:!?'"])/u;
const OPENING = /(?:\p{Ps}|\p{Pi})$/u;
const COLOUR = new RegExp(ESC, 'gu');
/** What even a torn word keeps together: a colour, a character with its marks. */
const UNITS = new RegExp(`${ESC}|\\P{M}\\p{M}*|\\p{M}`, 'gu');
const bare = (part: string): string => part.replaceAll(COLOUR, '');

/**
 * Breaks a text into lines of at most `columns`, where a wide character counts two. Lines end at blanks, and between
 * Han characters as Chinese is set; a word, a command in backticks or an address is torn only when it is longer than
 * a whole line, then at a blank or behind a slash if there is one. Colour is kept and has no width.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  let gap = '';
  for (const piece of pieces(text, columns)) {
    if (piece.startsWith(' ')) {
      gap = piece;
      continue;
    }
    const wide = widthOf(piece);
    if (line !== '' && used + gap.length + wide <= columns) {
      line += gap + piece;
      used += gap.length + wide;
    } else {
      const torn = wide > columns ? tear(piece, columns) : [piece];
      lines.push(...(line === '' ? [] : [line]), ...torn.slice(0, -1));
      line = torn.at(-1) ?? '';
      used = widthOf(line);
    }
    gap = '';
  }
  return [...lines, line];
}

/** How many columns a text takes; a wide character takes two, colour none. */
export function widthOf(text: string): number {
  // Nearly every text is of these, and segmenting it into graphemes takes long.
  if (/^[ -~가-힣一-鿿、。！（），：；？]*$/.test(text))
    return text.length + text.replaceAll(/[ -~]/g, '').length;
  return stringWidth(text);
}

/** What is kept together, and the blanks between. */
function pieces(text: string, columns: number): string[] {
  const joined: string[] = [];
  for (const part of text.match(PARTS) ?? []) {
    const last = joined.at(-1);
    if (last !== undefined && !last.endsWith(' ') && !part.startsWith(' ') && !canBreak(last, part))
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  // What is wider than a line is torn at its blanks if that helps, else behind its slashes.
  return [/ +|[^ ]+/g, / +|[^/]*\/+|[^/]+/g].reduce(
    (whole, seam) =>
      whole.flatMap((piece) => (widthOf(piece) > columns ? (piece.match(seam) ?? []) : [piece])),
    joined,
  );
}

function canBreak(before: string, after: string): boolean {
  const [a, b] = [bare(before), bare(after)];
  const bySquares = IS_SQUARE.test([...a].at(-1) ?? '') || IS_SQUARE.test([...b][0] ?? '');
  return bySquares && !OPENING.test(a) && !CLOSING.test(b);
}

/** A piece that is wider than a line, in parts that are not. */
function tear(piece: string, columns: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const [unit] of piece.matchAll(UNITS)) {
    if (part !== '' && widthOf(part + unit) > columns) {
      parts.push(part);
      part = '';
    }
    part += unit;
  }
  return [...parts, part];
}

/** Pads a text with blanks to a display width. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** A text wrapped at `columns`, with `first` blanks before its first line and `rest` before the others. */
export const indent = (line: string, columns: number, first: number, rest: number): string[] =>
  wrap(line, columns - rest).map((part, i) => `${' '.repeat(i === 0 ? first : rest)}${part}`);
