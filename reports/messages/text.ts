import type { FindingId } from '../../checks/index.ts';
import type { Reaction, ReportedFinding } from '../../schemas/types/grade-report.schema.d.ts';
import type { UnavailableReason } from '../../src/evidence.ts';
import type { StepNumber } from '../../src/lab.ts';

type Sentence = string | ((finding: ReportedFinding) => string);

/** The prose of one finding: its title, what is wrong, and one sentence on what to do. */
export interface FindingText {
  title: string;
  wrong: Sentence;
  hint: Sentence;
}

/** All that a report says in one language. A missing sentence does not compile. */
export interface Messages {
  findings: Record<FindingId, FindingText>;
  steps: Record<StepNumber, string>;
  reasons: Record<UnavailableReason, string>;
  words: {
    expected: string;
    found: string;
    where: string;
    todo: string;
    advice: string;
    reactions: string;
    blockedBy: (step: number) => string;
    seeStep: (step: number) => string;
    notJudged: (which: string) => string;
    step: string;
    steps: string;
    score: (earned: number, possible: number) => string;
    points: (earned: number, possible: number) => string;
    /** `passed` is undefined as long as it is open. */
    passMark: (percent: number, passed: boolean | undefined) => string;
    total: (seconds: string) => string;
    leftOver: string;
    reaped: string;
    inOrder: string;
    more: (count: number) => string;
    cut: string;
    causes: Record<Reaction['cause'], string>;
    effects: Record<Reaction['effect'], string>;
  };
}

const MAX_LENGTH = 300;

/** A text without anything that could move the cursor, colour the terminal or turn the direction of writing. */
export const printable = (value: string): string =>
  value.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu,
    (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`,
  );

/** A value of the learner's, made safe to print: no control characters, bounded length. */
export function text(value: unknown): string {
  const safe = printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}

/** Several values after a prefix; nothing when there are none. */
export const list = (values: unknown, prefix: string): string =>
  Array.isArray(values) && values.length > 0 ? prefix + values.map(text).join(', ') : '';

/** The sentence for one finding. */
export const say = (sentence: Sentence, finding: ReportedFinding): string =>
  typeof sentence === 'string' ? sentence : sentence(finding);
