import type { CleanUp } from '../evidence.ts';
import type { KubeClient } from '../kube/client.ts';
import { paths } from '../kube/paths.ts';
import type { Namespace, TeamSpace } from '../kube-types.ts';
import { ARCHIVE_FOLDER, archiveFileOf, CRD, namespaceOf } from '../lab.ts';
import type { GatherContext } from './context.ts';
import { isHeld, releaseHold } from './hold.ts';
import { PROBE_LABEL } from './probes.ts';
import { unitIsIdle } from './quiet.ts';
import type { World } from './world.ts';

/** How long clean-up waits, in milliseconds. */
export interface CleanUpPatience {
  /** For the controller to take its finalizer off before it is stripped. */
  finalizers: number;
  /** For the collector to begin with a namespace before it is deleted by name. */
  collector: number;
  /** For a namespace to be gone. */
  namespaces: number;
  /** For a pass of the controller that may still be making something for a TeamSpace which has just gone. */
  pass: number;
}

/**
 * Removes the probes of these names with everything that they caused, in the order of the rulebook: delete, wait,
 * strip finalizers last, namespaces, archive files. A TeamSpace of that name without the grader's label is the
 * learner's and is left alone with everything that is its own.
 */
export async function removeProbes(
  ctx: GatherContext,
  world: World,
  names: readonly string[],
  patience: CleanUpPatience,
  controlGroup: string,
): Promise<Pick<CleanUp, 'removed' | 'leftOver'>> {
  const { kube, machine, lab, signal } = ctx;
  await world.refresh(signal);
  const ours = names.filter((name) => isOurs(world.teamSpace(name)));
  const present = () => ours.filter((name) => world.teamSpace(name) !== undefined);
  await Promise.all(
    present().map((name) => {
      const preconditions = { uid: world.teamSpace(name)?.metadata.uid };
      return kube.write('DELETE', paths.teamSpace(name), { body: { preconditions } }, [200, 202, 404, 409]);
    }),
  );
  const held = ours.flatMap((name) => world.teamSpace(name) ?? []).filter(isHeld);
  await Promise.all(held.map((teamSpace) => releaseHold(kube, teamSpace)));
  if (patience.finalizers > 0) await world.settle(() => present().length === 0, patience.finalizers, signal);
  await Promise.all(present().map((name) => stripFinalizers(kube, world.teamSpace(name))));
  await world.settle(() => present().length === 0, patience.namespaces, signal);
  if (patience.pass > 0) {
    await unitIsIdle(ctx, controlGroup, patience.pass);
    await world.refresh(signal);
  }

  const namespaces = () => ours.flatMap((name) => world.namespaceFor(name) ?? []);
  const active = () => namespaces().filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  await world.settle(() => active().length === 0, patience.collector, signal);
  await Promise.all(active().map((namespace) => deleteNamespace(kube, namespace)));
  await world.settle(() => namespaces().length === 0, patience.namespaces, signal);

  await world.refresh(signal);
  const files = ours.map((name) => `${lab.folder}/${archiveFileOf(name)}`);
  const before = new Set(await machine.listFolder(`${lab.folder}/${ARCHIVE_FOLDER}`));
  await machine.removeFiles(files);
  const leftOver = [
    ...present().map((name) => `${CRD.kind} ${name}`),
    ...namespaces().map(
      ({ metadata, status }) => `Namespace ${metadata.name} (${status?.phase ?? 'present'})`,
    ),
  ];
  const removed = ours.flatMap((name) => [
    ...(present().includes(name) ? [] : [`${CRD.kind} ${name}`]),
    ...(world.namespaceFor(name) === undefined ? [`Namespace ${namespaceOf(name)}`] : []),
    ...(before.has(`${name}.json`) ? [`${lab.folder}/${archiveFileOf(name)}`] : []),
  ]);
  return { removed, leftOver };
}

const isOurs = (teamSpace: TeamSpace | undefined): boolean =>
  teamSpace === undefined || teamSpace.metadata.labels?.[PROBE_LABEL] === 'true';

/** A merge patch with `null` removes the list whatever is in it; by now nobody else has any business there. */
async function stripFinalizers(kube: KubeClient, teamSpace: TeamSpace | undefined): Promise<void> {
  if (teamSpace === undefined) return;
  const { name, uid } = teamSpace.metadata;
  const body = { metadata: { uid, finalizers: null } };
  await kube.write(
    'PATCH',
    paths.teamSpace(name),
    { patchType: 'application/merge-patch+json', body },
    [200, 404, 409],
  );
}

async function deleteNamespace(kube: KubeClient, namespace: Namespace): Promise<void> {
  const { name, uid } = namespace.metadata;
  await kube.write(
    'DELETE',
    paths.namespace(name),
    { body: { preconditions: { uid } } },
    [200, 202, 404, 409],
  );
}
