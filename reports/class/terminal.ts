import stringWidth from 'string-width';
import type { ClassSummary, Copies, Result, SharedUid } from '../../schemas/types/class.schema.d.ts';
import { type Messages, text } from '../messages/text.ts';
import { causeOf, countOf, MARKS, missingShards, notPassed, placeText, STATUSES } from './told.ts';
import { type ClassWords, classWords } from './words.ts';

/** A class for a person at a terminal: a line a learner, what to look at, then how many there are of each kind. */
export function classSummary(summary: ClassSummary, messages: Messages): string {
  const words = classWords[messages.language];
  const { learners, copies, shard } = summary;
  const outcomes = learners.map((result) => outcomeOf(result, words));
  const [idWidth, outcomeWidth] = [widest(learners.map(({ id }) => id)), widest(outcomes)];
  const lines = learners.map((result, i) => {
    const outcome = padded(outcomes[i] ?? '', outcomeWidth);
    const name = `${text(result.name)}${why(result, messages)}`;
    return `${MARKS[result.status]} ${padded(result.id, idWidth)}  ${outcome}  ${name}`;
  });
  const counts = STATUSES.flatMap((status) => {
    const count = countOf(summary, status);
    return count === 0 ? [] : [words.counted(count, status)];
  });
  const missing = missingShards(summary);
  const shards = missing.length === 0 ? [] : [words.missingShards(missing, shard?.of ?? 0)];
  return `${[...lines, '', ...lookAtThese(copies, words), ...shards, counts.join(', ')].join('\n')}\n`;
}

const widest = (cells: readonly string[]): number =>
  cells.reduce((max, cell) => Math.max(max, stringWidth(cell)), 0);
const padded = (cell: string, width: number): string => cell + ' '.repeat(width - stringWidth(cell));

const outcomeOf = ({ score }: Result, words: ClassWords): string =>
  score === undefined ? '–' : words.points(score.earned, score.possible);

function why(result: Result, messages: Messages): string {
  const steps = result.cause === undefined ? notPassed(result) : [];
  const missed = steps.length === 0 ? undefined : classWords[messages.language].notPassed(steps);
  const reasons = [missed, causeOf(result, messages)].filter((reason) => reason !== undefined);
  return reasons.length === 0 ? '' : `: ${reasons.map(text).join('; ')}`;
}

/** What is shown at a terminal of one kind of thing in common; class.json has all. */
const SHOWN = 20;

function lookAtThese({ clusters, uids, scripts }: Copies, words: ClassWords): string[] {
  const shown = (lines: string[]): string[] =>
    lines.length > SHOWN ? [...lines.slice(0, SHOWN), `    ${words.andMore(lines.length - SHOWN)}`] : lines;
  const lines = [
    ...shown(clusters.map(({ learners }) => `  ! ${words.sameCluster}: ${learners.join(', ')}`)),
    ...shown(uids.map((shared) => `  ! ${sharedUidText(shared, words)}`)),
    ...shown(scripts.map(({ learners }) => `  · ${words.sameScript}: ${learners.join(', ')}`)),
  ];
  return lines.length === 0 ? [] : [`${words.lookAtThese}:`, ...lines, ''];
}

/** A uid that several have, and where. */
function sharedUidText({ uid, learners }: SharedUid, words: ClassWords): string {
  const holders = learners.map(
    ({ id, live, places }) => `${id} (${live ? `${words.live}: ` : ''}${places.map(placeText).join(', ')})`,
  );
  return `uid ${uid}: ${holders.join(', ')}`;
}
