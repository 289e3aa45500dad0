import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import type { Regrade, Regraded } from '../src/roster/regrade.ts';
import { text } from './messages/text.ts';

/** What regrading changed, for a person at a terminal: a line for each whose report is another one now. */
export function regradeSummary({ regraded, refused }: Regrade): string {
  const changed = regraded.filter((one) => one.changed);
  const count = (reports: readonly unknown[], what: string) =>
    reports.length === 0 ? [] : [`${reports.length} ${what}`];
  const counts = [
    ...count(changed, 'changed'),
    ...count(
      regraded.filter((one) => !one.changed),
      'as before',
    ),
    ...count(refused, 'left alone'),
  ];
  const lines =
    changed.length === 0 ? ['nothing changed'] : changed.map((one) => `${one.id}: ${changesOf(one)}`);
  return `${[...lines, counts.join(', ')].join('\n')}\n`;
}

function changesOf({ before, after }: Regraded): string {
  if (before === null) return `no report → ${scoreOf(after)}`;
  const steps = after.steps.flatMap(({ step, status }) => {
    const was = before.steps.find((old) => old.step === step)?.status;
    return was === status ? [] : [`step ${step} ${was} → ${status}`];
  });
  const [old, now] = [scoreOf(before), scoreOf(after)];
  const changes = [...steps, ...(old === now ? [] : [`${old} → ${now}`])];
  return changes.length === 0 ? `${now} as before, other details` : changes.map(text).join(', ');
}

const scoreOf = ({ score: { earned, possible, passed } }: GradeReport): string =>
  `${earned} of ${possible}${passed === undefined ? '' : passed ? ' (passed)' : ' (not passed)'}`;
