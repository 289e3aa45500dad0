import { type Markup, markup } from '../markup.ts';
import { milliseconds } from '../view.ts';
import { axisOf, type Life, marksOf } from './lives.ts';
import { mark, round } from './mark.ts';

const WIDTH = 320;
/** Where the line of life stands; the axis is on its left. */
const X = 82;
const HEIGHT = 240;
const LINE = 18;
const TOP = 34;

/** The lives of the probes one after the other, time from top to bottom: for a phone. */
export function tallPicture(lives: readonly Life[], label: string): Markup {
  const axis = axisOf(lives, 5);
  const marks = marksOf(axis);
  let height = 0;
  const rows = lives.map((life) => {
    const top = height + TOP;
    const y = (ms: number) => round(top + (ms / axis.endMs) * HEIGHT);
    const labels = spread(life.moments.map(({ atMs }) => y(atMs)));
    const lastMs = Math.max(1, life.moments.at(-1)?.atMs ?? 0);
    const own = marks.filter((ms) => ms <= lastMs);
    height = Math.max(y(lastMs), labels.at(-1) ?? 0) + 22;
    return row(life, labels, y, own, top - 18);
  });
  return markup`<svg class="picture tall" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${round(height)}">
${rows}</svg>`;
}

function row(
  { probe, moments, waits }: Life,
  labels: number[],
  y: (ms: number) => number,
  marks: number[],
  titleY: number,
): Markup {
  const [first, last] = [moments.at(0)?.atMs ?? 0, moments.at(-1)?.atMs ?? 0];
  return markup`<g>
<text class="probe" x="0" y="${titleY}">${probe}</text>
${marks.map(
  (
    ms,
  ) => markup`<path class="grid" d="M${X - 12} ${y(ms)}h24"/><text class="axis" x="${X - 16}" y="${y(ms) + 4}" text-anchor="end">${milliseconds(ms)}</text>
`,
)}<path class="life" d="M${X} ${y(first)}V${y(last)}"/>
${waits.map(({ fromMs, toMs, by }) => markup`<path class="wait ${by}" d="M${X} ${y(fromMs)}V${y(toMs)}"/>`)}
${moments.map(({ atMs }, i) => markup`<path class="lead" d="M${X} ${y(atMs)}h8L${X + 20} ${labels[i]}h4"/>`)}
${moments.map(
  (
    { label, afterMs },
    i,
  ) => markup`<text x="${X + 28}" y="${(labels[i] ?? 0) + 4}">${label}${afterMs !== undefined && markup`<tspan class="after" dx="5">${milliseconds(afterMs)}</tspan>`}</text>
`,
)}${moments.map(({ atMs, by }) => mark(by, X, y(atMs)))}
</g>
`;
}

/** Places for labels, each as near to its own as those before it leave it. */
function spread(places: readonly number[]): number[] {
  let free = 0;
  return places.map((place) => {
    const own = Math.max(place, free);
    free = own + LINE;
    return round(own);
  });
}
