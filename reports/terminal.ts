import { Chalk, type ChalkInstance } from 'chalk';
import wrapAnsi from 'wrap-ansi';
import type { GradeReport, Reaction, ReportedFinding } from '../schemas/types/grade-report.schema.d.ts';
import type { UnavailableReason } from '../src/evidence.ts';
import { stepTitle, textOf } from './messages/index.ts';
import { type Messages, say, text } from './messages/text.ts';
import { scoreLine } from './told.ts';

export interface TerminalOptions {
  color: boolean;
  /** Width in columns; default 80. */
  columns?: number;
}

const MARKS = { passed: '✓', failed: '✗', skipped: '–', error: '?' } as const;

/** The report for a person at a terminal: a line a step, then each failure with what to do, then advice and times. */
export function terminal(report: GradeReport, messages: Messages, options: TerminalOptions): string {
  const page = new Page(
    messages,
    new Chalk({ level: options.color ? 1 : 0 }),
    Math.max(40, options.columns ?? 80),
  );
  return [
    ...page.steps(report),
    ...page.failures(report),
    ...page.trouble(report),
    ...page.advice(report),
    ...page.reactions(report),
    ...page.cleanUp(report),
    ...page.score(report),
  ]
    .join('\n')
    .concat('\n');
}

class Page {
  readonly #messages: Messages;
  readonly #chalk: ChalkInstance;
  readonly #columns: number;
  /** In which step a failure was told in full: several steps can fail for the same thing. */
  readonly #told = new Map<string, number>();

  constructor(messages: Messages, chalk: ChalkInstance, columns: number) {
    this.#messages = messages;
    this.#chalk = chalk;
    this.#columns = columns;
  }

  steps({ steps }: GradeReport): string[] {
    return steps.map((step) => {
      const { green, red, yellow, dim } = this.#chalk;
      const color = { passed: green, failed: red, skipped: dim, error: yellow }[step.status];
      const blocked =
        step.blockedBy === undefined ? '' : dim(` (${this.#messages.words.blockedBy(step.blockedBy)})`);
      return `${color(`${MARKS[step.status]} ${step.step}`)}  ${stepTitle(this.#messages, step.step)}${blocked}  ${dim(`${seconds(step.durationMs)} s`)}`;
    });
  }

