import { createHash } from 'node:crypto';
import { cleanUpSection, environmentSection } from './about.ts';
import { adviceItem } from './finding.ts';
import { header } from './header.ts';
import { type Markup, markup, trusted } from './markup.ts';
import { script } from './script.ts';
import { stepsSection } from './steps.ts';
import { style } from './style.ts';
import { timelineSection } from './timeline/section.ts';
import type { View } from './view.ts';

/** Nothing is loaded from anywhere, and only this style sheet and this script are obeyed. */
const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The whole document. */
export function page(view: View): Markup {
  const { report, page: words } = view;
  const { earned, possible } = report.score;
  return markup`<!DOCTYPE html>
<html lang="${words.tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${earned}/${possible} · ${report.machine} · ${words.title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#steps">${words.skipToSteps}</a>
${header(view)}
<main>
${stepsSection(view)}
${adviceSection(view)}
${timelineSection(view)}
${environmentSection(view)}
${cleanUpSection(view)}
</main>
<script>${trusted(script)}</script>
</body>
</html>
`;
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

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
