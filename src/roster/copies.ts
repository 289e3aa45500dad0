/*
 * evidence ─▶ fingerprintOf (some kilobytes a learner) ─▶ findCopies ─▶ what learners have in common
 *
 * The API server gives every object a uid of its own. When two learners have the same one, the files of one of them
 * were copied, or one machine was cloned from the other. Resource versions are small counters and prove nothing.
 */
import { createHash } from 'node:crypto';
import type { Copies, Place, SharedUid } from '../../schemas/types/class.schema.d.ts';
import { readArtifact, textOf } from '../artifact.ts';
import type { Evidence, FileEvidence } from '../evidence.ts';
import type { KubeObject } from '../kube-types.ts';
import { ALPHA, archiveFileOf, BETA, CRD, SCRIPT } from '../lab.ts';
import { gathered } from '../parts.ts';

/** One uid at one place of a learner's work. */
interface Sighting {
  uid: string;
  place: Place;
  /** Whether it is that of an object in the learner's cluster, not only written in a file. */
  live: boolean;
}

/** What of one learner's evidence can be compared with that of others. */
export interface Fingerprint {
  id: string;
  cloneOf?: string | undefined;
  /** uid of namespace kube-system. */
  clusterUid?: string | undefined;
  alphaUid?: string | undefined;
  sightings: Sighting[];
  /** sha256 of {@link scriptCore}. */
  script?: string | undefined;
}

/** A cluster can be filled with more objects than anybody wants to compare. */
const MAX_SIGHTINGS = 1000;

/** Takes from the evidence of one learner what can be compared; what is malformed is left out. */
export function fingerprintOf(
  { id, cloneOf }: Pick<Fingerprint, 'id' | 'cloneOf'>,
  { parts }: Evidence,
): Fingerprint {
  const cluster = gathered(parts.cluster);
  const teamSpaces = gathered(parts.teamSpaces) ?? [];
  const files = gathered(parts.files) ?? {};
  const live = [
    ...(cluster === undefined ? [] : [objectAt('Namespace', { name: 'kube-system', uid: cluster.uid })]),
    ...[gathered(parts.crd) ?? []].flat().map(liveAs('CustomResourceDefinition')),
    ...teamSpaces.map(liveAs(CRD.kind)),
    ...(gathered(parts.namespaces) ?? []).map(liveAs('Namespace')),
    ...(gathered(parts.quotas) ?? []).map(liveAs('ResourceQuota')),
  ];
  return {
    id,
    cloneOf,
    clusterUid: uidOrNone(cluster?.uid),
    alphaUid: uidOrNone(teamSpaces.find(({ metadata }) => metadata.name === ALPHA.name)?.metadata.uid),
    sightings: [...inFiles(files), ...live].filter(({ uid }) => isUid(uid)).slice(0, MAX_SIGHTINGS),
    script: digestOf(files),
  };
}

/** The uids of an API server are random ones (version 4); made-up values like all zeros are none. */
const isUid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value);
const uidOrNone = (value: string | undefined): string | undefined =>
  value !== undefined && isUid(value) ? value : undefined;

function objectAt(
  kind: string,
  { namespace, name, uid }: { namespace?: string; name: string; uid: string },
): Sighting {
  return { uid, place: { kind, ...(namespace !== undefined && { namespace }), name }, live: true };
}

const liveAs =
  (kind: string) =>
  ({ metadata }: KubeObject): Sighting =>
    objectAt(kind, metadata);

function inFiles(files: Record<string, FileEvidence>): Sighting[] {
  const archive = archiveFileOf(BETA.name);
  const before = readArtifact(files, 'before').fields;
  const generation = readArtifact(files, 'generation').fields;
  const reconcile = readArtifact(files, 'reconcile').fields;
  const drift = readArtifact(files, 'drift').fields;
  const cleanup = readArtifact(files, 'cleanup').fields;
  const written: [file: string, key: string, uid: string | undefined][] = [
    ['before.json', 'uid', before.uid],
    ['generation.json', 'uid', generation.uid],
    ['reconcile.json', 'quota_uid', reconcile.quota_uid],
    ['reconcile.json', 'namespace_owner_uid', reconcile.namespace_owner_uid],
    ['drift.json', 'deleted_uid', drift.deleted_uid],
    ['drift.json', 'restored_uid', drift.restored_uid],
    ['cleanup.json', 'uid', cleanup.uid],
    [archive, 'uid', readArtifact(files, 'archive', archive).fields.uid],
  ];
  return written.flatMap(([file, key, uid]) =>
    uid === undefined ? [] : [{ uid, place: { file, pointer: `/${key}` }, live: false }],
  );
}

