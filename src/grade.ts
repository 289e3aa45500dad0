import { checks } from '../checks/index.ts';
import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { type Check, needsOf } from './check.ts';
import type { Evidence, PartName } from './evidence.ts';
import { gather } from './gather/gather.ts';
import { judge } from './judge.ts';
import { KubeClient } from './kube/client.ts';
import { KubeError } from './kube/errors.ts';
import { foreignKubeConfig, ownKubeConfig } from './kube/kubeconfig.ts';
import { DEADLINES, DEFAULTS, type Deadlines, MAX_FILE_BYTES, STEPS, type StepNumber } from './lab.ts';
import type { LockHolder } from './lock-holder.ts';
import type { Machine } from './machine/machine.ts';
import type { OnProgress } from './progress.ts';
import type { Rubric } from './rubric.ts';
import { UsageError } from './usage-error.ts';

export interface GradeOptions {
  machine: Machine;
  /** Whether the machine is somebody else's, so that its kubeconfig is not to be trusted. */
  foreign: boolean;
  /** Which steps; none means all eight. */
  steps?: readonly StepNumber[];
  /** The lab folder on the machine; default `/root/cnpa-op`. */
  folder?: string;
  /** A kubeconfig on this computer; default the machine's own, `/etc/rancher/k3s/k3s.yaml`. */
  kubeconfig?: string | undefined;
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

/** The client for the cluster, or the error that every part which needs the cluster will carry. */
export async function connect({
  machine,
  foreign,
  kubeconfig,
}: Pick<GradeOptions, 'machine' | 'foreign' | 'kubeconfig'>): Promise<KubeClient | Error> {
  try {
    if (!foreign || kubeconfig !== undefined)
      return new KubeClient(ownKubeConfig(kubeconfig ?? DEFAULTS.kubeconfig));
    const config = await kubeconfigOf(machine);
    return new KubeClient(config, await tunnelTo(config.getCurrentCluster()?.server ?? '', machine));
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    if (error.reason === 'kubeconfig-missing' && kubeconfig !== undefined) {
      const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
      throw new UsageError(`${error.message}: name another with --kubeconfig`, {
        sentence: 'noKubeconfig',
        args: [kubeconfig, code === 'ENOENT' ? undefined : code],
      });
    }
    return error;
  }
}

/** The machine's own way to its API server, so that its kubeconfig can make us connect to no other network. */
async function tunnelTo(server: string, machine: Machine): Promise<string | null> {
  const url = URL.parse(server);
  if (url?.protocol !== 'https:')
    throw new KubeError('kubeconfig-invalid', `the server of ${DEFAULTS.kubeconfig} is not an https URL`);
  return await machine.tunnel(url.hostname, Number(url.port || 443));
}

async function kubeconfigOf(machine: Machine): Promise<ReturnType<typeof foreignKubeConfig>> {
  const path = DEFAULTS.kubeconfig;
  const file = (await machine.readFiles([path], MAX_FILE_BYTES)).get(path);
  if (file?.kind === 'file') return foreignKubeConfig(Buffer.from(file.bytes).toString('utf8'), path);
  throw new KubeError('kubeconfig-missing', `there is no readable kubeconfig ${path} on ${machine.name}`);
}
