import { Chalk, type ChalkInstance } from 'chalk';
import type { GradeReport, StepResult } from '../schemas/types/grade-report.schema.d.ts';
import type { RunningStage } from '../src/progress.ts';
import { failureBlock } from './failure.ts';
import { STEP_MARKS } from './marks.ts';
import { stepTitle } from './messages/index.ts';
import { type Messages, text } from './messages/text.ts';
import { progressNow } from './progress.ts';
import type { TerminalOptions } from './terminal.ts';
import { notJudged, rowsOf, scoreLine, tell, withoutVerdict } from './told.ts';
import { indent } from './wrap.ts';

/** What goes on besides the verdict. Times in milliseconds, all of one clock. */
export interface WatchState {
  nowMs: number;
  work: 'waiting' | 'probing' | 'ending' | 'ended';
  /** What is under way while probes are made. */
  stages: readonly RunningStage[];
  /** When the last probes were made, and whether something has changed since that they depend on. */
  probes?: { endedMs: number; stale: boolean };
  /** Why nothing could be looked at, so that the list is an older one. */
  trouble?: string;
  /** Whether there are keys to press, and whether probes would show anything. */
  keys: boolean;
  canProbe: boolean;
}

const OPEN = '○';
const isOpen = ({ status, cause }: StepResult): boolean =>
  status === 'error' && cause?.reason === 'not-probed';

/** The steps as a list, what is next in the first one that is not passed, and what goes on. */
export function watchList(
  report: GradeReport | undefined,
  state: WatchState,
  messages: Messages,
  options: TerminalOptions,
): string {
  const view = new View(messages, new Chalk({ level: options.color ? 1 : 0 }), options.columns);
  return [...(report ? view.list(report) : []), ...view.goingOn(report, state)].join('\n').concat('\n');
}

class View {
  readonly #messages: Messages;
  readonly #chalk: ChalkInstance;
  readonly #columns: number;

  constructor(messages: Messages, chalk: ChalkInstance, columns = 80) {
    this.#messages = messages;
    this.#chalk = chalk;
    this.#columns = Math.max(40, columns);
  }

  list(report: GradeReport): string[] {
    const next = report.steps.find(({ status }) => status !== 'passed');
    return [
      ...report.steps.flatMap((step) => this.#step(step)),
      '',
      ...(next ? this.#next(next) : [this.#chalk.green(scoreLine(report, this.#messages))]),
      ...this.#leftOver(report),
    ];
  }

  #step(step: StepResult): string[] {
    const { green, red, yellow, dim } = this.#chalk;
    const color = { passed: green, failed: red, skipped: dim, error: isOpen(step) ? dim : yellow }[
      step.status
    ];
    const mark = isOpen(step) ? OPEN : STEP_MARKS[step.status];
    const blocked = step.status === 'skipped' ? dim(` (${withoutVerdict(step, this.#messages)})`) : '';
    const title = stepTitle(this.#messages, step.step);
    return this.#wrap(`${color(`${mark} ${step.step}`)}  ${title}${blocked}`, 0, 5);
  }

  #next(step: StepResult): string[] {
    const { words, reasons } = this.#messages;
    const heading = this.#chalk.bold(`${words.watch.next}${words.colon}${words.stepNames([step.step])}`);
    const failure = step.findings.find(({ outcome }) => outcome === 'failed');
    if (failure === undefined) {
      const why = isOpen(step)
        ? reasons['not-probed']
        : step.status === 'skipped'
          ? withoutVerdict(step, this.#messages)
          : `${notJudged(step, this.#messages)}. ${words.watch.goesOn}`;
      return [heading, ...this.#wrap(why ?? '', 2, 2)];
    }
    const told = tell(failure, this.#messages);
    const rows = rowsOf(told, this.#messages);
    return [
      heading,
      ...failureBlock(told, rows, rows, STEP_MARKS.failed, { chalk: this.#chalk, columns: this.#columns }),
    ];
  }

  #leftOver({ cleanUp }: GradeReport): string[] {
    if (cleanUp.leftOver.length === 0) return [];
    const items = cleanUp.leftOver.flatMap((item) => this.#wrap(`· ${text(item)}`, 2, 4));
    return ['', this.#chalk.yellow(this.#messages.words.leftOver), ...items];
  }

  goingOn(report: GradeReport | undefined, state: WatchState): string[] {
    const { words } = this.#messages;
    const { watch } = words;
    const { work, probes, trouble, stages, nowMs, keys, canProbe } = state;
    const line = (said: string) => this.#wrap(this.#chalk.dim(said), 0, 2);
    const lines = [
      ...(trouble === undefined
        ? []
        : this.#wrap(`${this.#chalk.yellow(STEP_MARKS.error)} ${text(trouble)} ${watch.goesOn}`, 0, 2)),
      ...(work === 'ended' ? [] : progressNow(stages, nowMs, this.#messages).flatMap(line)),
    ];
    const said: string[] = [];
    if (report === undefined && trouble === undefined && stages.length === 0) said.push(watch.looking);
    if (probes !== undefined && work === 'waiting') {
      const minutes = Math.floor((nowMs - probes.endedMs) / 60_000);
      said.push(probes.stale ? watch.stale(minutes) : watch.probes(minutes));
    }
    if (work === 'ending') said.push(watch.ending);
    if (keys && canProbe && work === 'waiting') said.push(watch.probeKey);
    if (keys && (work === 'waiting' || work === 'probing')) said.push(watch.quitKey);
    const all = [...lines, ...(said.length === 0 ? [] : line(said.join(' · ')))];
    return all.length === 0 || report === undefined ? all : ['', ...all];
  }

  #wrap(line: string, first: number, rest: number): string[] {
    return indent(line, this.#columns, first, rest);
  }
}
