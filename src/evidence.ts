import type {
  CustomResourceDefinition,
  KubeObject,
  Namespace,
  ResourceQuota,
  TeamSpace,
} from './kube-types.ts';

/** Raised whenever an older grader could no longer read the evidence. */
export const EVIDENCE_VERSION = 1;

/**
 * Why a part of the evidence is not there. The first group is the state of the lab and makes a step depend on
 * another one; the rest means that something could not be looked at, which never costs the learner anything.
 */
export type UnavailableReason =
  | 'type-not-served'
  | 'alpha-missing'
  | 'script-missing'
  | 'script-not-started'
  | 'service-not-running'
  | 'probe-refused'
  | 'probe-not-served'
  | 'probe-served-wrongly'
  | 'finalizer-not-used'
  | 'kubeconfig-missing'
  | 'kubeconfig-invalid'
  | 'api-unreachable'
  | 'api-certificate'
  | 'api-unauthorized'
  | 'api-forbidden'
  | 'api-error'
  | 'machine-error'
  | 'command-not-started'
  | 'systemctl-missing'
  | 'systemd-error'
  | 'lock-held'
  | 'interrupted'
  | 'not-probed'
  | 'grader-bug';

export interface Unavailable {
  reason: UnavailableReason;
  /** The underlying message, for people; redacted. */
  detail: string;
}

/** Milliseconds are counted from the start of the grade unless a field says otherwise. */
export type Part<T> = { readyMs: number; value: T } | { readyMs: number; unavailable: Unavailable };

/** A learner file: what it is, and its bytes when it is a regular file of sensible size. */
export type FileEvidence =
  | {
      kind: 'file';
      encoding: 'utf8' | 'binary';
      /** The text; empty when it is binary. */
      content: string;
      mode: number;
      mtimeMs: number;
      size: number;
      sha256: string;
    }
  | { kind: 'missing' }
  | { kind: 'link' | 'directory' | 'special' | 'outside' }
  | { kind: 'too-large'; size: number }
  | { kind: 'unreadable'; detail: string };

export interface ClusterIdentity {
  /** uid of namespace kube-system, which identifies a cluster. */
  uid: string;
  version: string;
}

/** One server-side dry run. Nothing is stored by it. */
export interface AdmissionTrial {
  id: AdmissionTrialId;
  /** HTTP status code of the answer. */
  code: number;
  /** The server's message when it refused. */
  message?: string;
  /** What the server would have stored. */
  object?: Pick<KubeObject, 'spec' | 'status'> & { generation?: number };
}
export type AdmissionTrialId =
  | 'pods-0'
  | 'pods-51'
  | 'pods-minus-1'
  | 'pods-text'
  | 'pods-fraction'
  | 'pods-missing'
  | 'spec-missing'
  | 'pods-1'
  | 'pods-50'
  | 'cpu-number'
  | 'status-right'
  | 'status-generation-text'
  | 'status-namespace-number';

/** `systemctl show` of the unit, plus what was seen of it over time. */
export interface ServiceEvidence {
  unit: string;
  properties: Record<ServiceProperty, string>;
  samples: { atMs: number; activeState: string; subState: string; restarts: number }[];
  /** The unit's last journal lines, redacted. */
  journal: string[];
  /** Processes that run reconcile.sh outside the unit's control group. */
  outsideWorkers: { pid: number; command: string }[];
}
export const SERVICE_PROPERTIES = [
  'LoadState',
  'LoadError',
  'UnitFileState',
  'Type',
  'Restart',
  'NeedDaemonReload',
  'FragmentPath',
  'ActiveState',
  'SubState',
  'Result',
  'NRestarts',
  'MainPID',
  'ExecMainStatus',
  'ControlGroup',
] as const;
export type ServiceProperty = (typeof SERVICE_PROPERTIES)[number];

/** One write to an object while a script run was under way. */
export interface ObjectWrite {
  kind: string;
  namespace?: string;
  name: string;
  type: 'created' | 'modified' | 'deleted';
  resourceVersionBefore?: string;
  resourceVersionAfter?: string;
  /** Fields that changed, as JSON pointers; `metadata.managedFields` and `resourceVersion` apart. */
  changes: { field: string; before?: unknown; after?: unknown }[];
  /** Field managers whose entry is new or newer. */
  managers: string[];
}