  failures({ steps }: GradeReport): string[] {
    return steps.flatMap((step) => {
      const failed = step.findings.filter(({ outcome }) => outcome === 'failed');
      if (failed.length === 0) return [];
      const title = `${this.#messages.words.step} ${step.step}  ${stepTitle(this.#messages, step.step)}`;
      return ['', this.#chalk.bold(title), ...failed.flatMap((finding) => this.#failure(finding, step.step))];
    });
  }

  #failure(finding: ReportedFinding, step: number): string[] {
    const { words } = this.#messages;
    const { title, wrong, hint } = textOf(this.#messages, finding.id);
    const heading = `${this.#chalk.red(MARKS.failed)} ${this.#chalk.bold(title)}`;
    const same = JSON.stringify([
      finding.id,
      finding.subject,
      finding.expected,
      finding.actual,
      finding.params,
    ]);
    const before = this.#told.get(same);
    if (before !== undefined)
      return this.#wrap(`${heading} ${this.#chalk.dim(`(${words.seeStep(before)})`)}`, 2, 4);
    this.#told.set(same, step);
    const rows: [string, string][] = [[words.where, where(finding.subject)]];
    if (finding.expected !== undefined) rows.push([words.expected, text(finding.expected)]);
    if (finding.actual !== undefined) rows.push([words.found, text(finding.actual)]);
    rows.push([words.todo, say(hint, finding)]);
    const width = Math.max(...rows.map(([label]) => label.length)) + 2;
    return [
      ...this.#wrap(heading, 2, 4),
      ...this.#wrap(say(wrong, finding), 4, 4),
      ...rows.flatMap(([label, value]) =>
        this.#wrap(`${this.#chalk.dim(label.padEnd(width))}${value}`, 4, 4 + width),
      ),
    ];
  }

  /** What could not be judged, the steps with the same cause together. */
  trouble({ steps }: GradeReport): string[] {
    const { step: one, steps: several, notJudged } = this.#messages.words;
    const troubled = steps.flatMap(({ step, cause }) => (cause ? [{ step, cause }] : []));
    return [...Map.groupBy(troubled, ({ cause }) => cause.reason)].flatMap(([reason, which]) => {
      const label = `${which.length === 1 ? one : several} ${which.map(({ step }) => step).join(', ')}`;
      const why = this.#messages.reasons[reason as UnavailableReason] ?? reason;
      const cause = [why, which[0]?.cause.detail].filter(Boolean).map(text).join(': ');
      return [
        '',
        ...this.#wrap(this.#chalk.yellow(`${MARKS.error} ${notJudged(label)}:`), 0, 2),
        ...this.#wrap(cause, 2, 2),
      ];
    });
  }

  advice({ steps }: GradeReport): string[] {
    const findings = steps.flatMap((step) => step.findings.filter(({ outcome }) => outcome === 'advice'));
    if (findings.length === 0) return [];
    const lines = findings.flatMap((finding) => {
      const { wrong, hint } = textOf(this.#messages, finding.id);
      return this.#wrap(`· ${where(finding.subject)}: ${say(wrong, finding)} ${say(hint, finding)}`, 2, 4);
    });
    return ['', this.#chalk.bold(this.#messages.words.advice), ...lines];
  }

  /** One line for each kind of reaction, the probes beside each other. */
  reactions({ timeline }: GradeReport): string[] {
    if (timeline.length === 0) return [];
    const { causes, effects, reactions } = this.#messages.words;
    const kinds = new Map<string, Reaction[]>();
    for (const reaction of timeline) {
      const kind = `${causes[reaction.cause]} → ${effects[reaction.effect]}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), reaction]);
    }
    const width = Math.max(...[...kinds.keys()].map((kind) => kind.length));
    const lines = [...kinds].map(
      ([kind, list]) => `  ${kind.padEnd(width)}  ${list.map(({ ms }) => `${seconds(ms)} s`).join('  ')}`,
    );
    return ['', this.#chalk.bold(reactions), ...lines];
  }

  cleanUp({ cleanUp }: GradeReport): string[] {
    const { leftOver, reaped } = this.#messages.words;
    const section = (title: string, items: string[]) =>
      items.length === 0
        ? []
        : ['', this.#chalk.yellow(title), ...items.flatMap((item) => this.#wrap(`· ${text(item)}`, 2, 4))];
    return [...section(leftOver, cleanUp.leftOver), ...section(reaped, cleanUp.reaped)];
  }

  score(report: GradeReport): string[] {
    const { score, durationMs } = report;
    const { words } = this.#messages;
    const color = score.earned === score.possible ? this.#chalk.green : this.#chalk.red;
    return [
      '',
      `${color(this.#chalk.bold(scoreLine(report, this.#messages)))} ${words.total(seconds(durationMs))}`,
    ];
  }

  #wrap(line: string, first: number, rest: number): string[] {
    return wrapAnsi(line, this.#columns - rest, { hard: true })
      .split('\n')
      .map((part, i) => `${' '.repeat(i === 0 ? first : rest)}${part}`);
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** A subject in the way in which people name such things. */
export function where(subject: Record<string, unknown>): string {
  if ('file' in subject) {
    const place =
      subject.line === undefined
        ? subject.pointer
        : `line ${subject.line}${subject.column === undefined ? '' : `, column ${subject.column}`}`;
    return [subject.file, place].filter(Boolean).map(text).join(' ');
  }
  if ('unit' in subject) return [subject.unit, subject.property].filter(Boolean).map(text).join(' ');
  const name = [subject.namespace, subject.name].filter(Boolean).map(text).join('/');
  return [subject.kind, name, subject.field].filter(Boolean).map(text).join(' ');
}
