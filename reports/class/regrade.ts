import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Regrade, Regraded } from '../../src/roster/regrade.ts';
import type { Messages } from '../messages/text.ts';
import { serialize } from '../serialize.ts';
import { type ClassWords, classWords } from './words.ts';

/** What regrading changed, for programs: the score and the status of each step, before and after. */
export function regradeJson({ regraded, refused }: Regrade): string {
  const told = (report: GradeReport | null) =>
    report && { score: report.score, steps: report.steps.map(({ step, status }) => ({ step, status })) };
  return serialize({
    learners: regraded.map(({ id, before, after, changed }) => ({
      id,
      changed,
      before: told(before),
      after: told(after),
    })),
    refused,
  });
}

/** What regrading changed, for a person at a terminal: a line for each whose report is another one now. */
export function regradeSummary({ regraded, refused }: Regrade, { language }: Messages): string {
  const words = classWords[language];
  const { nothing, changed, asBefore, leftAlone } = words.regraded;
  const others = regraded.filter((one) => one.changed);
  const counts: [(count: number) => string, number][] = [
    [changed, others.length],
    [asBefore, regraded.length - others.length],
    [leftAlone, refused.length],
  ];
  const lines = others.length === 0 ? [nothing] : others.map((one) => `${one.id}: ${changesOf(one, words)}`);
  const said = counts.flatMap(([say, count]) => (count === 0 ? [] : [say(count)]));
  return `${[...lines, said.join(', ')].join('\n')}\n`;
}

function changesOf({ before, after }: Regraded, words: ClassWords): string {
  const { noReport, step: said, none, otherDetails } = words.regraded;
  if (before === null) return `${noReport} → ${scoreOf(after, words)}`;
  const steps = after.steps.flatMap(({ step, status }) => {
    const was = before.steps.find((old) => old.step === step)?.status;
    return was === status ? [] : [said(step, was === undefined ? none : words.step[was], words.step[status])];
  });
  const [old, now] = [scoreOf(before, words), scoreOf(after, words)];
  const changes = [...steps, ...(old === now ? [] : [`${old} → ${now}`])];
  return changes.length === 0 ? `${now} ${otherDetails}` : changes.join(', ');
}

function scoreOf({ score: { earned, possible, passed } }: GradeReport, words: ClassWords): string {
  const mark = passed === undefined ? '' : ` ${words.regraded.passMark[passed ? 'passed' : 'failed']}`;
  return `${words.points(earned, possible)}${mark}`;
}
