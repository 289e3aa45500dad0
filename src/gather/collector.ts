import type { Evidence, Part, PartName, Parts, Unavailable, UnavailableReason } from '../evidence.ts';
import { KubeError } from '../kube/errors.ts';
import { MachineError } from '../machine/machine.ts';

/** A part that cannot be had because of the state of the lab: another step has to be mended first. */
export class Blocked extends Error {
  override name = 'Blocked';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, detail = '') {
    super(detail);
    this.reason = reason;
  }
}

/** Collects the parts of the evidence, each with the time when it was ready, or with the reason why it is not there. */
export class Collector {
  readonly parts: Evidence['parts'] = {};
  readonly clock: () => number;

  /** `clock` gives whole milliseconds since the start of the grade. */
  constructor(clock: () => number) {
    this.clock = clock;
  }

  /** Gathers one part. The one place where trouble becomes "could not be judged" instead of ending the grade. */
  async gather<P extends PartName>(name: P, work: () => Promise<Parts[P]>): Promise<Parts[P] | undefined> {
    try {
      const value = await work();
      this.set(name, { readyMs: this.clock(), value });
      return value;
    } catch (error) {
      this.set(name, { readyMs: this.clock(), unavailable: unavailable(error) });
      return undefined;
    }
  }

  /** Throws again why a part that another one builds upon could not be had. */
  assertGathered(name: PartName): void {
    const part = this.parts[name];
    if (part !== undefined && 'unavailable' in part)
      throw new Blocked(part.unavailable.reason, part.unavailable.detail);
  }

  set<P extends PartName>(name: P, part: Part<Parts[P]>): void {
    (this.parts as Record<P, Part<Parts[P]>>)[name] = part;
  }
}

/** Why something could not be gathered, from what was thrown. */
export function unavailable(error: unknown): Unavailable {
  if (error instanceof KubeError || error instanceof MachineError || error instanceof Blocked) {
    return { reason: error.reason, detail: error.message };
  }
  if (error instanceof Error && error.name === 'AbortError') return { reason: 'interrupted', detail: '' };
  return {
    reason: 'grader-bug',
    detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
