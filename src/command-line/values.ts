import { REPORT_FORMATS, type ReportFormat } from '../../reports/formats.ts';
import { isLanguage, type Language } from '../../reports/messages/index.ts';
import type { Usage } from '../../reports/messages/text.ts';
import { STEPS, type StepNumber } from '../lab.ts';
import type { Shard } from '../roster/shard.ts';
import { UsageError } from '../usage-error.ts';

/** A report to be written: `--report FORMAT=FILE`. */
export interface ReportFile {
  format: ReportFormat;
  file: string;
}

/** The parsers of what is given to options and arguments; each refuses in one sentence. */
export function valueParsers(usage: Usage) {
  const refuse = (what: string, value: string, why: string): never => {
    throw new UsageError(usage.refusals['commander.invalidArgument'](what, value, why));
  };
  const oneOf =
    <const T extends string>(what: string, allowed: readonly T[]) =>
    (value: string): T =>
      allowed.find((one) => one === value) ?? refuse(what, value, usage.allowedAre([...allowed]));
  const step = (value: string): StepNumber =>
    STEPS.find((number) => String(number) === value) ?? refuse('step', value, usage.stepsAre1to8);
  return {
    oneOf,
    step,
    steps: (value: string, before: StepNumber[] | undefined): StepNumber[] => [
      ...(before ?? []),
      step(value),
    ],
    several:
      <const T extends string>(what: string, allowed: readonly T[]) =>
      (value: string, before: T[] | undefined): T[] => [...(before ?? []), oneOf(what, allowed)(value)],
    count:
      (what: string) =>
      (value: string): number =>
        /^[1-9]\d{0,3}$/.test(value) ? Number(value) : refuse(what, value, usage.wholeNumberFrom1),
    shard: (value: string): Shard => {
      const [, index, of] = (/^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? []).map(Number);
      return index !== undefined && of !== undefined && index <= of
        ? { index, of }
        : refuse('--shard', value, usage.shardIs);
    },
    report: (value: string, before: ReportFile[] | undefined): ReportFile[] => {
      const [, name = '', file = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
      const format = REPORT_FORMATS.find((one) => one === name);
      if (format === undefined || file === '')
        return refuse('--report', value, usage.reportIs([...REPORT_FORMATS]));
      return [...(before ?? []), { format, file }];
    },
  };
}

/**
 * The language that the command line asks for, looked for before it is parsed, since help and refusals are in it, too.
 *
 * @throws UsageError in English when nobody speaks it
 */
export function languageFlag(argv: readonly string[]): Language | undefined {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const at = words.findLastIndex((word) => word === '--lang' || word.startsWith('--lang='));
  if (at === -1) return undefined;
  const name = words[at]?.startsWith('--lang=') ? words[at].slice('--lang='.length) : words[at + 1];
  if (name === undefined || !isLanguage(name))
    throw new UsageError(`${name ?? '--lang'} is not spoken here: the languages are en, ko and zh.`);
  return name;
}
