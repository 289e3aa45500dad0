import type { FindingId } from '../../checks/index.ts';
import type { StepNumber } from '../../src/lab.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import { type FindingText, type Language, type Messages, text } from './text.ts';
import { zh } from './zh.ts';

export { docsOf } from './docs.ts';
export type { Language, Messages } from './text.ts';

export const languages: Record<Language, Messages> = { en, ko, zh };

export const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/**
 * The language to speak: the one that was asked for, else the first of LC_ALL, LC_MESSAGES and LANG that is set and
 * not empty, as POSIX has it. English for every locale in a language that is not spoken here.
 *
 * @param flag a language that is known; an unknown one is refused before this
 */
export function languageOf(flag: string | undefined, env: Record<string, string | undefined>): Language {
  const locale = flag || env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  const [language = ''] = locale.toLowerCase().split(/[-_.@]/);
  return isLanguage(language) ? language : 'en';
}

/** The prose of a finding by its id. Reports carry ids as plain strings, since they may come from a file. */
export function textOf(messages: Messages, id: string): FindingText {
  if (Object.hasOwn(messages.findings, id)) return messages.findings[id as FindingId];
  return { title: text(id), wrong: text(id), hint: '' };
}

export const stepTitle = (messages: Messages, step: number): string =>
  messages.steps[step as StepNumber] ?? String(step);
