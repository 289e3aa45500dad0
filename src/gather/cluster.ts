import { setTimeout as sleep } from 'node:timers/promises';
import { mismatches } from '../desired.ts';
import type { ClusterIdentity } from '../evidence.ts';
import type { KubeClient } from '../kube/client.ts';
import { KubeError } from '../kube/errors.ts';
import { LAB_QUOTAS, paths } from '../kube/paths.ts';
import type {
  CustomResourceDefinition,
  KubeObject,
  Namespace,
  ResourceQuota,
  TeamSpace,
} from '../kube-types.ts';
import { ALPHA, BETA, namespaceOf } from '../lab.ts';
import { during } from '../progress.ts';
import { Blocked } from './collector.ts';
import type { GatherContext } from './context.ts';

export async function clusterIdentity(kube: KubeClient, signal: AbortSignal): Promise<ClusterIdentity> {
  const [system, version] = await Promise.all([
    kube.findObject(paths.namespace('kube-system'), { signal }),
    kube.find<{ gitVersion?: string }>(paths.version, { signal }),
  ]);
  if (system === null) throw new KubeError('api-error', 'the cluster has no namespace kube-system');
  return { uid: system.metadata.uid, version: version?.gitVersion ?? '' };
}

/** The live CRD, or `null` when the type is not registered. */
export async function findCrd(
  kube: KubeClient,
  signal: AbortSignal,
): Promise<CustomResourceDefinition | null> {
  const crd = await kube.findObject<CustomResourceDefinition>(paths.crd, { signal });
  if (crd !== null && !Array.isArray(crd.spec?.versions))
    throw new KubeError('api-error', `GET ${paths.crd}: the answer is not a CRD`);
  return crd && trimmed(crd);
}

/** An object without the bookkeeping that no verdict needs. */
export function trimmed<T extends KubeObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** All TeamSpaces. @throws Blocked when the type is not served */
export async function listTeamSpaces(kube: KubeClient, signal: AbortSignal): Promise<TeamSpace[]> {
  const list = await kube.list<TeamSpace>(paths.teamSpaces, { signal });
  if (list === null) throw new Blocked('type-not-served');
  return list.items;
}

export async function listNamespaces(kube: KubeClient, signal: AbortSignal): Promise<Namespace[]> {
  return (await kube.list<Namespace>(paths.namespaces, { signal }))?.items ?? [];
}

export async function listQuotas(kube: KubeClient, signal: AbortSignal): Promise<ResourceQuota[]> {
  return (await kube.list<ResourceQuota>(paths.quotas, { query: { ...LAB_QUOTAS }, signal }))?.items ?? [];
}

export interface LabObjects {
  teamSpaces: TeamSpace[];
  namespaces: Namespace[];
  quotas: ResourceQuota[];
}

/** Everything of the lab that lives in the cluster, in three requests. */
export async function listLabObjects(kube: KubeClient, signal: AbortSignal): Promise<LabObjects> {
  const [teamSpaces, namespaces, quotas] = await Promise.all([
    listTeamSpaces(kube, signal),
    listNamespaces(kube, signal),
    listQuotas(kube, signal),
  ]);
  return {
    teamSpaces,
    namespaces: namespaces.filter(isOfTeamSpace([...teamSpaces.map((t) => t.metadata.name), BETA.name])),
    quotas,
  };
}

const isOfTeamSpace = (names: string[]) => {
  const wanted = new Set(names.map(namespaceOf));
  return (namespace: Namespace): boolean => wanted.has(namespace.metadata.name);
};

const POLL_MS = 1000;

/**
 * The objects of the lab, once alpha has had the time that a controller is allowed: a change made just before the
 * grade is waited for, an old one is not.
 */
export async function settledLabObjects(ctx: GatherContext, serviceRunning: boolean): Promise<LabObjects> {
  const { reaction } = ctx.deadlines;
  const until = ctx.clock() + reaction;
  const look = async (): Promise<{ objects: LabObjects; settled: boolean }> => {
    const objects = await listLabObjects(ctx.kube, ctx.signal);
    const alpha = objects.teamSpaces.find(({ metadata }) => metadata.name === ALPHA.name);
    const ofAlpha = (o: KubeObject) =>
      [o.metadata.name, o.metadata.namespace].includes(namespaceOf(ALPHA.name));
    const behind =
      alpha !== undefined &&
      mismatches(alpha, objects.namespaces.find(ofAlpha), objects.quotas.find(ofAlpha)).length > 0;
    const fresh = alpha !== undefined && Date.now() - lastWriteMs(alpha) < reaction;
    return { objects, settled: !serviceRunning || !behind || !fresh || ctx.clock() > until };
  };
  let last = await look();
  if (last.settled) return last.objects;
  return await during(ctx.progress, { stage: 'settling', deadlineMs: reaction }, async () => {
    while (!last.settled) {
      await sleep(POLL_MS, undefined, { signal: ctx.signal });
      last = await look();
    }
    return last.objects;
  });
}

const lastWriteMs = (object: KubeObject): number =>
  Math.max(
    ...[
      object.metadata.creationTimestamp,
      ...(object.metadata.managedFields ?? []).map(({ time }) => time),
    ].map((t) => Date.parse(t ?? '') || 0),
  );

/** Whether an aggregated API is down, which keeps namespaces from ending (not the learner's fault). */
export async function clusterTrouble(kube: KubeClient, namespaces: Namespace[]): Promise<string[]> {
  const services = await kube.list<
    KubeObject & { status?: { conditions?: { type: string; status: string; message?: string }[] } }
  >(paths.apiServices);
  const down = (services?.items ?? []).flatMap(({ metadata, status }) => {
    const available = status?.conditions?.find(({ type }) => type === 'Available');
    return available?.status === 'False'
      ? [`APIService ${metadata.name}: ${available.message ?? 'not available'}`]
      : [];
  });
  const conditions = namespaces.flatMap(({ metadata, status }) =>
    (status?.conditions ?? [])
      .filter(({ type, status: state }) => type === 'NamespaceDeletionDiscoveryFailure' && state === 'True')
      .map(({ message }) => `Namespace ${metadata.name}: ${message ?? ''}`),
  );
  return [...down, ...conditions];
}
