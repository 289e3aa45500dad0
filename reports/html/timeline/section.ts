import type { Reaction } from '../../../schemas/types/grade-report.schema.d.ts';
import { type Markup, markup } from '../markup.ts';
import { milliseconds, type View } from '../view.ts';
import type { Actor } from '../words.ts';
import { livesOf } from './lives.ts';
import { mark } from './mark.ts';
import { tallPicture } from './tall.ts';
import { widePicture } from './wide.ts';

/** How the controller reacted to what happened to the probes: as a picture, and as a table. */
export function timelineSection({ report, messages, page }: View): Markup | undefined {
  if (report.timeline.length === 0) return undefined;
  const lives = livesOf(report.timeline, messages.words);
  const label = page.picture(lives.length);
  const legend = (by: Actor) =>
    markup`<li><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${mark(by, 8, 8)}</svg> ${page.by[by]}</li>`;
  return markup`<section aria-labelledby="timeline-title">
<h2 id="timeline-title">${messages.words.reactions}</h2>
<p>${page.reactionsIntro}</p>
<figure>
<ul class="legend">${(['grader', 'controller', 'cluster'] as const).map(legend)}</ul>
${widePicture(lives, label)}
${tallPicture(lives, label)}
</figure>
<details class="table"><summary>${page.asTable}</summary>${table({ report, messages, page })}</details>
</section>`;
}

function table({ report, messages, page }: Pick<View, 'report' | 'messages' | 'page'>): Markup {
  const { causes, effects } = messages.words;
  const { cause, at, effect, after } = page.columns;
  const row = (
    reaction: Reaction,
  ) => markup`<tr><td>${causes[reaction.cause]}</td><td class="number">${milliseconds(reaction.atMs)}</td><td>${effects[reaction.effect]}</td><td class="number">${milliseconds(reaction.ms)}</td></tr>
`;
  return markup`<table>
<thead><tr><th scope="col">${cause}</th><th scope="col" class="number">${at}</th><th scope="col">${effect}</th><th scope="col" class="number">${after}</th></tr></thead>
${[...Map.groupBy(report.timeline, ({ probe }) => probe)].map(
  ([probe, reactions]) => markup`<tbody><tr><th scope="rowgroup" colspan="4"><code>${probe}</code></th></tr>
${reactions.map(row)}</tbody>
`,
)}</table>`;
}
