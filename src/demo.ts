import { fileURLToPath } from 'node:url';
import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { grade } from './grade.ts';
import type { LockHolder } from './lock-holder.ts';
import type { OnProgress } from './progress.ts';
import { installPrerequisites, sandboxDown, sandboxMachine, sandboxUp } from './sandbox/index.ts';
import { walkSubmission } from './sandbox/submission.ts';

const HONEST = fileURLToPath(new URL('../test/samples/honest', import.meta.url));

export interface DemoOptions {
  /** Name of the sandbox that is made and removed. */
  name: string;
  env: NodeJS.ProcessEnv;
  graderVersion: string;
  lock: LockHolder;
  /** Told what is made and walked, one line at a time. */
  progress: (line: string) => void;
  /** Told what the grade does. */
  onGrade: OnProgress;
  signal: AbortSignal;
}

/**
 * The whole product once, from nothing: installs what the host lacks, boots a sandbox, walks the honest lab in it as
 * a person would, grades it, and removes the sandbox whatever happened.
 */
export async function demo({
  name,
  env,
  graderVersion,
  lock,
  progress,
  onGrade,
  signal,
}: DemoOptions): Promise<GradeReport> {
  await installPrerequisites(progress, env);
  await sandboxUp({ name, env, progress, signal });
  try {
    const machine = await sandboxMachine(name);
    progress('walking the eight steps as a person would (about 45 s)');
    await walkSubmission(machine, [HONEST], signal);
    const { report } = await grade({
      machine,
      foreign: true,
      graderVersion,
      lock,
      progress: onGrade,
      signal,
    });
    return report;
  } finally {
    await sandboxDown(name);
  }
}
