import type { ReportedFinding, StepResult } from '../../schemas/types/grade-report.schema.d.ts';
import { stepTitle, textOf } from '../messages/index.ts';
import { nameOf } from '../messages/text.ts';
import { seconds } from '../told.ts';
import { findingCard, sameFinding } from './finding.ts';
import { icon } from './icon.ts';
import { type Markup, markup } from './markup.ts';
import type { View } from './view.ts';

const isFailed = ({ status }: StepResult): boolean => status === 'failed';
const isUnjudged = ({ status, cause }: StepResult): boolean =>
  status === 'error' || status === 'skipped' || cause !== undefined;

/** The steps, each to be opened, with a filter that needs no script. */
export function stepsSection(view: View): Markup {
  const { page, report } = view;
  const cards = new StepCards(view);
  return markup`<section id="steps" aria-labelledby="steps-title">
<div class="head">
<h2 id="steps-title">${page.steps}</h2>
<div class="tools">
<fieldset><legend>${page.show}</legend>
${option('all', page.all, report.steps.length)}
${option('failed', page.failed, report.steps.filter(isFailed).length)}
${option('unjudged', page.notJudged, report.steps.filter(isUnjudged).length)}
</fieldset>
<p class="buttons" hidden><button type="button" id="expand">${page.expandAll}</button> <button type="button" id="collapse">${page.collapseAll}</button></p>
</div>
</div>
${report.steps.map((step) => cards.card(step))}
</section>`;
}

function option(value: string, label: string, count: number): Markup {
  const state = value === 'all' ? markup` checked` : count === 0 && markup` disabled`;
  return markup`<label><input type="radio" name="show" id="show-${value}" value="${value}" autocomplete="off"${state}> ${label} <span class="count">${count}</span></label>`;
}

class StepCards {
  readonly #view: View;
  /** Where a failure was told in full: several steps can fail for the same thing. */
  readonly #told = new Map<string, { step: number; anchor: string }>();

  constructor(view: View) {
    this.#view = view;
  }

  card(step: StepResult): Markup {
    const { messages, page } = this.#view;
    const kinds = [isFailed(step) && 'is-failed', isUnjudged(step) && 'is-unjudged']
      .filter(Boolean)
      .join(' ');
    const open = step.status !== 'passed' && markup` open`;
    return markup`<details class="step ${step.status} ${kinds}" id="step-${step.step}"${open}>
<summary>${icon(step.status)}<h3><span class="of">${page.stepHeading(step.step)}</span> ${stepTitle(messages, step.step)}</h3><span class="status">${page.status[step.status]}</span>${this.#points(step)}<span class="time">${messages.words.seconds(seconds(step.durationMs))}</span></summary>
<div class="body">
${this.#why(step)}
${step.findings.map((finding, i) => this.#finding(finding, step.step, i))}
${this.#passed(step)}
</div>
</details>
`;
  }

  /** What the step brings, when the steps are not all worth one point. */
  #points({ points }: StepResult): Markup | undefined {
    const { messages, report } = this.#view;
    if (report.steps.every(({ points: { possible } }) => possible === 1)) return undefined;
    return markup`<span class="points">${messages.words.points(points.earned, points.possible)}</span>`;
  }

  /** Why there is no verdict, or only a part of one. */
  #why({ status, blockedBy, cause }: StepResult): Markup | undefined {
    const { messages, page } = this.#view;
    if (blockedBy !== undefined) {
      return markup`<p class="why"><a href="#step-${blockedBy}">${messages.words.blockedBy(blockedBy)}</a></p>`;
    }
    if (cause === undefined) return undefined;
    const said = status === 'error' ? page.couldNotBeJudged : page.partNotJudged;
    return markup`<div class="why"><p><strong>${said}</strong> ${page.costsNothing}</p><p>${nameOf(messages.reasons, cause.reason)}</p>${
      cause.detail && markup`<p><code>${cause.part}: ${cause.detail.slice(0, 2000)}</code></p>`
    }</div>`;
  }

  #finding(finding: ReportedFinding, step: number, index: number): Markup | undefined {
    if (finding.outcome !== 'failed' && finding.outcome !== 'unknown') return undefined;
    const { id, subject, expected, actual, params } = finding;
    const same = JSON.stringify([id, subject, expected, actual, params]);
    const first = this.#told.get(same);
    if (first !== undefined) return sameFinding(finding, first, this.#view);
    const anchor = `finding-${step}-${index}`;
    this.#told.set(same, { step, anchor });
    return findingCard(finding, anchor, this.#view);
  }

  #passed({ findings, status }: StepResult): Markup | undefined {
    const { messages, page } = this.#view;
    const passed = findings.filter(({ outcome }) => outcome === 'passed');
    if (passed.length === 0) return undefined;
    const titles = Map.groupBy(passed, ({ id }) => textOf(messages, id).title);
    const items = [...titles].map(
      ([title, { length }]) =>
        markup`<li>${title}${length > 1 && markup` <span class="of">${page.times(length)}</span>`}</li>`,
    );
    const count = page.passedChecks(passed.length);
    const list = markup`<ul class="checks">${items}</ul>`;
    return status === 'passed'
      ? markup`<p class="checks-title">${count}</p>${list}`
      : markup`<details class="checks-title"><summary>${count}</summary>${list}</details>`;
  }
}
