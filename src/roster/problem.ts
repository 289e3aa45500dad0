import { usage as english } from '../../reports/messages/en/usage.ts';
import type { Usage } from '../../reports/messages/text.ts';
import { UsageError } from '../usage-error.ts';

/** What is wrong with one line of a roster; lines are counted from 1. */
export interface Problem {
  line: number;
  say: (usage: Usage) => string;
}

const SHOWN = 20;

/** A roster that cannot be used: each problem on a line of its own, with file and line number. */
export class RosterError extends UsageError {
  override name = 'RosterError';
  readonly file: string;
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const sorted = problems.toSorted((a, b) => a.line - b.line);
    super(linesOf(file, sorted, english));
    this.file = file;
    this.problems = sorted;
  }

  override in(usage: Usage): string {
    return linesOf(this.file, this.problems, usage);
  }
}

function linesOf(file: string, problems: readonly Problem[], usage: Usage): string {
  const lines = problems.slice(0, SHOWN).map(({ line, say }) => `${file}:${line}: ${say(usage)}`);
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [usage.roster.moreFaults(more)] : [])].join('\n');
}
