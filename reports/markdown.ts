import type { GradeReport, Reaction, ReportedFinding } from '../schemas/types/grade-report.schema.d.ts';
import { stepTitle } from './messages/index.ts';
import { type Messages, text } from './messages/text.ts';
import { causeOf, identityOf, rowsOf, scoreLine, seconds, stepName, tell } from './told.ts';

/** What GitHub takes as the summary of one step of a workflow, in bytes. */
const MAX_BYTES = 1024 * 1024;
const MARKS = { passed: '✅', failed: '❌', skipped: '⏭️', error: '⚠️' } as const;

/**
 * The report as GitHub Flavored Markdown, made for a job summary: at most 1 MiB, what is over that is cut with a
 * note. Texts of learners are in code spans, so that they make no markup, link or mention.
 */
export function markdown(report: GradeReport, messages: Messages): string {
  const lines = [
    `## ${scoreLine(report, messages)}`,
    '',
    ...stepTable(report, messages),
    ...failures(report, messages),
    ...trouble(report, messages),
    ...advice(report, messages),
    ...reactions(report, messages),
    ...cleanUp(report, messages),
    '',
    Object.entries(identityOf(report))
      .map(([name, value]) => `${name} ${code(text(value))}`)
      .join(' · '),
  ];
  return cut(lines, messages.words.cut);
}

function stepTable({ steps }: GradeReport, messages: Messages): string[] {
  const { words } = messages;
  return [
    `| | ${words.step} | | s |`,
    '| --- | --- | --- | ---: |',
    ...steps.map(({ step, status, blockedBy, durationMs }) => {
      const title = prose(stepTitle(messages, step));
      const blocked = blockedBy === undefined ? '' : ` (${words.blockedBy(blockedBy)})`;
      return `| ${MARKS[status]} | ${step} | ${title}${blocked} | ${seconds(durationMs)} |`;
    }),
  ];
}

function failures({ steps }: GradeReport, messages: Messages): string[] {
  return steps.flatMap(({ step, findings }) => {
    const failed = findings.filter(({ outcome }) => outcome === 'failed');
    if (failed.length === 0) return [];
    return section(
      prose(stepName(messages, step)),
      failed.flatMap((finding) => item(finding, messages)),
    );
  });
}

function item(finding: ReportedFinding, messages: Messages): string[] {
  const told = tell(finding, messages);
  const { todo } = messages.words;
  return [
    `- **${prose(told.title)}**: ${prose(told.wrong)}`,
    ...rowsOf(told, messages).map(
      ([label, value]) => `  - ${label}: ${label === todo ? prose(value) : code(value)}`,
    ),
  ];
}

/** What could not be judged, the steps with the same cause together. */
function trouble({ steps }: GradeReport, messages: Messages): string[] {
  const { stepNames, notJudged } = messages.words;
  const troubled = steps.flatMap((step) => {
    const cause = causeOf(step, messages);
    return cause === undefined ? [] : [{ step: step.step, cause }];
  });
  return [...Map.groupBy(troubled, ({ cause }) => cause)].flatMap(([cause, which]) => {
    const label = stepNames(which.map(({ step }) => step));
    return section(`${MARKS.error} ${notJudged(label)}`, [`- ${code(cause)}`]);
  });
}

function advice({ steps }: GradeReport, messages: Messages): string[] {
  const findings = steps.flatMap((step) => step.findings.filter(({ outcome }) => outcome === 'advice'));
  const items = findings.map((finding) => {
    const { where, wrong, hint } = tell(finding, messages);
    return `- ${code(where)}: ${prose(wrong)} ${prose(hint)}`;
  });
  return section(messages.words.advice, items);
}

/** One line for each kind of reaction, the probes beside each other. */
function reactions({ timeline }: GradeReport, { words }: Messages): string[] {
  const kind = ({ cause, effect }: Reaction) => `${words.causes[cause]} → ${words.effects[effect]}`;
  const items = [...Map.groupBy(timeline, kind)].map(
    ([name, list]) => `- ${name}: ${list.map(({ ms }) => `${seconds(ms)} s`).join(', ')}`,
  );
  return section(words.reactions, items);
}

function cleanUp({ cleanUp: { leftOver, reaped } }: GradeReport, { words }: Messages): string[] {
  const items = (list: string[]) => list.map((item) => `- ${code(text(item))}`);
  return [...section(words.leftOver, items(leftOver)), ...section(words.reaped, items(reaped))];
}

const section = (title: string, items: string[]): string[] =>
  items.length === 0 ? [] : ['', `### ${title}`, '', ...items];

/** A text on one line as a code span: nothing in it is markup. */
function code(value: string): string {
  if (value === '') return '';
  const longest = Math.max(0, ...[...value.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // One space at each side is taken off by the reader, unless there is nothing but spaces.
  const padded = /^[` ]|[` ]$/.test(value) && /[^ ]/.test(value) ? ` ${value} ` : value;
  return `${fence}${padded}${fence}`;
}

/**
 * A sentence with commands in backticks (a program with arguments) and texts of learners in it: commands become code spans, and so does every
 * word that could be markup, a link, a mention, a reference, an emoji or a formula. Letters beyond ASCII are none of
 * these.
 */
const prose = (sentence: string): string =>
  sentence.replaceAll(/(?<![!-~])`([a-z/][^`]* [^`]*)`(?!`)|[!-~]+/g, (word, command?: string) =>
    command !== undefined ? code(command) : isPlain(word) ? word : code(word),
  );

const isPlain = (word: string): boolean =>
  /^[A-Za-z0-9.,;:'"!?()/%=+-]+$/.test(word) && !/:[\w/+-]|www\.|[0-9a-f]{7}|gh-\d/i.test(word);

/** The lines that fit, and a note when there were more. */
function cut(lines: string[], note: string): string {
  const ending = `\n\n**${note}**\n`;
  let room = MAX_BYTES - Buffer.byteLength(ending);
  const fitting: string[] = [];
  for (const line of lines) {
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) return `${fitting.join('\n')}${ending}`;
    fitting.push(line);
  }
  return `${fitting.join('\n')}\n`;
}
