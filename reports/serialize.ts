/**
 * A value as JSON that can be shown on a terminal: indented, a line break at the end, and everything in strings that
 * is not printable (control, format and bidi characters, separators, surrogates) written as `\uXXXX`. A parser reads
 * the same value as from plain JSON.
 */
export function serialize(value: unknown): string {
  // JSON.stringify escapes line breaks in strings itself: those that are left are its own layout.
  const safe = JSON.stringify(value, null, 2).replaceAll(
    /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu,
    (character) => character.split('').map(escaped).join(''),
  );
  return `${safe}\n`;
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
