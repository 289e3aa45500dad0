/*
 * The grader as a library: grade a machine, or judge evidence that was gathered before.
 *
 *   const { machine, foreign } = await openMachine({ kind: 'local' }, { env: process.env, signal });
 *   const { evidence, report } = await grade({ machine, foreign, graderVersion, lock: lockHolder(process.pid) });
 *   judge(evidence, STEPS, rubric);   // the same verdict again, without the machine
 */
export type {
  GradeReport,
  Reaction,
  ReportedFinding,
  StepResult,
} from '../schemas/types/grade-report.schema.d.ts';
export type { Evidence, Part, PartName, Parts, Unavailable, UnavailableReason } from './evidence.ts';
export { exitCodeOf } from './exit-code.ts';
export { type GradeOptions, grade } from './grade.ts';
export { judge } from './judge.ts';
export { DEFAULTS, STEPS, type StepNumber } from './lab.ts';
export { type LockHolder, lockHolder } from './lock-holder.ts';
export { type Machine, MachineError } from './machine/machine.ts';
export { type MachineSpec, openMachine, parseMachine } from './machines.ts';
export { DEFAULT_RUBRIC, loadRubric, type Rubric, RubricError, readRubric } from './rubric.ts';
export { UsageError } from './usage-error.ts';
