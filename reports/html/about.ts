import { type Content, type Markup, markup } from './markup.ts';
import { milliseconds, type View } from './view.ts';

/** What was graded, where, when and by which grader. */
export function environmentSection({ report, page }: View): Markup {
  const { cluster, grader, lab, machine } = report;
  const rows: [label: string, value: Content][] = [
    [page.machine, code(machine)],
    [page.clusterVersion, cluster === null ? page.noCluster : code(cluster.version)],
    [page.clusterUid, cluster === null ? page.noCluster : code(cluster.uid)],
    [page.folder, code(lab.folder)],
    [page.unit, code(lab.unit)],
    [page.grader, code(grader.version)],
    [page.rubric, code(grader.rubricDigest)],
    [page.startedAt, when(report.startedAt)],
    [page.verdictAfter, milliseconds(report.verdictMs)],
    [page.duration, milliseconds(report.durationMs)],
  ];
  return markup`<section aria-labelledby="environment-title">
<h2 id="environment-title">${page.environment}</h2>
<dl class="facts">${rows.map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}

/** What the grader made and removed again, and what it could not. */
export function cleanUpSection({ report, page, messages }: View): Markup {
  const { removed, leftOver, reaped } = report.cleanUp;
  const list = (title: string, items: string[]) =>
    items.length > 0 &&
    markup`<h3>${title} <span class="of">${items.length}</span></h3><ul class="things">${items.map((item) => markup`<li>${code(item)}</li>`)}</ul>`;
  return markup`<section aria-labelledby="clean-up-title">
<h2 id="clean-up-title">${page.cleanUp}</h2>
${leftOver.length === 0 ? markup`<p>${page.nothingLeft}</p>` : markup`<div class="why" id="left-over">${list(messages.words.leftOver, leftOver)}</div>`}
${list(page.removed, removed)}
${list(messages.words.reaped, reaped)}
</section>`;
}

const code = (value: string): Markup => markup`<code>${value}</code>`;

/** An instant of the report, `2026-12-01 01:13:22 UTC`; something else as it stands. */
export function when(instant: string): Markup {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(instant);
  return parts ? markup`<time datetime="${instant}">${parts[1]} ${parts[2]} UTC</time>` : markup`${instant}`;
}
