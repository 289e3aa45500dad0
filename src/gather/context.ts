import type { KubeClient } from '../kube/client.ts';
import type { Deadlines } from '../lab.ts';
import type { Machine } from '../machine/machine.ts';
import type { OnProgress } from '../progress.ts';

/** What every gatherer works with. */
export interface GatherContext {
  machine: Machine;
  kube: KubeClient;
  lab: { folder: string; unit: string };
  deadlines: Deadlines;
  /** Milliseconds since the start of the grade, monotonic. */
  clock: () => number;
  /** Tells what is being done and waited for. */
  progress: OnProgress;
  /** Tells which probes there are, from before they are made until they are gone. */
  onProbes: (names: readonly string[]) => void;
  /** Aborted when the person wants to stop. */
  signal: AbortSignal;
  /** The environment that the learner's script is started in. */
  scriptEnv: Record<string, string>;
}
