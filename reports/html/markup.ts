import { printable } from '../messages/text.ts';

/** A piece of HTML that is safe as it stands. Only `markup` and `trusted` make one. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

export type Content = Markup | string | number | null | undefined | false | readonly Content[];

/**
 * A template of HTML: everything put into it is shown as text, except other pieces of `markup`; lists are joined,
 * and `undefined`, `null` and `false` leave nothing. Attributes must stand in double quotes.
 */
export function markup(parts: TemplateStringsArray, ...contents: Content[]): Markup {
  return new Markup(parts.map((part, i) => (i === 0 ? part : sourceOf(contents[i - 1]) + part)).join(''));
}

/** Text of this program that is HTML, a style sheet or a script already. Never for anything that was read. */
export const trusted = (source: string): Markup => new Markup(source);

function sourceOf(content: Content): string {
  if (content === undefined || content === null || content === false) return '';
  if (content instanceof Markup) return content.source;
  if (typeof content === 'object') return content.map(sourceOf).join('');
  return escaped(String(content));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The one way of text into the page: no markup, and nothing that a browser or a reader's eye would obey. */
const escaped = (content: string): string =>
  printable(content)
    .replaceAll(/\p{NChar}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
