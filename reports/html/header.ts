import { stepTitle } from '../messages/index.ts';
import { scoreLine, seconds } from '../told.ts';
import { when } from './about.ts';
import { icon } from './icon.ts';
import { type Markup, markup } from './markup.ts';
import type { View } from './view.ts';

/** Whose report it is, the score, and a way to every step. */
export function header(view: View): Markup {
  const { report, messages, page } = view;
  const { score, steps, cleanUp } = report;
  const left = cleanUp.leftOver.length;
  return markup`<header>
<div class="masthead">
<div>
<h1>${page.title}</h1>
<p class="whose of"><code>${report.machine}</code> ${when(report.startedAt)}</p>
</div>
<p class="score"><span class="fraction" aria-hidden="true"><b>${score.earned}</b><span>/${score.possible}</span></span>
<span>${scoreLine(report, messages)} <span class="of">${messages.words.total(seconds(report.durationMs))}</span></span></p>
</div>
<nav aria-label="${page.overview}"><ol>${steps.map(
    ({ step, status }) =>
      markup`<li><a class="${status}" href="#step-${step}">${icon(status)}<span aria-hidden="true">${step}</span><span class="unseen">${page.stepHeading(step)}, ${stepTitle(messages, step)}, ${page.status[status]}</span></a></li>`,
  )}</ol></nav>
${notJudged(view)}
${left > 0 && markup`<p class="why"><a href="#left-over">${page.leftOverNotice(left)}</a></p>`}
</header>`;
}

/** Why the score may be out of less than all steps. */
function notJudged({ report, messages }: View): Markup | undefined {
  const steps = report.steps.filter(({ status }) => status === 'error').map(({ step }) => step);
  if (steps.length === 0) return undefined;
  const { words } = messages;
  return markup`<p class="why"><a href="#step-${steps[0]}">${words.notJudged(words.stepNames(steps))}</a></p>`;
}
