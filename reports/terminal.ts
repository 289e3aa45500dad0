import { Chalk, type ChalkInstance } from 'chalk';
import type { GradeReport, Reaction, ReportedFinding } from '../schemas/types/grade-report.schema.d.ts';
import type { UnavailableReason } from '../src/evidence.ts';
import { failureBlock, failureTitle } from './failure.ts';
import { STEP_MARKS } from './marks.ts';
import { stepTitle, textOf } from './messages/index.ts';
import { type Messages, say, text } from './messages/text.ts';
import { rowsOf, scoreLine, tell, where } from './told.ts';
import { indent, padTo, widthOf } from './wrap.ts';

export interface TerminalOptions {
  color: boolean;
  /** Width in columns, a wide character being two; default 80, at least 40. */
  columns?: number;
}

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
  /** What a step has already said to do: the same fault in several places has one next step. */
  readonly #advised = new Set<string>();

  constructor(messages: Messages, chalk: ChalkInstance, columns: number) {
    this.#messages = messages;
    this.#chalk = chalk;
    this.#columns = columns;
  }

  steps({ steps }: GradeReport): string[] {
    return steps.flatMap((step) => {
      const { green, red, yellow, dim } = this.#chalk;
      const color = { passed: green, failed: red, skipped: dim, error: yellow }[step.status];
      const blocked =
        step.blockedBy === undefined ? '' : dim(` (${this.#messages.words.blockedBy(step.blockedBy)})`);
      const title = `${stepTitle(this.#messages, step.step)}${blocked}`;
      return this.#wrap(
        `${color(`${STEP_MARKS[step.status]} ${step.step}`)}  ${title}  ${dim(this.#seconds(step.durationMs))}`,
        0,
        5,
      );
    });
  }

  failures({ steps }: GradeReport): string[] {
    return steps.flatMap((step) => {
      const failed = step.findings.filter(({ outcome }) => outcome === 'failed');
      if (failed.length === 0) return [];
      const title = `${this.#messages.words.stepNames([step.step])}  ${stepTitle(this.#messages, step.step)}`;
      return ['', ...this.#heading(title), ...failed.flatMap((finding) => this.#failure(finding, step.step))];
    });
  }

  #failure(finding: ReportedFinding, step: number): string[] {
    const { words } = this.#messages;
    const { title } = textOf(this.#messages, finding.id);
    const heading = failureTitle(title, STEP_MARKS.failed, this.#chalk);
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
    const told = tell(finding, this.#messages);
    const all = rowsOf(told, this.#messages);
    const advice = `${step} ${finding.id} ${told.hint}`;
    const rows = this.#advised.has(advice)
      ? all.filter(([label]) => label !== words.todo && label !== words.read)
      : all;
    this.#advised.add(advice);
    return failureBlock(told, all, rows, STEP_MARKS.failed, { chalk: this.#chalk, columns: this.#columns });
  }

  /** What could not be judged, the steps with the same cause together. */
  trouble({ steps }: GradeReport): string[] {
    const { stepNames, notJudged, colon } = this.#messages.words;
    const troubled = steps.flatMap(({ step, cause }) => (cause ? [{ step, cause }] : []));
    return [...Map.groupBy(troubled, ({ cause }) => cause.reason)].flatMap(([reason, which]) => {
      const label = stepNames(which.map(({ step }) => step));
      const why = this.#messages.reasons[reason as UnavailableReason] ?? reason;
      const cause = [why, which[0]?.cause.detail].filter(Boolean).map(text).join(colon);
      return [
        '',
        ...this.#wrap(this.#chalk.yellow(`${STEP_MARKS.error} ${notJudged(label)}${colon.trimEnd()}`), 0, 2),
        ...this.#wrap(cause, 2, 2),
      ];
    });
  }

  advice({ steps }: GradeReport): string[] {
    const findings = steps.flatMap((step) => step.findings.filter(({ outcome }) => outcome === 'advice'));
    if (findings.length === 0) return [];
    const lines = findings.flatMap((finding) => {
      const { wrong, hint } = textOf(this.#messages, finding.id);
      const place = where(finding.subject, this.#messages);
      return this.#wrap(
        `· ${place}${this.#messages.words.colon}${say(wrong, finding)} ${say(hint, finding)}`,
        2,
        4,
      );
    });
    return ['', ...this.#heading(this.#messages.words.advice), ...lines];
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
    const width = Math.max(...[...kinds.keys()].map((kind) => widthOf(kind)));
    const lines = [...kinds].flatMap(([kind, list]) =>
      this.#wrap([padTo(kind, width), ...list.map(({ ms }) => this.#seconds(ms))].join('  '), 2, 4),
    );
    return ['', ...this.#heading(reactions), ...lines];
  }

  cleanUp({ cleanUp }: GradeReport): string[] {
    const { leftOver, reaped } = this.#messages.words;
    const section = (title: string, items: string[]) =>
      items.length === 0
        ? []
        : [
            '',
            ...this.#heading(title, this.#chalk.yellow),
            ...items.flatMap((item) => this.#wrap(`· ${text(item)}`, 2, 4)),
          ];
    return [...section(leftOver, cleanUp.leftOver), ...section(reaped, cleanUp.reaped)];
  }

  score(report: GradeReport): string[] {
    const { score, durationMs } = report;
    const { words } = this.#messages;
    const color = score.earned === score.possible ? this.#chalk.green : this.#chalk.red;
    const earned = color(this.#chalk.bold(scoreLine(report, this.#messages)));
    return ['', ...this.#wrap(`${earned} ${words.total(tenths(durationMs))}`, 0, 0)];
  }

  #heading(title: string, style = this.#chalk.bold): string[] {
    return this.#wrap(title, 0, 2).map((line) => style(line));
  }

  #wrap(line: string, first: number, rest: number): string[] {
    return indent(line, this.#columns, first, rest);
  }

  #seconds = (ms: number): string => this.#messages.words.seconds(tenths(ms));
}

const tenths = (ms: number): string => (ms / 1000).toFixed(1);
