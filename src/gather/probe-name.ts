import { randomInt } from 'node:crypto';

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');

/** A name that was never used before: `probe-`, random letters, one more dash (verdict rules, Probes). */
export const probeName = (): string => `probe-${letters(6)}-${letters(4)}`;

/** Whether a name has the form of {@link probeName}. */
export const isProbeName = (name: string): boolean => /^probe-[a-z]{6}-[a-z]{4}$/.test(name);
