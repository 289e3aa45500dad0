import type { FindingId } from '../../checks/index.ts';
import type { StepNumber } from '../../src/lab.ts';
import { en } from './en.ts';
import { type FindingText, type Messages, text } from './text.ts';

export const languages: Record<string, Messages> = { en };

/** The prose of a finding by its id. Reports carry ids as plain strings, since they may come from a file. */
export function textOf(messages: Messages, id: string): FindingText {
  if (Object.hasOwn(messages.findings, id)) return messages.findings[id as FindingId];
  return { title: text(id), wrong: text(id), hint: '' };
}

export const stepTitle = (messages: Messages, step: number): string =>
  messages.steps[step as StepNumber] ?? String(step);
