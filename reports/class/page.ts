import type { ClassSummary, Copies, Result } from '../../schemas/types/class.schema.d.ts';
import { STEPS } from '../../src/lab.ts';
import { when } from '../html/about.ts';
import { htmlDocument } from '../html/document.ts';
import { type Markup, markup } from '../html/markup.ts';
import { pageWords } from '../html/words.ts';
import { STEP_MARKS } from '../marks.ts';
import { textOf } from '../messages/index.ts';
import type { Messages } from '../messages/text.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import {
  causeOf,
  countOf,
  medianPoints,
  missingShards,
  mostMissed,
  placeText,
  pointsOf,
  STATUSES,
  stepsOf,
} from './told.ts';
import { type ClassWords, classWords } from './words.ts';

/** A class as one HTML file: learners × steps, what was missed most, and what to look at. */
export function classPage(summary: ClassSummary, messages: Messages): string {
  const words = classWords[messages.language];
  const { graderVersion, finishedAt } = summary;
  return htmlDocument({
    tag: pageWords[messages.language].tag,
    title: words.title,
    style,
    script,
    body: markup`<a class="skip" href="#learners">${words.skipToLearners}</a>
<header>
<h1>${words.title}</h1>
<p class="whose of"><span>${words.finishedAt} ${when(finishedAt)}</span> <span>${words.grader} <code>${graderVersion}</code></span></p>
${tally(summary, words)}
</header>
<main>
${lookAtThese(summary.copies, words)}
${matrix(summary, words, messages)}
${missed(summary, words, messages)}
</main>`,
  }).toString();
}

function tally(summary: ClassSummary, words: ClassWords): Markup {
  const median = medianPoints(summary);
  const missing = missingShards(summary);
  const counts = STATUSES.flatMap((status) => {
    const count = countOf(summary, status);
    return count === 0 ? [] : markup`<li class="${status}">${words.counted(count, status)}</li>`;
  });
  return markup`<ul class="tally">${counts}<li>${median === undefined ? words.nobody : words.median(median, pointsOf(summary))}</li></ul>
${missing.length > 0 && markup`<p class="why">${words.missingShards(missing, summary.shard?.of ?? 0)}</p>`}`;
}

function matrix({ learners }: ClassSummary, words: ClassWords, messages: Messages): Markup {
  const { columns } = words;
  const head = (label: string, className?: string) =>
    markup`<th scope="col" class="${className}"><button type="button" title="${words.sortBy(label)}">${label}</button></th>`;
  return markup`<section aria-labelledby="learners">
<h2 id="learners">${words.learners}</h2>
<div class="tools" hidden>
<label>${words.search} <input type="search" id="search"></label>
<label>${columns.status} <select id="status"><option value="">${words.all}</option>${STATUSES.map(
    (status) => markup`<option value="${status}">${words.status[status]}</option>`,
  )}</select></label>
<span id="shown" class="count" role="status" data-text="${words.shown('#', learners.length)}"></span>
</div>
<ul class="legend">${STEP_STATUSES.map(
    (status) =>
      markup`<li><span class="cell ${status}" aria-hidden="true">${STEP_MARKS[status]}</span> ${words.step[status]}</li>`,
  )}</ul>
<div class="scroll" tabindex="0" role="group" aria-labelledby="learners"><table class="matrix" id="matrix">
<thead><tr>${head(columns.id)}${head(columns.name, 'name')}${head(columns.status)}${head(columns.points, 'number')}${STEPS.map(
    (step) =>
      markup`<th scope="col" class="cell"><button type="button" title="${words.sortBy(words.stepHeading(step))}">${step}</button></th>`,
  )}${head(columns.cause, 'cause')}</tr></thead>
<tbody>${learners.map((result) => row(result, words, messages))}</tbody>
</table></div>
</section>`;
}

const STEP_STATUSES = ['passed', 'failed', 'skipped', 'error'] as const;

function row(result: Result, words: ClassWords, messages: Messages): Markup {
  const { id, name, status, score, steps } = result;
  const points = score === undefined ? '–' : `${score.earned}/${score.possible}`;
  const cells = stepsOf(result).map((step) =>
    step === undefined
      ? markup`<td class="cell" data-key="${STEP_STATUSES.length}"></td>`
      : markup`<td class="cell ${step}" data-key="${STEP_STATUSES.indexOf(step)}" aria-label="${words.step[step]}">${STEP_MARKS[step]}</td>`,
  );
  return markup`<tr data-status="${status}"><th scope="row">${
    steps === undefined
      ? markup`<code>${id}</code>`
      : markup`<a href="${encodeURIComponent(id)}/report.html" title="${words.report(id)}"><code>${id}</code></a>`
  }</th><td class="name">${name}</td><td class="state ${status}" data-key="${STATUSES.indexOf(status)}">${words.status[status]}</td><td class="number" data-key="${score?.earned ?? -1}">${points}</td>${cells}<td class="cause">${causeOf(result, messages)}</td></tr>
`;
}

/** Findings beyond these are rare ones. */
const MOST_MISSED = 20;

function missed(summary: ClassSummary, words: ClassWords, messages: Messages): Markup | undefined {
  const findings = mostMissed(summary).slice(0, MOST_MISSED);
  if (findings.length === 0) return undefined;
  return markup`<section aria-labelledby="missed">
<h2 id="missed">${words.mostMissed}</h2>
<ol class="missed">${findings.map(
    ({ id, step, count }) =>
      markup`<li><span class="number">${words.missedBy(count)}</span><span>${textOf(messages, id).title} <span class="of">${words.stepHeading(step)}</span></span></li>`,
  )}</ol>
</section>`;
}

function lookAtThese({ clusters, uids, scripts }: Copies, words: ClassWords): Markup | undefined {
  if (clusters.length + uids.length + scripts.length === 0) return undefined;
  const names = (learners: readonly string[]) =>
    learners.map((id, i) => markup`${i > 0 && ', '}<code>${id}</code>`);
  return markup`<section aria-labelledby="copies">
<h2 id="copies">${words.lookAtThese}</h2>
<p>${words.copiesProve}</p>
<ul class="copies">${clusters.map(
    ({ uid, learners }) => markup`<li>${words.sameCluster} <code>${uid}</code>: ${names(learners)}</li>`,
  )}${uids.map(
    ({ uid, learners }) => markup`<li>${words.sameUid} <code>${uid}</code>
<ul>${learners.map(
      ({ id, live, places }) =>
        markup`<li><code>${id}</code>${live && markup` <b>${words.live}</b>`}: ${places.map(placeText).join(', ')}</li>`,
    )}</ul></li>`,
  )}${scripts.map(({ learners }) => markup`<li>${words.sameScript}: ${names(learners)}</li>`)}</ul>
</section>`;
}
