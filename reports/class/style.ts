import { style as base } from '../html/style.ts';

/** The look of a learner's page, and what only a class needs. */
export const style = `${base}
body { max-width: 80rem; }
.tally { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .75rem; font-variant-numeric: tabular-nums; }
.tally .passed { color: var(--passed); } .tally .failed { color: var(--failed); }
.tally .error { color: var(--error); } .tally .pending { color: var(--skipped); }
.scroll { overflow-x: auto; position: relative; }
.matrix { margin-top: 0; }
.matrix th, .matrix td { padding: .25rem .5rem .25rem 0; white-space: nowrap; }
.matrix tbody th { padding-top: .25rem; font-weight: 400; text-align: left; }
.matrix thead th { vertical-align: bottom; }
.matrix .name { white-space: normal; min-width: 9rem; }
.matrix .cause { white-space: normal; min-width: 18rem; }
.matrix .cell { text-align: center; padding-right: .35rem; }
.cell { font-weight: 700; }
.cell.passed { color: var(--passed); } .cell.failed { color: var(--failed); }
.cell.error { color: var(--error); } .cell.skipped { color: var(--skipped); }
.legend + .scroll { margin-top: .75rem; }
.matrix .state { font-weight: 600; }
.state.passed { color: var(--passed); } .state.failed { color: var(--failed); }
.state.error { color: var(--error); } .state.pending { color: var(--skipped); }
.matrix th button { border: 0; background: none; padding: .15rem .25rem; margin: 0 -.25rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
.matrix th[aria-sort] button { color: var(--ink); text-decoration: underline; text-underline-offset: .25em; }
.matrix th[aria-sort=ascending] button::after { content: " ↑" / ""; }
.matrix th[aria-sort=descending] button::after { content: " ↓" / ""; }
.matrix tbody tr:hover { background: var(--code); }
.tools input[type=search], .tools select {
  width: auto; height: auto; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .2rem .5rem;
}
.tools[hidden] { display: none; }
.tools label:has(select) { font-weight: 400; }
.missed { margin-top: .5rem; }
.missed li { display: flex; gap: 1rem; padding: .25rem 0; border-bottom: 1px solid var(--line-soft); }
.missed .number { flex: none; min-width: 6rem; }
.copies > li { padding: .5rem 0; border-bottom: 1px solid var(--line-soft); }
.copies ul { margin-left: 1.5rem; }
@media print { .tools { display: none; } .scroll { overflow: visible; } }
`;
