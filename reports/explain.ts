import type { StepNumber } from '../src/lab.ts';
import { stepTitle } from './messages/index.ts';
import type { Messages } from './messages/text.ts';
import { wrap } from './wrap.ts';

/** What a step asks and what the grader looks at, for a person at a terminal; `columns` wide. */
export function explain(step: StepNumber, messages: Messages, columns: number): string {
  const { words } = messages;
  const { asks, looksAt } = messages.explain[step];
  const indented = (line: string, first: string, rest: string) =>
    wrap(line, columns - rest.length).map((part, i) => `${i === 0 ? first : rest}${part}`);
  return [
    `${words.stepNames([step])}  ${stepTitle(messages, step)}`,
    '',
    words.asks,
    ...indented(asks, '  ', '  '),
    '',
    words.looksAt,
    ...looksAt.flatMap((line) => indented(line, '  · ', '    ')),
    '',
  ].join('\n');
}