export interface ScriptRun {
  startedMs: number;
  durationMs: number;
  exitCode: number | null;
  timedOut: boolean;
  stderr: string;
  /** Writes to TeamSpaces, their namespaces and quotas, probes excluded. */
  writes: ObjectWrite[];
}

export interface ScriptEvidence {
  /** Who proved that a run repairs something: the running service, or the script alone. */
  provenBy: 'service' | 'script';
  /** The probes as they stood after that reaction, with what was made for them. */
  served: { teamSpace: TeamSpace; namespace: Namespace | null; quota: ResourceQuota | null }[];
  /** Every object of the learner after the last run. */
  state: { teamSpaces: TeamSpace[]; namespaces: Namespace[]; quotas: ResourceQuota[] };
  /** The run that had probes to serve, when the script had to prove itself. */
  repairRun?: ScriptRun;
  /** Each attempt is two idle runs, one after the other; a second attempt is made only when the first one wrote. */
  idleAttempts: ScriptRun[][];
}

export type ProbeRole = 'plain' | 'held' | 'changing';
export interface Probe {
  role: ProbeRole;
  name: string;
  uid: string;
  pods: number;
  /** `null`: the field is left out, so that the default applies. */
  cpu: string | null;
  /** The foreign finalizer that stands first in the list from the beginning, if any. */
  foreignFinalizer: string | null;
  createdMs: number;
}

/** A change of an object of a probe, as the API server told it. */
export interface TimelineEvent {
  atMs: number;
  probe: string;
  kind: 'TeamSpace' | 'Namespace' | 'ResourceQuota';
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: KubeObject;
}

/** Something that the grader did to a probe: the causes in the timeline. */
export interface ProbeAction {
  atMs: number;
  probe: string;
  action: 'create' | 'delete-quota' | 'edit-pods' | 'edit-cpu' | 'edit-spec' | 'delete' | 'release';
}

export interface PhaseEvidence {
  probes: Probe[];
  startedMs: number;
  endedMs: number;
  deadlineMs: number;
  /** False when the deadline came first. */
  met: boolean;
  actions: ProbeAction[];
  events: TimelineEvent[];
}

export interface DriftEvidence extends PhaseEvidence {
  /** How long no TeamSpace had been written, and the unit had been idle, when the drift was made. */
  quiet: { silenceMs: number; unitIdle: boolean };
  deletedQuotaUid: string;
}

export interface DeletionEvidence extends PhaseEvidence {
  /** The archive file at the moment when the own finalizer was seen to be gone. */
  archives: {
    probe: string;
    finalizerGoneMs: number;
    readMs: number;
    file: FileEvidence;
    lateByMs: number | null;
  }[];
  /** Namespaces of deleted probes: when seen Terminating, when gone, whether a new one came. */
  namespaces: { probe: string; terminatingMs: number | null; goneMs: number | null; cameBack: boolean }[];
  /** Reasons outside the learner's work why a namespace may not end. */
  clusterTrouble: string[];
}

export interface Parts {
  files: Record<string, FileEvidence>;
  cluster: ClusterIdentity;
  crd: CustomResourceDefinition | null;
  teamSpaces: TeamSpace[];
  namespaces: Namespace[];
  quotas: ResourceQuota[];
  admission: AdmissionTrial[];
  service: ServiceEvidence;
  scriptRuns: ScriptEvidence;
  creation: PhaseEvidence;
  drift: DriftEvidence;
  convergence: PhaseEvidence;
  deletion: DeletionEvidence;
}
export type PartName = keyof Parts;

/** The parts that need probes or runs of the script: all that touches more than it reads. */
export const LIVE_PARTS = [
  'creation',
  'scriptRuns',
  'drift',
  'convergence',
  'deletion',
] as const satisfies readonly PartName[];
export type LivePart = (typeof LIVE_PARTS)[number];

export interface CleanUp {
  /** Everything that the grader made and that is gone again. */
  removed: string[];
  /** What could not be removed, in words for people. */
  leftOver: string[];
  /** What an earlier grader had left behind and this one removed. */
  reaped: string[];
}

/** All that was read from one machine and its cluster. Plain JSON; no secrets. */
export interface Evidence {
  evidenceVersion: typeof EVIDENCE_VERSION;
  graderVersion: string;
  machine: string;
  lab: { folder: string; unit: string };
  startedAt: string;
  finishedAt: string;
  parts: { [P in PartName]?: Part<Parts[P]> };
  cleanUp: CleanUp;
}
