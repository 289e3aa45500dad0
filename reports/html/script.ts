/**
 * Only comfort: the page is whole without it. Opens and closes everything at once, opens what a link points to, and
 * opens everything for print.
 */
export const script = `
const all = () => [...document.querySelectorAll('details')];
const steps = () => all().filter((d) => d.classList.contains('step'));
const byId = (id) => document.getElementById(id);
byId('expand').addEventListener('click', () => { for (const d of all()) d.open = true; });
byId('collapse').addEventListener('click', () => { for (const d of steps()) d.open = false; });
byId('expand').parentElement.hidden = false;

function reveal() {
  const target = byId(location.hash.slice(1));
  if (!target) return;
  const step = target.closest('details.step');
  if (!step) return;
  step.open = true;
  if (!step.checkVisibility()) byId('show-all').checked = true;
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);
reveal();

let closed = [];
addEventListener('beforeprint', () => {
  closed = all().filter((d) => !d.open);
  for (const d of closed) d.open = true;
});
addEventListener('afterprint', () => { for (const d of closed) d.open = false; });
`;
