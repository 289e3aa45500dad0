import { type Markup, markup } from '../markup.ts';
import type { Actor } from '../words.ts';

/** A mark on a line of life; each actor has a shape of its own. */
export function mark(by: Actor, x: number, y: number): Markup {
  switch (by) {
    case 'grader':
      return markup`<circle class="mark grader" cx="${x}" cy="${y}" r="4.5"/>`;
    case 'controller':
      return markup`<path class="mark controller" d="M${x} ${y - 6}l6 6-6 6-6-6z"/>`;
    case 'cluster':
      return markup`<rect class="mark cluster" x="${x - 4}" y="${y - 4}" width="8" height="8"/>`;
  }
}

/** One decimal is finer than a screen. */
export const round = (n: number): number => Math.round(n * 10) / 10;

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{20000}-\u{3ffff}]/u;

/** About how wide a text is, in units of its size: there is nothing to measure it with. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 1 : 0.58), 0);
