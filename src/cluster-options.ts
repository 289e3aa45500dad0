import type { Machine } from './machine/machine.ts';

/** Which cluster is meant. */
export interface ClusterOptions {
  machine: Machine;
  /** Whether the machine is somebody else's, so that its kubeconfig is not to be trusted. */
  foreign: boolean;
  /** A kubeconfig on this computer; default the machine's own, `/etc/rancher/k3s/k3s.yaml`. */
  kubeconfig?: string | undefined;
}
