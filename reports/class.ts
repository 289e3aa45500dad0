import type { ClassSummary, Copies, Place, Result, SharedUid } from '../schemas/types/class.schema.d.ts';
import { text } from './messages/text.ts';

const MARKS = { passed: '✓', failed: '✗', error: '?', pending: '·' } as const;

/** A class for a person at a terminal: a line a learner, what to look at, then how many there are of each kind. */
export function classSummary({ learners, copies }: ClassSummary): string {
  const width = Math.max(0, ...learners.map(({ id }) => id.length));
  const lines = learners.map(
    (result) =>
      `${MARKS[result.status]} ${result.id.padEnd(width)}  ${outcomeOf(result)}  ${text(result.name)}${why(result)}`,
  );
  const counts = (Object.keys(MARKS) as Result['status'][]).flatMap((status) => {
    const count = learners.filter((result) => result.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  return `${[...lines, '', ...lookAtThese(copies), counts.join(', ')].join('\n')}\n`;
}

const outcomeOf = ({ score }: Result): string =>
  score === undefined ? '  –   ' : `${score.earned} of ${score.possible}`;

function why({ status, cause, steps = [] }: Result): string {
  if (cause !== undefined) return `: ${text(cause)}`;
  const notPassed = steps.filter((step) => step.status !== 'passed').map(({ step }) => step);
  return status === 'passed' || notPassed.length === 0 ? '' : `: not passed ${notPassed.join(' ')}`;
}

/** What is shown at a terminal of one kind of thing in common; class.json has all. */
const SHOWN = 20;

function lookAtThese({ clusters, uids, scripts }: Copies): string[] {
  const lines = [
    ...shown(clusters.map(({ learners }) => `  ! one and the same cluster: ${learners.join(', ')}`)),
    ...shown(uids.map((shared) => `  ! ${sharedUidText(shared)}`)),
    ...shown(
      scripts.map(({ learners }) => `  · the same reconcile.sh (only a hint): ${learners.join(', ')}`),
    ),
  ];
  return lines.length === 0 ? [] : ['Look at these:', ...lines, ''];
}

const shown = (lines: string[]): string[] =>
  lines.length > SHOWN ? [...lines.slice(0, SHOWN), `    and ${lines.length - SHOWN} more`] : lines;

/** A uid that several have, and where: who has the object itself comes with `live`. */
export function sharedUidText({ uid, learners }: SharedUid): string {
  const holders = learners.map(
    ({ id, live, places }) => `${id} (${live ? 'live: ' : ''}${places.map(placeText).join(', ')})`,
  );
  return `uid ${uid}: ${holders.join(', ')}`;
}

export function placeText(place: Place): string {
  if ('file' in place) return `${text(place.file)} ${text(place.pointer)}`;
  return [place.kind, place.namespace, place.name]
    .filter((part) => part !== undefined)
    .map(text)
    .join('/');
}
