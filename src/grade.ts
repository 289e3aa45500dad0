import { checks } from '../checks/index.ts';
import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { type Check, needsOf } from './check.ts';
import type { ClusterOptions } from './cluster-options.ts';
import { connect } from './connect.ts';
import type { Evidence, PartName } from './evidence.ts';
import { gather } from './gather/gather.ts';
import { judge } from './judge.ts';
import { DEADLINES, DEFAULTS, type Deadlines, STEPS, type StepNumber } from './lab.ts';
import type { LockHolder } from './lock-holder.ts';
import type { OnProgress } from './progress.ts';
import type { Rubric } from './rubric.ts';
import { UsageError } from './usage-error.ts';

export interface GradeOptions extends ClusterOptions {
  /** Which steps; none means all eight. */
  steps?: readonly StepNumber[];
  /** The lab folder on the machine; default `/root/cnpa-op`. */
  folder?: string;
  unit?: string;
  deadlines?: Partial<Deadlines>;
  /** What each step is worth; default one point each. */
  rubric?: Rubric | undefined;
  /** Whether probes may be made and reconcile.sh be run; default true. */
  live?: boolean;
  graderVersion: string;
  lock: LockHolder;
  /** Told to the person while it takes long. */
  progress?: OnProgress;
  /** Told the names of the grader's own TeamSpaces before they are made, and none when they are gone. */
  onProbes?: (names: readonly string[]) => void;
  signal?: AbortSignal;
}

/**
 * Grades one machine: gathers the evidence that the steps need and judges it.
 *
 * @throws UsageError when there is no lab folder, or not the kubeconfig that was named; everything else that goes wrong is in the report
 */
export async function grade(options: GradeOptions): Promise<{ evidence: Evidence; report: GradeReport }> {
  const { machine, graderVersion, lock } = options;
  const steps = options.steps?.length ? options.steps : STEPS;
  const folder = options.folder ?? DEFAULTS.folder;
  if ((await machine.listFolder(folder)) === null) {
    throw new UsageError(`there is no lab folder ${folder} on ${machine.name}: name it with --dir`, {
      sentence: 'noLabFolder',
      args: [folder, machine.name],
    });
  }
  const evidence = await gather({
    machine,
    kube: await connect(options),
    lab: { folder, unit: options.unit ?? DEFAULTS.unit },
    deadlines: { ...DEADLINES, ...options.deadlines },
    // The report names the cluster, whatever the steps need.
    needs: new Set<PartName>(['cluster', ...needsOfSteps(steps)]),
    live: options.live ?? true,
    scriptEnv: scriptEnv(options),
    graderVersion,
    progress: options.progress ?? (() => undefined),
    onProbes: options.onProbes ?? (() => undefined),
    signal: options.signal ?? new AbortController().signal,
    lock,
  });
  return { evidence, report: judge(evidence, steps, options.rubric) };
}

/** The parts of the evidence that some steps need. */
export const needsOfSteps = (steps: readonly StepNumber[]): Set<PartName> =>
  new Set(checks.filter(({ step }) => steps.includes(step)).flatMap((check: Check) => [...needsOf(check)]));

/** As a root login on the lab's machine (verdict rule of step 3): kubectl finds the cluster by KUBECONFIG. */
function scriptEnv({ kubeconfig, foreign }: GradeOptions): Record<string, string> {
  return {
    HOME: '/root',
    USER: 'root',
    LANG: 'C.UTF-8',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    KUBECONFIG: foreign || kubeconfig === undefined ? DEFAULTS.kubeconfig : kubeconfig,
  };
}
