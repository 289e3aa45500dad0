import { createHash } from 'node:crypto';
import { checks } from '../checks/index.ts';
import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { type Cause, type Check, type Finding, needsOf } from './check.ts';
import type { Evidence, PartName, Parts, UnavailableReason } from './evidence.ts';
import { ALPHA, type StepNumber } from './lab.ts';
import { gathered } from './parts.ts';
import { reactionsOf } from './reactions.ts';
import { DEFAULT_RUBRIC, type Rubric } from './rubric.ts';
import { pointsOf, scoreOf } from './score.ts';

export type StepResult = GradeReport['steps'][number];

/** The step to mend first when a part of the evidence is not there for a reason that lies in the lab itself. */
const BLOCKED_BY: Partial<Record<UnavailableReason, StepNumber>> = {
  'type-not-served': 1,
  'alpha-missing': 1,
  'probe-refused': 1,
  'script-missing': 3,
  'script-not-started': 3,
  'service-not-running': 4,
  'probe-not-served': 4,
  'probe-served-wrongly': 3,
  'finalizer-not-used': 6,
};

/** Whether a part is missing for a reason that lies outside the lab. */
export const isOutsideLab = (reason: UnavailableReason): boolean => BLOCKED_BY[reason] === undefined;

/**
 * Judges gathered evidence: a pure function, so that the same evidence always gets the same report.
 * Steps come in the order of the lab. A failure is final; a step that depends on another one's work is skipped and
 * names it; what could not be looked at, or a bug of a check, is an error and never a failure.
 */
export function judge(
  evidence: Evidence,
  steps: readonly StepNumber[],
  rubric: Rubric = DEFAULT_RUBRIC,
): GradeReport {
  const results = checks
    .filter(({ step }) => steps.includes(step))
    .map((check) => {
      const result = judgeStep(check, evidence);
      return { ...result, points: pointsOf(rubric, check.step, result.status, result.findings) };
    });
  return {
    reportVersion: 1,
    grader: { version: evidence.graderVersion, rubricDigest: rubricDigest(rubric) },
    machine: evidence.machine,
    lab: evidence.lab,
    cluster: gathered(evidence.parts.cluster) ?? null,
    startedAt: evidence.startedAt,
    durationMs: Math.max(0, Date.parse(evidence.finishedAt) - Date.parse(evidence.startedAt)),
    verdictMs: Math.max(0, ...results.map(({ durationMs }) => durationMs)),
    steps: results,
    score: scoreOf(results, rubric),
    timeline: reactionsOf(evidence),
    cleanUp: evidence.cleanUp,
  };
}

function judgeStep(check: Check, evidence: Evidence): Omit<StepResult, 'points'> {
  const { step, id } = check;
  const names = [...needsOf(check)];
  const readyMs = names.map((name) => evidence.parts[name]?.readyMs ?? 0);
  const result = { step, id, durationMs: Math.max(0, ...readyMs) };
  let findings: Finding[];
  const causes: Cause[] = [];
  try {
    findings = check.rules.flatMap((rule) => {
      const missing = rule.needs.flatMap((part) => causeOf(part, evidence, step) ?? []);
      causes.push(...missing);
      return missing.length > 0 ? [] : rule.judge(valuesOf(rule.needs, evidence));
    });
  } catch (error) {
    // The one error boundary of judging: a bug of a check must not cost the learner the step.
    const cause = {
      part: id,
      reason: 'grader-bug',
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
    return { ...result, status: 'error', cause, findings: [] };
  }
  return { ...result, findings, ...outcomeOf(step, findings, causes) };
}

function outcomeOf(
  step: StepNumber,
  findings: Finding[],
  causes: Cause[],
): Pick<StepResult, 'status' | 'blockedBy' | 'cause'> {
  const tried = causes.filter(({ reason }) => reason !== 'not-probed');
  const has = (outcome: Finding['outcome']) => findings.some((finding) => finding.outcome === outcome);
  if (has('failed')) {
    // The failure stands; what could not be looked at besides is told all the same.
    const outside = tried.find(({ reason }) => isOutsideLab(reason));
    return { status: 'failed', ...(outside && { cause: outside }) };
  }
  const trouble = tried.find(({ reason }) => (BLOCKED_BY[reason] ?? step) === step);
  if (trouble) return { status: 'error', cause: trouble };
  const unknown = findings.find(({ outcome }) => outcome === 'unknown');
  if (unknown)
    return {
      status: 'error',
      cause: { part: unknown.id, reason: 'api-error', detail: JSON.stringify(unknown.params) },
    };
  const blocks = causes.flatMap(({ reason }) => BLOCKED_BY[reason] ?? []);
  if (blocks.length > 0) return { status: 'skipped', blockedBy: Math.min(...blocks) };
  const [open] = causes;
  if (open) return { status: 'error', cause: open };
  if (has('passed')) return { status: 'passed' };
  return {
    status: 'error',
    cause: { part: 'findings', reason: 'grader-bug', detail: `step ${step} was judged without one finding` },
  };
}

function causeOf(part: PartName, evidence: Evidence, step: StepNumber): Cause | undefined {
  const found = evidence.parts[part];
  if (found === undefined) return { part, reason: 'grader-bug', detail: `${part} was not gathered` };
  if ('unavailable' in found) return { part, ...found.unavailable };
  // Every step looks at alpha; only step 1 is about whether it exists.
  const alphaMissing =
    part === 'teamSpaces' &&
    step !== 1 &&
    !(found as { value: Parts['teamSpaces'] }).value.some(({ metadata }) => metadata.name === ALPHA.name);
  return alphaMissing ? { part, reason: 'alpha-missing', detail: '' } : undefined;
}

function valuesOf(needs: readonly PartName[], evidence: Evidence): Partial<Parts> {
  return Object.fromEntries(needs.map((name) => [name, gathered<Parts[PartName]>(evidence.parts[name])]));
}

/** Tells two versions of the rulebook apart: the steps with every finding that they can make, and their worth. */
export function rubricDigest(rubric: Rubric): string {
  const rules = checks.map(({ step, id, findings }) => ({ step, id, findings }));
  return createHash('sha256')
    .update(JSON.stringify([rules, rubric]))
    .digest('hex');
}
