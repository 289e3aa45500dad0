import type { ClassSummary, Result } from '../schemas/types/class.schema.d.ts';
import { text } from './messages/text.ts';

const MARKS = { passed: '✓', failed: '✗', error: '?', pending: '·' } as const;

/** A class for a person at a terminal: a line a learner, then how many there are of each kind. */
export function classSummary({ learners, sameCluster }: ClassSummary): string {
  const width = Math.max(0, ...learners.map(({ id }) => id.length));
  const lines = learners.map(
    (result) =>
      `${MARKS[result.status]} ${result.id.padEnd(width)}  ${outcomeOf(result)}  ${text(result.name)}${why(result)}`,
  );
  const counts = (Object.keys(MARKS) as Result['status'][]).flatMap((status) => {
    const count = learners.filter((result) => result.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  const warnings = sameCluster.map((ids) => `! one and the same cluster: ${ids.join(', ')}`);
  return `${[...lines, '', ...warnings, counts.join(', ')].join('\n')}\n`;
}

const outcomeOf = ({ score }: Result): string =>
  score === undefined ? '  –   ' : `${score.earned} of ${score.possible}`;

function why({ status, cause, notPassed = [] }: Result): string {
  if (cause !== undefined) return `: ${text(cause)}`;
  return status === 'passed' || notPassed.length === 0 ? '' : `: not passed ${notPassed.join(' ')}`;
}
