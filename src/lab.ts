/** Every name, path, value and deadline of the lab, once. Times in milliseconds. */

export type StepNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
export const STEPS: readonly StepNumber[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Where the learner works and how the grader reaches it; each can be overridden on the command line. */
export const DEFAULTS = {
  folder: '/root/cnpa-op',
  kubeconfig: '/etc/rancher/k3s/k3s.yaml',
  unit: 'cnpa-op.service',
} as const;

export const CRD = {
  name: 'teamspaces.platform.labhub.io',
  group: 'platform.labhub.io',
  version: 'v1alpha1',
  apiVersion: 'platform.labhub.io/v1alpha1',
  kind: 'TeamSpace',
  plural: 'teamspaces',
  scope: 'Cluster',
  pods: { min: 1, max: 50 },
  defaultCpu: '1',
} as const;

export const FINALIZER = 'platform.labhub.io/cleanup';
export const TEAM_LABEL = 'platform.labhub.io/teamspace';
export const QUOTA_NAME = 'team-quota';
export const ALPHA = {
  name: 'alpha',
  label: { key: 'owner', value: 'platform' },
  podsStep2: 6,
  podsStep7: 8,
} as const;
export const BETA = { name: 'beta', pods: 2 } as const;
/** What step 5 patches into the restored quota. */
export const DRIFT_PODS = 99;
/** What step 2 tries to write into status by the main address. */
export const STATUS_VIA_MAIN = 7;
export const RESTORE_SECONDS = { min: 0, max: 120 } as const;
export const SCRIPT = 'reconcile.sh';
export const ARCHIVE_FOLDER = 'archive';

/** The namespace of a TeamSpace: `team-NAME` (step 3). */
export const namespaceOf = (teamSpace: string): string => `team-${teamSpace}`;
/** The archive file of a TeamSpace, relative to the lab folder (step 6). */
export const archiveFileOf = (teamSpace: string): string => `${ARCHIVE_FOLDER}/${teamSpace}.json`;
/** Where systemd must load the unit from (step 4). */
export const unitPathOf = (unit: string): string => `/etc/systemd/system/${unit}`;

/** Learner files that hold JSON, relative to the lab folder; the archive files of the probes come on top. */
export const JSON_FILES = [
  'before.json',
  'generation.json',
  'reconcile.json',
  'drift.json',
  'cleanup.json',
  'catchup.json',
  'report.json',
  archiveFileOf(BETA.name),
] as const;
export const YAML_FILES = ['crd.yaml', 'alpha.yaml'] as const;
export const FILES = [...YAML_FILES, ...JSON_FILES, SCRIPT] as const;
export type LabFile = (typeof FILES)[number];

/** A learner file larger than this is not read. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** How long the grader waits for the learner's controller and for the cluster (verdict rule 7). */
export interface Deadlines {
  /** One reaction of the controller: 60 s. */
  reaction: number;
  /** The end of a namespace after its TeamSpace is gone: 120 s. */
  namespaceGone: number;
  /** One run of reconcile.sh: 60 s. */
  scriptRun: number;
  /** Least silence of TeamSpaces before the drift is made: 2 s. */
  silence: number;
  /** At most this long is waited for that silence: 60 s. */
  silenceLimit: number;
}
export const DEADLINES: Deadlines = {
  reaction: 60_000,
  namespaceGone: 120_000,
  scriptRun: 60_000,
  silence: 2_000,
  silenceLimit: 60_000,
};
