import { readFileSync } from 'node:fs';
import type {
  AdmissionTrial,
  AdmissionTrialId,
  Evidence,
  FileEvidence,
  PartName,
  Parts,
  ProbeRole,
  TimelineEvent,
  UnavailableReason,
} from '../../src/evidence.ts';
import type { CustomResourceDefinition, Namespace, ResourceQuota, TeamSpace } from '../../src/kube-types.ts';

/** What a real grade of the honest sample recorded. Frozen, so that nothing can change it for the next test. */
const recorded: Evidence = deepFreeze(
  JSON.parse(readFileSync(new URL('../evidence/honest.evidence.json', import.meta.url), 'utf8')),
);

/** One thing that is otherwise than in the honest evidence. */
export type Change = (evidence: Evidence) => void;

/** Several changes as one. */
export const both =
  (...changes: Change[]): Change =>
  (evidence) => {
    for (const change of changes) change(evidence);
  };

/** The honest evidence with these changes made to it. */
export function evidenceWith(...changes: Change[]): Evidence {
  const evidence = { ...recorded, parts: { ...recorded.parts } };
  for (const change of changes) change(evidence);
  return evidence;
}

/** The value of a part, as a copy of its own that may be changed in place. */
export function part<P extends PartName>(evidence: Evidence, name: P): Parts[P] {
  const found = structuredClone(evidence.parts[name]);
  if (found === undefined || !('value' in found)) throw new Error(`the evidence has no ${name}`);
  Object.assign(evidence.parts, { [name]: found });
  return found.value;
}

/** A change inside one part. */
export const inPart =
  <P extends PartName>(name: P, change: (value: Parts[P]) => void): Change =>
  (evidence) =>
    change(part(evidence, name));

/** A part that could not be gathered. */
export const unavailable =
  (reason: UnavailableReason, ...names: PartName[]): Change =>
  (evidence) => {
    for (const name of names)
      evidence.parts[name] = { readyMs: 1, unavailable: { reason, detail: `no ${name}` } };
  };

/** The whole text of a learner file. */
export const fileText = (name: string, content: string): Change =>
  inPart('files', (files) => {
    files[name] = { ...fileOf(files, name), content };
  });

/** Something else in the place of a learner file. */
export const fileIs = (name: string, file: FileEvidence): Change =>
  inPart('files', (files) => {
    files[name] = file;
  });

/** A learner file with these keys set; `undefined` takes a key away. */
export const keys = (name: string, values: Record<string, unknown>): Change =>
  inPart('files', (files) => {
    const file = fileOf(files, name);
    files[name] = {
      ...file,
      content: `${JSON.stringify({ ...JSON.parse(file.content), ...values }, null, 2)}\n`,
    };
  });

/** A learner file with one piece of its text replaced; the piece must be there. */
export const replaced = (name: string, from: string | RegExp, to: string): Change =>
  inPart('files', (files) => {
    const file = fileOf(files, name);
    const content = file.content.replace(from, to);
    if (content === file.content) throw new Error(`${name} does not hold ${from}`);
    files[name] = { ...file, content };
  });

export const textOfFile = (name: string): string => fileOf(part(evidenceWith(), 'files'), name).content;

function fileOf(files: Parts['files'], name: string): FileEvidence & { kind: 'file' } {
  const file = files[name];
  if (file?.kind !== 'file') throw new Error(`the evidence has no file ${name}`);
  return file;
}

/** A change of the cluster itself: it shows both in the listing and in the state after the script's runs. */
const inCluster =
  <T extends TeamSpace | Namespace | ResourceQuota>(
    kind: 'teamSpaces' | 'namespaces' | 'quotas',
    change: (objects: T[]) => void,
  ): Change =>
  (evidence) => {
    change(part(evidence, kind) as T[]);
    change(part(evidence, 'scriptRuns').state[kind] as T[]);
  };

const first = <T>(objects: T[]): T => {
  const [object] = objects;
  if (object === undefined) throw new Error('there is no such object');
  return object;
};

export const teamSpaces = (change: (objects: TeamSpace[]) => void): Change => inCluster('teamSpaces', change);
export const namespaces = (change: (objects: Namespace[]) => void): Change => inCluster('namespaces', change);
export const quotas = (change: (objects: ResourceQuota[]) => void): Change => inCluster('quotas', change);
/** alpha, its namespace and its quota are the only ones of their kinds in the honest evidence. */
export const alpha = (change: (object: TeamSpace) => void): Change => teamSpaces((all) => change(first(all)));
export const alphaNamespace = (change: (object: Namespace) => void): Change =>
  namespaces((all) => change(first(all)));
export const alphaQuota = (change: (object: ResourceQuota) => void): Change =>
  quotas((all) => change(first(all)));

export const crd = (change: (object: CustomResourceDefinition) => void): Change =>
  inPart('crd', (object) => {
    if (object !== null) change(object);
  });

export const trial = (id: AdmissionTrialId, answer: Partial<AdmissionTrial>): Change =>
  inPart('admission', (trials) => {
    const found = trials.find((t) => t.id === id);
    if (found === undefined) throw new Error(`there is no trial ${id}`);
    if (answer.code !== undefined) delete found.object;
    Object.assign(found, answer);
  });
export const ACCEPTED: Partial<AdmissionTrial> = { code: 201, object: { spec: { pods: 1, cpu: '1' } } };
export const REFUSED: Partial<AdmissionTrial> = { code: 422, message: 'spec.pods: Invalid value' };

/** What systemd says of the unit. */
export const unit = (properties: Partial<Parts['service']['properties']>): Change =>
  inPart('service', (service) => {
    Object.assign(service.properties, properties);
  });

/** How the unit was found at each look, as `ActiveState/SubState`. */
export const looks = (...states: string[]): Change =>
  inPart('service', (service) => {
    service.samples = states.map((state, i) => {
      const [activeState = '', subState = ''] = state.split('/');
      return { atMs: 1000 * i, activeState, subState, restarts: 0 };
    });
    const [ActiveState = '', SubState = ''] = states.at(-1)?.split('/') ?? [];
    Object.assign(service.properties, { ActiveState, SubState });
  });

type Phase = 'creation' | 'drift' | 'convergence' | 'deletion';

/** The events of one phase, changed one by one; an event for which `null` comes back is taken away. */
export const events = (phase: Phase, change: (event: TimelineEvent) => TimelineEvent | null): Change =>
  inPart(phase, (value) => {
    value.events = value.events.flatMap((event) => change(event) ?? []);
  });
export const withoutEvents = (phase: Phase, match: (event: TimelineEvent) => boolean): Change =>
  events(phase, (event) => (match(event) ? null : event));

const probes = part(evidenceWith(), 'creation').probes;
/** The two probes in the honest evidence, by role: their names and uids. */
export const PROBES = byRole(({ name }) => name);
export const PROBE_UIDS = byRole(({ uid }) => uid);

function byRole(value: (probe: (typeof probes)[number]) => string): Record<ProbeRole, string> {
  const of = (role: ProbeRole): string => {
    const probe = probes.find((candidate) => candidate.role === role);
    if (probe === undefined) throw new Error(`the evidence has no ${role} probe`);
    return value(probe);
  };
  return { plain: of('plain'), held: of('held'), changing: of('changing') };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
