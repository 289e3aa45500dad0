import { type Markup, markup } from './markup.ts';

/** A sentence in which what stands in backticks is code. */
export const prose = (sentence: string): Markup =>
  markup`${sentence.split(/`([^`]+)`/).map((part, i) => (i % 2 === 0 ? part : markup`<code>${part}</code>`))}`;
