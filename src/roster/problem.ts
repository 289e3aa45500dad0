import { UsageError } from '../usage-error.ts';

/** What is wrong with one line of a roster; lines are counted from 1. */
export interface Problem {
  line: number;
  message: string;
}

const SHOWN = 20;

/** A roster that cannot be used: each problem on a line of its own, with file and line number. */
export class RosterError extends UsageError {
  override name = 'RosterError';
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const sorted = problems.toSorted((a, b) => a.line - b.line);
    const lines = sorted.slice(0, SHOWN).map(({ line, message }) => `${file}:${line}: ${message}`);
    if (sorted.length > SHOWN) lines.push(`and ${sorted.length - SHOWN} more`);
    super(lines.join('\n'));
    this.problems = sorted;
  }
}
