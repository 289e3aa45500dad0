import { cleanUpSection, environmentSection } from './about.ts';
import { htmlDocument } from './document.ts';
import { adviceItem } from './finding.ts';
import { header } from './header.ts';
import { type Markup, markup } from './markup.ts';
import { script } from './script.ts';
import { stepsSection } from './steps.ts';
import { style } from './style.ts';
import { timelineSection } from './timeline/section.ts';
import type { View } from './view.ts';

/** The whole document. */
export function page(view: View): Markup {
  const { report, page: words } = view;
  const { earned, possible } = report.score;
  return htmlDocument({
    tag: words.tag,
    title: `${earned}/${possible} · ${report.machine} · ${words.title}`,
    style,
    script,
    body: markup`<a class="skip" href="#steps">${words.skipToSteps}</a>
${header(view)}
<main>
${stepsSection(view)}
${adviceSection(view)}
${timelineSection(view)}
${environmentSection(view)}
${cleanUpSection(view)}
</main>`,
  });
}

function adviceSection(view: View): Markup | undefined {
  const items = view.report.steps.flatMap(({ step, findings }) =>
    findings.filter(({ outcome }) => outcome === 'advice').map((finding) => adviceItem(finding, step, view)),
  );
  if (items.length === 0) return undefined;
  return markup`<section aria-labelledby="advice-title">
<h2 id="advice-title">${view.messages.words.advice}</h2>
${items}
</section>`;
}
