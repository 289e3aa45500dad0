import { median } from '../../src/median.ts';

/** One thing that was measured: the median of its runs, and the least and greatest of them. */
export interface Row {
  name: string;
  unit: string;
  value: number;
  spread: [number, number];
  /** At most this. */
  target: number;
}

/** The row of several runs. */
export function rowOf(name: string, unit: string, target: number, runs: readonly number[]): Row {
  const sorted = runs.toSorted((a, b) => a - b);
  const value = median(sorted) ?? Number.NaN;
  return { name, unit, value, spread: [sorted[0] ?? value, sorted.at(-1) ?? value], target };
}

/** As a table of Markdown, which a terminal shows well enough, too. */
export function table(rows: readonly Row[]): string {
  const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  const cells = rows.map(({ name, unit, value, spread: [low, high], target }) => [
    name,
    `${number(value)} ${unit}`.trim(),
    low === high ? '' : `${number(low)}–${number(high)}`,
    `≤ ${target} ${unit}`.trim(),
    value <= target ? 'yes' : 'no',
  ]);
  const head = ['what', 'median', 'spread', 'target', 'met'];
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.map(line)].join(
    '\n',
  );
}

/** Where and when something was measured. */
export async function circumstances(command: string) {
  const { cpus, loadavg, release, totalmem } = await import('node:os');
  return {
    command,
    date: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? '',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}
