import type { PartName, Parts, Unavailable } from './evidence.ts';
import type { StepNumber } from './lab.ts';

/** Where a finding was made. Pointers are JSON pointers; fields are dotted paths as `kubectl explain` takes them. */
export type Subject =
  | { file: string; pointer?: string; line?: number; column?: number }
  | { kind: string; namespace?: string; name: string; field?: string }
  | { unit: string; property?: string };

export type Outcome = 'passed' | 'failed' | 'advice' | 'unknown';

/** What a check saw. Evidence, not prose: sentences are made by reports/messages. */
export interface Finding<Id extends string = string> {
  id: Id;
  outcome: Outcome;
  subject: Subject;
  expected?: unknown;
  actual?: unknown;
  params: Record<string, unknown>;
}

export type StepStatus = 'passed' | 'failed' | 'skipped' | 'error';

/** One rule of a step: the parts of the evidence it needs, and nothing else, make its findings. */
export interface Rule<Id extends string = string> {
  needs: readonly PartName[];
  judge(parts: Partial<Parts>): Finding<Id>[];
}
/** What a rule may return: `condition && verdict(…)` stands for a finding that does not apply. */
type Findings<Id extends string> = readonly (Finding<Id> | false)[];

/** The eighth part of the rulebook: one lab step. */
export interface Check<Id extends string = string> {
  step: StepNumber;
  id: string;
  /** Every finding id that this step can produce. */
  findings: readonly Id[];
  rules: readonly Rule<Id>[];
}

type RuleMaker<Id extends string> = <const N extends readonly PartName[]>(
  needs: N,
  judge: (parts: Pick<Parts, N[number]>) => Findings<Id>,
) => Rule<Id>;

/**
 * Defines the check of one lab step. `rules` gets a maker whose `judge` sees just the parts that it needs;
 * it is called only when all of them were gathered.
 */
export function defineCheck<const Id extends string>(definition: {
  step: StepNumber;
  id: string;
  findings: readonly Id[];
  rules: (rule: RuleMaker<NoInfer<Id>>) => readonly Rule<NoInfer<Id>>[];
}): Check<Id> {
  const rule: RuleMaker<Id> = (needs, judge) => ({
    needs,
    judge: (parts) => judge(parts as Parameters<typeof judge>[0]).filter((finding) => finding !== false),
  });
  return { ...definition, rules: definition.rules(rule) };
}

/** The parts of the evidence that a check needs. */
export const needsOf = (check: Check): Set<PartName> => new Set(check.rules.flatMap((rule) => rule.needs));

/** What made a step impossible to judge. */
export interface Cause extends Unavailable {
  part: PartName;
}

/** `passed` when `ok`, else `failed`: the usual finding. */
export function verdict<Id extends string>(
  ok: boolean,
  id: Id,
  subject: Subject,
  seen: { expected?: unknown; actual?: unknown; params?: Record<string, unknown> } = {},
): Finding<Id> {
  return { params: {}, ...seen, id, outcome: ok ? 'passed' : 'failed', subject };
}

/** Advice: shown apart, never counted. */
export function advice<Id extends string>(
  id: Id,
  subject: Subject,
  params: Record<string, unknown> = {},
): Finding<Id> {
  return { id, outcome: 'advice', subject, params };
}
