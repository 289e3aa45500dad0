const DARK = `
  --paper: #14161a; --card: #1b1e23; --ink: #e7e8ea; --soft: #a9afb7; --line: #343a42; --line-soft: #282d33;
  --passed: #7fd19f; --failed: #ff9d92; --error: #efc26a; --skipped: #a9afb7; --link: #9cc2ff;
  --failed-tint: #2a1d1d; --error-tint: #28231a; --plus: #16251c; --plus-mark: #28543a; --minus: #2b1c1c; --minus-mark: #6b2f2c;
  --controller: #9cc2ff; --code: #23272d;`;

/** The look of the page. Light unless the reader prefers dark on a screen; everything open and light on paper. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfbfa; --card: #fff; --ink: #1b1d20; --soft: #5a6068; --line: #d5d8dc; --line-soft: #e8eaec;
  --passed: #17693a; --failed: #b3261e; --error: #7a5200; --skipped: #5a6068; --link: #1d4fa0;
  --failed-tint: #fdf3f2; --error-tint: #fdf7e9; --plus: #eef7f1; --plus-mark: #c3e6cf; --minus: #fdf0ef; --minus-mark: #f8cbc7;
  --controller: #1d4fa0; --code: #f1f2f3;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial;
  --mono: ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono";
  --cjk: sans-serif;
}
:root:lang(ko) { --cjk: "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", sans-serif; }
:root:lang(zh) { --cjk: "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; }
@media screen and (prefers-color-scheme: dark) { :root {${DARK} } }

*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  max-width: 60rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 2rem) 4rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans), var(--cjk); overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset, pre { margin: 0; padding: 0; }
h1 { font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
h2 { font-size: 1.25rem; line-height: 1.3; letter-spacing: -0.01em; }
h3 { font-size: 1rem; line-height: 1.5; font-weight: 600; }
h4 { font-size: 1rem; line-height: 1.5; font-weight: 650; }
:lang(ko) :is(h1, h2), :lang(zh) :is(h1, h2) { letter-spacing: 0; }
ul, ol { list-style: none; }
section { margin-top: 3.25rem; }
section > h2 { padding-bottom: .5rem; border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
code, pre { font-family: var(--mono), var(--cjk), monospace; font-size: .875em; font-variant-ligatures: none; unicode-bidi: isolate; }
pre { white-space: pre-wrap; line-height: 1.55; }
pre code { font-size: 1em; }
a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 3px; }
.of, .time, .points { color: var(--soft); font-weight: 400; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.skip:focus { top: 1rem; z-index: 1; }

.icon { flex: none; width: 1.25rem; height: 1.25rem; fill: currentColor; }
.icon.passed { color: var(--passed); } .icon.failed { color: var(--failed); }
.icon.error { color: var(--error); } .icon.skipped { color: var(--skipped); }
.icon .cut { fill: none; stroke: var(--card); stroke-width: 2.1; stroke-linecap: round; stroke-linejoin: round; }
.icon .bare { fill: none; stroke: currentColor; stroke-width: 1.7; }
.icon .stroke { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; }

.masthead { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 1.25rem 2.5rem; }
.whose { display: flex; flex-wrap: wrap; gap: 0 .75rem; margin-top: .25rem; }
.score { display: flex; align-items: center; gap: 1rem; line-height: 1.4; }
.score > span:last-child > .of { display: block; }
.fraction { font-size: 3.25rem; line-height: 1; letter-spacing: -0.04em; font-variant-numeric: tabular-nums; }
.fraction b { font-weight: 700; }
.fraction span { color: var(--soft); font-weight: 300; }
nav ol { display: grid; grid-template-columns: repeat(auto-fit, minmax(3.6rem, 1fr)); gap: .5rem; margin-top: 1.75rem; }
nav a {
  display: flex; align-items: center; justify-content: center; gap: .45rem; padding: .5rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); color: var(--ink); text-decoration: none; font-weight: 600; font-variant-numeric: tabular-nums;
}
nav a:hover { border-color: var(--soft); }
.why { margin-top: 1rem; padding: .75rem 1rem; background: var(--error-tint); border-left: 3px solid var(--error); border-radius: 0 6px 6px 0; }

.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .75rem 1.5rem; margin-bottom: 1rem; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1.25rem; font-size: .9375rem; }
fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .9rem; border: 0; min-width: 0; }
legend { float: left; padding: 0; margin-right: .15rem; color: var(--soft); }
label { display: inline-flex; align-items: center; gap: .35rem; min-height: 1.75rem; cursor: pointer; }
label:has(:checked) { font-weight: 600; }
label:has(:disabled) { cursor: default; color: var(--soft); }
input { accent-color: var(--link); margin: 0; width: 1rem; height: 1rem; }
.count { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
.buttons:not([hidden]) { display: flex; gap: .5rem; }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .2rem .7rem; cursor: pointer; }
button:hover { border-color: var(--soft); }

summary { cursor: pointer; }
.step { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-top: .6rem; }
.step > summary { display: flex; align-items: baseline; gap: .25rem .75rem; padding: .7rem 1rem; list-style: none; border-radius: 10px; }
.step > summary::-webkit-details-marker { display: none; }
.step > summary::after {
  content: ""; flex: none; width: .5rem; height: .5rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0;
  transform: translateY(-.2rem) rotate(45deg); margin-left: .25rem;
}
.step[open] > summary::after { transform: translateY(.05rem) rotate(225deg); }
.step > summary > .icon { align-self: flex-start; margin-top: .125rem; }
.step h3 { flex: 1; min-width: 0; }
.step h3 .of { margin-right: .35rem; }
.status { font-weight: 600; font-size: .875rem; white-space: nowrap; }
.passed > summary > .status { color: var(--passed); } .failed > summary > .status { color: var(--failed); }
.error > summary > .status { color: var(--error); } .skipped > summary > .status { color: var(--skipped); }
.points { font-size: .875rem; white-space: nowrap; }
.time { font-size: .875rem; min-width: 4em; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.body { padding: .1rem 1rem 1.1rem 3rem; }
.skipped .why { background: var(--code); border-color: var(--skipped); }
time { white-space: nowrap; }
.body > .why { margin-top: .35rem; margin-bottom: .75rem; }
@media screen {
  #steps:has(#show-failed:checked) .step:not(.is-failed), #steps:has(#show-unjudged:checked) .step:not(.is-unjudged) { display: none; }
}

.finding, .advice { padding-top: 1.1rem; margin-top: 1.1rem; border-top: 1px solid var(--line-soft); }
.finding > * + *, .advice > * + * { margin-top: .5rem; }
.body > .finding:first-child { padding-top: .35rem; margin-top: 0; border-top: 0; }
.advice:first-of-type { padding-top: 0; margin-top: 0; border-top: 0; }
.advice { max-width: 46rem; }
h4 { display: flex; gap: .6rem; margin-left: -1.95rem; }
h4 .icon { width: 1rem; height: 1rem; margin: .25rem .35rem 0 0; }
.label { display: inline-block; color: var(--soft); font-size: .875rem; margin-right: .4rem; }
.label::first-letter, dt::first-letter { text-transform: uppercase; }
.todo { padding: .5rem .8rem; background: var(--code); border-radius: 6px; }
p code { padding: .1em .3em; background: var(--code); border-radius: 4px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.todo code { background: none; padding: 0; }
.difference { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.difference > div { display: grid; grid-template-columns: 6.75rem 1fr; }
.difference > div + div { border-top: 1px solid var(--line); }
.difference dt { padding: .35rem .75rem; font-size: .875rem; }
.difference dd { position: relative; min-width: 0; padding: .35rem .75rem .35rem 1.4rem; }
.difference dd::before { position: absolute; left: .25rem; font: .875em/1.55 var(--mono), monospace; }
.difference .expected { background: var(--plus); } .difference .expected:not(:only-child) dd::before { content: "+" / ""; }
.difference .found { background: var(--minus); } .difference .found:not(:only-child) dd::before { content: "−" / ""; }
mark { color: inherit; border-radius: 2px; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
.expected mark { background: var(--plus-mark); } .found mark { background: var(--minus-mark); }
.evidence > summary, .checks-title, .table > summary { color: var(--soft); font-size: .9375rem; width: fit-content; }
.evidence > pre { margin-top: .5rem; padding: .75rem; background: var(--code); border-radius: 6px; font-size: .8125rem; }
.body > .checks-title { margin-top: .9rem; width: auto; }
.body > p.checks-title { margin-top: .15rem; }
.checks { margin-top: .35rem; color: var(--ink); font-size: .9375rem; columns: 16rem 2; column-gap: 2rem; }
.checks li { break-inside: avoid; padding: .1rem 0; }
.advice h3 .of { margin-left: .3rem; font-size: .9375rem; }

.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .9rem; font-size: .9375rem; }
.legend li { display: flex; align-items: center; gap: .4rem; }
figure { padding-bottom: .75rem; }
.picture { display: block; width: 100%; height: auto; margin-top: 1.1rem; font: 13px var(--sans), var(--cjk); overflow: visible; font-variant-numeric: tabular-nums; }
.picture text { fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
.picture .probe { font-family: var(--mono), monospace; font-weight: 600; }
.picture .axis, .picture .after { fill: var(--soft); }
.picture .axis { font-size: 12px; }
.grid { stroke: var(--line-soft); }
.life { stroke: var(--line); stroke-width: 2; }
.lead { stroke: var(--soft); fill: none; stroke-opacity: .55; }
.wait { stroke-width: 5; fill: none; stroke-opacity: .45; }
.wait.controller { stroke: var(--controller); } .wait.cluster { stroke: var(--soft); }
.mark { stroke: var(--paper); stroke-width: 1.5; }
.mark.grader { fill: var(--paper); stroke: var(--ink); stroke-width: 2; }
.mark.controller { fill: var(--controller); } .mark.cluster { fill: var(--soft); }
.picture.tall { display: none; max-width: 26rem; }
@media (max-width: 44rem) { .picture.wide { display: none; } .picture.tall { display: block; } }
table { border-collapse: collapse; width: 100%; margin-top: .75rem; font-size: .9375rem; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line-soft); vertical-align: top; }
th { font-weight: 600; }
thead th { color: var(--soft); font-size: .875rem; }
tbody th { padding-top: 1rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
th:last-child, td:last-child { padding-right: 0; }

.facts > div { display: grid; grid-template-columns: minmax(9rem, 16rem) 1fr; gap: 0 1.5rem; padding: .3rem 0; border-bottom: 1px solid var(--line-soft); }
.facts dt { color: var(--soft); }
.facts dd { font-variant-numeric: tabular-nums; min-width: 0; }
section > h3 { margin-top: 1.1rem; }
.things { margin-top: .35rem; columns: 18rem 2; column-gap: 2rem; }
.things li { break-inside: avoid; }
.why .things { columns: auto; }

@media (max-width: 40rem) {
  body { padding-top: 1.5rem; }
  .masthead { flex-direction: column; align-items: start; }
  nav ol { grid-template-columns: repeat(4, 1fr); }
  .step > summary { flex-wrap: wrap; padding: .7rem .8rem; }
  .step h3 { flex: 1 1 calc(100% - 4rem); }
  .step > summary::after { order: 1; }
  .step > summary > .status { order: 2; margin-left: 2rem; }
  .step > summary > :is(.points, .time) { order: 3; min-width: 0; }
  .body { padding: .1rem .8rem 1rem; }
  h4 { margin-left: 0; }
  .difference > div, .facts > div { grid-template-columns: 1fr; }
  .difference dt { padding-bottom: 0; } .difference dd { padding-top: .1rem; }
  th, td { padding-right: .5rem; }
}

@media print {
  :root { color-scheme: light; --paper: #fff; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  .skip, .tools, .step > summary::after { display: none; }
  details::details-content { display: block; content-visibility: visible; block-size: auto; opacity: 1; }
  section { margin-top: 2rem; }
  h1, h2, h3, h4, summary { break-after: avoid; }
  .difference, .todo, .why, tr, figure { break-inside: avoid; }
  .picture.wide { display: block; } .picture.tall { display: none; }
  .docs a::after { content: " (" attr(href) ")"; }
  .icon, .wait, mark, .difference > div, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (forced-colors: active) { .icon .cut { stroke: Canvas; } .wait, .mark { forced-color-adjust: none; } }
`;
