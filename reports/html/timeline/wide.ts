import { type Markup, markup } from '../markup.ts';
import { milliseconds } from '../view.ts';
import { axisOf, type Life, type Moment, marksOf } from './lives.ts';
import { mark, round, widthOf } from './mark.ts';

const WIDTH = 960;
const LEFT = 12;
/** Room for the label of the last moment. */
const RIGHT = 190;
const SIZE = 13;
const LINE = 18;
const TOP = 26;
/** From a line of life to the nearest label. */
const GAP = 19;
const BETWEEN = 12;

type Scale = (ms: number) => number;

/** The lives of the probes below each other, time from left to right; what the grader did stands above the line. */
export function widePicture(lives: readonly Life[], label: string): Markup {
  const axis = axisOf(lives, 7);
  const x: Scale = (ms) => round(LEFT + (ms / axis.endMs) * (WIDTH - LEFT - RIGHT));
  let height = TOP;
  const rows = lives.map(({ probe, moments, waits }) => {
    const above = levelsOf(
      moments.filter(({ by }) => by === 'grader'),
      x,
    );
    const below = levelsOf(
      moments.filter(({ by }) => by !== 'grader'),
      x,
    );
    const titleY = height + LINE;
    const y = titleY + depthOf(above) * LINE + GAP;
    height = y + depthOf(below) * LINE + BETWEEN;
    const [first, last] = [moments.at(0)?.atMs ?? 0, moments.at(-1)?.atMs ?? 0];
    return markup`<g>
<text class="probe" x="${LEFT - 4}" y="${titleY}">${probe}</text>
<path class="life" d="M${x(first)} ${y}H${x(last)}"/>
${waits.map(({ fromMs, toMs, by }) => markup`<path class="wait ${by}" d="M${x(fromMs)} ${y}H${x(toMs)}"/>`)}
${labels(above, x, y, -1)}
${labels(below, x, y, 1)}
${moments.map(({ atMs, by }) => mark(by, x(atMs), y))}
</g>
`;
  });
  const marks = marksOf(axis).map(
    (ms) =>
      markup`<path class="grid" d="M${x(ms)} ${TOP - 6}V${height}"/><text class="axis" x="${x(ms)}" y="${TOP - 12}"${ms > 0 && markup` text-anchor="middle"`}>${milliseconds(ms)}</text>
`,
  );
  return markup`<svg class="picture wide" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}">
${marks}${rows}</svg>`;
}

interface Placed extends Moment {
  /** 0 is nearest to the line. */
  level: number;
}

const depthOf = (placed: readonly Placed[]): number => Math.max(-1, ...placed.map(({ level }) => level)) + 1;

function labels(placed: readonly Placed[], x: Scale, y: number, direction: 1 | -1): Markup {
  const at = ({ level }: Placed) => y + direction * (GAP + level * LINE);
  const lines = placed.map(
    (moment) => markup`<path class="lead" d="M${x(moment.atMs)} ${y}V${at(moment)}h4"/>`,
  );
  const texts = placed.map(
    (moment) =>
      markup`<text x="${round(x(moment.atMs) + 7)}" y="${at(moment) + 4}">${moment.label}${moment.afterMs !== undefined && markup`<tspan class="after" dx="5">${milliseconds(moment.afterMs)}</tspan>`}</text>
`,
  );
  return markup`${lines}${texts}`;
}

/**
 * How far from the line each label stands: farther than every later one that its text would reach, so that no text
 * meets another one and no lead line crosses a text.
 */
function levelsOf(moments: readonly Moment[], x: Scale): Placed[] {
  const placed: Placed[] = [];
  for (const moment of moments.toReversed()) {
    const said = moment.label + (moment.afterMs === undefined ? '' : ` ${milliseconds(moment.afterMs)}`);
    const end = x(moment.atMs) + 12 + widthOf(said) * SIZE;
    placed.unshift({ ...moment, level: depthOf(placed.filter(({ atMs }) => x(atMs) < end)) });
  }
  return placed;
}
