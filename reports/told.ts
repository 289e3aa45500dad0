import type { GradeReport, ReportedFinding, StepResult } from '../schemas/types/grade-report.schema.d.ts';
import { docsOf, stepTitle, textOf } from './messages/index.ts';
import { type EvidenceWord, type Messages, minimumIn, say, text } from './messages/text.ts';

/** A finding in words. Learner text in it is shown by `text`; escaping for a format is left to the renderer. */
export interface Told {
  title: string;
  /** What is wrong. */
  wrong: string;
  where: string;
  expected?: string;
  found?: string;
  /** What to do; empty for a finding that this version does not know. */
  hint: string;
  /** The address of a page to read. */
  docs?: string;
}

export function tell(finding: ReportedFinding, messages: Messages): Told {
  const { title, wrong, hint } = textOf(messages, finding.id);
  const [expected, found] = compared(finding, messages);
  const docs = docsOf(messages, finding.id);
  return {
    title,
    wrong: say(wrong, finding),
    where: where(finding.subject, messages),
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    hint: say(hint, finding),
    ...(docs !== undefined && { docs }),
  };
}

/**
 * What was expected and what was found, safe to print: words of the grader's own in the reader's language, data of
 * the learner as they are.
 */
export function compared(
  { id, expected, actual }: Pick<ReportedFinding, 'id' | 'expected' | 'actual'>,
  { words }: Messages,
): [expected: string | undefined, actual: string | undefined] {
  const isWord = (value: unknown): value is EvidenceWord =>
    typeof value === 'string' && Object.hasOwn(words.values, value);
  const minimum = minimumIn(expected);
  const wanted = isWord(expected) ? words.values[expected] : minimum ? `>= ${minimum}` : expected;
  // Where the type is wrong, the quotation marks are what matters.
  const asWritten = id === 'json-type' && typeof actual === 'string' ? JSON.stringify(actual) : actual;
  const found = isWord(expected) && expected !== 'uid' && isWord(actual) ? words.values[actual] : asWritten;
  return [wanted === undefined ? undefined : text(wanted), found === undefined ? undefined : text(found)];
}

/** A subject in the way in which people name such things. */
export function where(subject: Record<string, unknown>, { words }: Messages): string {
  if ('file' in subject) {
    const { line, column } = subject as { line?: number; column?: number };
    const place = line === undefined ? subject.pointer : words.place(line, column);
    return [subject.file, place].filter(Boolean).map(text).join(' ');
  }
  if ('unit' in subject) return [subject.unit, subject.property].filter(Boolean).map(text).join(' ');
  const name = [subject.namespace, subject.name].filter(Boolean).map(text).join('/');
  return [subject.kind, name, subject.field].filter(Boolean).map(text).join(' ');
}

/** What is known of a finding besides what is wrong, each with its label. */
export function rowsOf(told: Told, { words }: Messages): [label: string, value: string][] {
  const rows: [string, string | undefined][] = [
    [words.where, told.where],
    [words.expected, told.expected],
    [words.found, told.found],
    [words.todo, told.hint || undefined],
    [words.read, told.docs],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}

/** The lines that follow the title of a finding: what is wrong, then `label: value`. */
export const linesOf = (told: Told, messages: Messages): string[] => [
  told.wrong,
  ...rowsOf(told, messages).map(([label, value]) => `${label}: ${value}`),
];

/** `step 3: Same result however often it runs` */
export const stepName = (messages: Messages, step: number): string =>
  `${messages.words.stepNames([step])}${messages.words.colon}${stepTitle(messages, step)}`;

/** Why a step, or a part of it, could not be judged; nothing when it was. */
export function causeOf({ cause }: StepResult, { reasons }: Messages): string | undefined {
  if (cause === undefined) return undefined;
  const known: Record<string, string> = reasons;
  const reason = Object.hasOwn(known, cause.reason) ? known[cause.reason] : cause.reason;
  return [reason, cause.detail].filter(Boolean).map(text).join(': ');
}

/** Why there is no verdict on a step: skipped, or not judged. Nothing for a step that passed or failed. */
export function withoutVerdict(
  { step, status, blockedBy }: StepResult,
  { words }: Messages,
): string | undefined {
  if (status === 'skipped') return words.blockedBy(blockedBy ?? step);
  if (status === 'error') return words.notJudged(words.stepNames([step]));
  return undefined;
}

/** What could not be judged in a step, or a part of it, and why. */
export const notJudged = (step: StepResult, messages: Messages): string =>
  [messages.words.notJudged(messages.words.stepNames([step.step])), causeOf(step, messages)]
    .filter(Boolean)
    .join(': ');

/** A step in lines for people: why there is no verdict, then what failed, what is not known, and advice. */
export function explained(step: StepResult, messages: Messages): string[] {
  const { words } = messages;
  const status = step.status === 'skipped' ? withoutVerdict(step, messages) : undefined;
  const trouble = step.cause || step.status === 'error' ? notJudged(step, messages) : undefined;
  const findings = (['failed', 'unknown', 'advice'] as const).flatMap((outcome) =>
    step.findings
      .filter((finding) => finding.outcome === outcome)
      .map((finding) => {
        const told = tell(finding, messages);
        const heading = outcome === 'advice' ? `${words.advice}: ${told.title}` : told.title;
        return [heading, ...linesOf(told, messages).map((line) => `  ${line}`)].join('\n');
      }),
  );
  return [status, trouble, ...findings].filter((part) => part !== undefined);
}

/** The score in a sentence: steps where each is worth a point, points otherwise, and the pass mark if there is one. */
export function scoreLine({ steps, score }: GradeReport, { words }: Messages): string {
  const { earned, possible, passMark, passed } = score;
  const inSteps = steps.every(({ points }) => points.possible === 1 && Number.isInteger(points.earned));
  const sum = (inSteps ? words.score : words.points)(earned, possible);
  const mark = passMark === undefined ? '' : ` (${words.passMark(passMark, passed)})`;
  return `${sum}${mark}`;
}

/** Milliseconds as seconds for people. */
export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** What identifies a grade, by name: the grader, its rubric, the machine and the cluster. */
export function identityOf({ grader, machine, cluster }: GradeReport): Record<string, string> {
  return {
    graderVersion: grader.version,
    rubricDigest: grader.rubricDigest,
    machine,
    ...(cluster && { clusterUid: cluster.uid, clusterVersion: cluster.version }),
  };
}