function digestOf(files: Record<string, FileEvidence>): string | undefined {
  const text = textOf(files[SCRIPT], SCRIPT);
  const core = 'content' in text ? scriptCore(text.content ?? '') : '';
  return core === '' ? undefined : createHash('sha256').update(core).digest('hex');
}

/** A shell script without comments, blank lines, indentation, blanks at line ends, and line end characters. */
export const scriptCore = (script: string): string =>
  script
    .split(/\r\n|[\r\n]/)
    .map((line) => withoutComment(line).trim())
    .filter((line) => line !== '')
    .join('\n');

/** Quotes are followed within one line only: good enough to compare two scripts, both treated alike. */
function withoutComment(line: string): string {
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (character === '\\' && quote !== "'") i++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '#' && /^\s?$/.test(line.charAt(i - 1))) return line.slice(0, i);
  }
  return line;
}

/** Finds what learners have in common that the API server gives only once. Ids keep the order of the list. */
export function findCopies(learners: readonly Fingerprint[]): Copies {
  return {
    clusters: sharing(learners, ({ clusterUid }) => clusterUid)
      .filter(([, group]) => !areClones(group))
      .map(([uid, group]) => ({ uid, learners: idsOf(group) })),
    uids: sharedUids(learners),
    scripts: sharing(learners, ({ script }) => script).map(([sha256, group]) => ({
      sha256,
      learners: idsOf(group),
    })),
  };
}

const idsOf = (group: readonly Fingerprint[]): string[] => group.map(({ id }) => id);

/** The groups of at least two with the same key, in the order of their first ones. */
const sharing = (
  learners: readonly Fingerprint[],
  keyOf: (learner: Fingerprint) => string | undefined,
): [key: string, group: Fingerprint[]][] =>
  [...Map.groupBy(learners, keyOf)].flatMap(([key, group]) =>
    key === undefined || group.length < 2 ? [] : [[key, group]],
  );

const areClones = (group: readonly Fingerprint[]): boolean =>
  group.every(({ cloneOf }) => cloneOf !== undefined && cloneOf === group[0]?.cloneOf);

function sharedUids(learners: readonly Fingerprint[]): SharedUid[] {
  const holders = new Map<string, Map<Fingerprint, Sighting[]>>();
  for (const learner of learners)
    for (const sighting of learner.sightings) {
      const of = holders.get(sighting.uid) ?? new Map<Fingerprint, Sighting[]>();
      holders.set(sighting.uid, of.set(learner, [...(of.get(learner) ?? []), sighting]));
    }
  return [...holders]
    .filter(([, of]) => of.size > 1 && !isOneWorld(of))
    .map(([uid, of]) => ({
      uid,
      learners: [...of].map(([{ id }, sightings]) => ({
        id,
        live: sightings.some(({ live }) => live),
        places: sightings.map(({ place }) => place),
      })),
    }));
}

/**
 * Whether the learners have a uid in common because their clusters are one, or were one when a machine was cloned:
 * each has the object itself; or each has the same alpha, so that what their files name may be older than the clone.
 * When alpha is not the same, each did the lab alone, and no value of a file can come from the common cluster.
 */
function isOneWorld(holders: ReadonlyMap<Fingerprint, readonly Sighting[]>): boolean {
  const learners = [...holders.keys()];
  const same = (key: 'clusterUid' | 'alphaUid') =>
    learners.every((learner) => learner[key] !== undefined && learner[key] === learners[0]?.[key]);
  const allLive = [...holders.values()].every((sightings) => sightings.some(({ live }) => live));
  return same('clusterUid') && (allLive || same('alphaUid'));
}
