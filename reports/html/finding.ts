import type { ReportedFinding } from '../../schemas/types/grade-report.schema.d.ts';
import { compared, type Told, tell } from '../told.ts';
import { block, compare, linesOf } from './compare.ts';
import { icon } from './icon.ts';
import { type Markup, markup } from './markup.ts';
import { prose } from './prose.ts';
import type { View } from './view.ts';

/** A failed finding, or one that could not be decided: what is wrong, where, the difference, and what to do. */
export function findingCard(finding: ReportedFinding, anchor: string, view: View): Markup {
  const told = tell(finding, view.messages);
  const status = finding.outcome === 'failed' ? 'failed' : 'error';
  return markup`<article class="finding ${status}" id="${anchor}" aria-labelledby="${anchor}-title">
<h4 id="${anchor}-title">${icon(status)} <span>${told.title}</span></h4>
${account(finding, told, view)}
</article>`;
}

/** A failure that an earlier step told in full. */
export function sameFinding(
  finding: ReportedFinding,
  first: { step: number; anchor: string },
  { messages }: View,
): Markup {
  return markup`<article class="finding failed">
<h4>${icon('failed')} <span>${tell(finding, messages).title}</span></h4>
<p><a href="#${first.anchor}">${messages.words.seeStep(first.step)}</a></p>
</article>`;
}

/** Something that does not count. */
export function adviceItem(finding: ReportedFinding, step: number, view: View): Markup {
  const told = tell(finding, view.messages);
  return markup`<article class="advice">
<h3>${told.title} <span class="of">${view.page.stepHeading(step)}</span></h3>
${account(finding, told, view)}
</article>`;
}

function account(finding: ReportedFinding, { wrong, where, hint, docs }: Told, view: View): Markup {
  const { words } = view.messages;
  return markup`<p>${prose(wrong)}</p>
<p class="where"><span class="label">${words.where}</span> <code>${where}</code></p>
${difference(finding, view)}
${hint && markup`<p class="todo"><span class="label">${words.todo}</span> ${prose(hint)}</p>`}
${docs && markup`<p class="docs"><a href="${docs}" rel="noreferrer">${view.page.readMore}</a></p>`}
${evidence(finding, view)}`;
}

function difference(finding: ReportedFinding, { messages }: View): Markup | undefined {
  const [expected, found] = compared(finding, messages);
  const row = (kind: 'expected' | 'found', value: Markup) =>
    markup`<div class="${kind}"><dt>${messages.words[kind]}</dt><dd>${value}</dd></div>`;
  // What has parts is shown in several lines, with all of them.
  const wanted = linesOf(hasParts(finding.expected) ? finding.expected : expected);
  const actual = linesOf(hasParts(finding.actual) ? finding.actual : found);
  if (expected === undefined && found === undefined) return undefined;
  if (found === undefined) return markup`<dl class="difference">${row('expected', block(wanted))}</dl>`;
  if (expected === undefined) return markup`<dl class="difference">${row('found', block(actual))}</dl>`;
  const [left, right] = compare(wanted, actual);
  return markup`<dl class="difference">${row('expected', left)}${row('found', right)}</dl>`;
}

const hasParts = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** All that is known of a finding, as it stands in the JSON report. */
function evidence(
  { id, outcome, subject, expected, actual, params }: ReportedFinding,
  { page }: View,
): Markup {
  const lines = linesOf({ id, outcome, subject, expected, actual, params });
  return markup`<details class="evidence"><summary>${page.evidence}</summary>${block(lines)}</details>`;
}
