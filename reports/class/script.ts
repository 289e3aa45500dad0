/**
 * Only comfort: the table is whole without it. Sorts by a column, and shows those whose text or status matches. A column
 * is sorted by the numbers in `data-key`, or by the text of its cells.
 */
export const script = `
const table = document.getElementById('matrix');
const body = table.tBodies[0];
const rows = [...body.rows];
// Names from another computer may be spelt with other code points.
const plain = (text) => text.normalize('NFKC').toLowerCase();
const texts = rows.map((row) => plain(row.textContent));
const keyOf = ({ dataset: { key }, textContent }) => (key === undefined ? textContent : Number(key));
const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
const compare = (a, b) => (typeof a === 'number' ? a - b : collator.compare(a, b));

for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
  const button = head.querySelector('button');
  button?.addEventListener('click', () => {
    const descending = head.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const keyed = rows.map((row) => [keyOf(row.cells[column]), row]);
    keyed.sort(([a], [b]) => (descending ? -1 : 1) * compare(a, b));
    body.remove();
    body.append(...keyed.map(([, row]) => row));
    table.append(body);
  });
}

const search = document.getElementById('search');
const status = document.getElementById('status');
const shown = document.getElementById('shown');
function filter() {
  const wanted = plain(search.value.trim());
  let count = 0;
  for (const [i, row] of rows.entries()) {
    const matches = texts[i].includes(wanted) && (status.value === '' || row.dataset.status === status.value);
    row.hidden = !matches;
    if (matches) count += 1;
  }
  shown.textContent = shown.dataset.text.replace('#', count);
}
search.addEventListener('input', filter);
status.addEventListener('change', filter);
search.closest('.tools').hidden = false;
filter();
`;
