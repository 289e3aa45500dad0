import type { Reaction } from '../../../schemas/types/grade-report.schema.d.ts';
import type { Messages } from '../../messages/text.ts';
import type { Actor } from '../words.ts';

/** Something that happened to a probe, in milliseconds since the start of the grade. */
export interface Moment {
  atMs: number;
  label: string;
  by: Actor;
  /** Milliseconds since its cause, when it is a reaction. */
  afterMs?: number;
}

/** The time between a cause and the last of its effects. */
export interface Wait {
  fromMs: number;
  toMs: number;
  by: Actor;
}

/** All that is known of one probe, in the order of time. */
export interface Life {
  probe: string;
  moments: Moment[];
  waits: Wait[];
}

const CAUSED_BY: Record<Reaction['cause'], Actor> = {
  create: 'grader',
  'delete-quota': 'grader',
  'edit-pods': 'grader',
  'edit-cpu': 'grader',
  'edit-spec': 'grader',
  delete: 'grader',
  'teamspace-gone': 'cluster',
  'namespace-terminating': 'cluster',
};

const EFFECTED_BY: Record<Reaction['effect'], Actor> = {
  finalizer: 'controller',
  namespace: 'controller',
  quota: 'controller',
  status: 'controller',
  'quota-restored': 'controller',
  'quota-reverted': 'controller',
  converged: 'controller',
  'finalizer-removed': 'controller',
  'namespace-terminating': 'cluster',
  'namespace-gone': 'cluster',
};

/** The lives of the probes, in the order in which the report names them. */
export function livesOf(timeline: readonly Reaction[], words: Messages['words']): Life[] {
  return [...Map.groupBy(timeline, ({ probe }) => probe)].map(([probe, reactions]) => {
    const effects = reactions.map(({ effect, atMs, ms }) => ({
      atMs: atMs + ms,
      label: words.effects[effect],
      by: EFFECTED_BY[effect],
      afterMs: ms,
    }));
    // What is an effect of one thing and the cause of the next is one moment.
    const causes = reactions
      .filter(({ cause }) => !reactions.some(({ effect }) => effect === cause))
      .map(({ cause, atMs }) => ({ atMs, label: words.causes[cause], by: CAUSED_BY[cause] }));
    const distinct = new Map(causes.map((moment) => [`${moment.atMs} ${moment.label}`, moment]));
    const waits = Map.groupBy(reactions, ({ cause, atMs }) => `${cause} ${atMs}`);
    return {
      probe,
      moments: [...effects, ...distinct.values()].toSorted((a, b) => a.atMs - b.atMs),
      waits: [...waits.values()].map((group) => waitOf(group)),
    };
  });
}

function waitOf(group: readonly Reaction[]): Wait {
  const [first] = group as [Reaction];
  const toMs = first.atMs + Math.max(...group.map(({ ms }) => ms));
  return { fromMs: first.atMs, toMs, by: EFFECTED_BY[first.effect] };
}

export interface Axis {
  endMs: number;
  /** Between two marks: 1, 2 or 5 times a power of ten. */
  stepMs: number;
}

/** An axis from 0 that holds all these lives, with at most so many steps. */
export function axisOf(lives: readonly Life[], steps: number): Axis {
  const last = Math.max(steps, ...lives.flatMap(({ moments }) => moments.map(({ atMs }) => atMs)));
  const power = 10 ** Math.floor(Math.log10(last / steps));
  const factor = [1, 2, 5].find((n) => n * power * steps >= last) ?? 10;
  const stepMs = factor * power;
  return { endMs: Math.ceil(last / stepMs) * stepMs, stepMs };
}

/** Where the marks of an axis are. */
export const marksOf = ({ endMs, stepMs }: Axis): number[] =>
  Array.from({ length: Math.round(endMs / stepMs) + 1 }, (_, i) => i * stepMs);
