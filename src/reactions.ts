import type { Reaction } from '../schemas/types/grade-report.schema.d.ts';
import { mismatches } from './desired.ts';
import type { DeletionEvidence, Evidence, PhaseEvidence, ProbeAction, TimelineEvent } from './evidence.ts';
import type { ResourceQuota, TeamSpace } from './kube-types.ts';
import { CRD, FINALIZER } from './lab.ts';
import { gathered } from './parts.ts';
import { sameQuantity } from './quantity.ts';

/** The reaction times of the probes: when the cause was, and the milliseconds from it to its effect. */
export function reactionsOf(evidence: Evidence): Reaction[] {
  const { creation, drift, convergence, deletion } = evidence.parts;
  return [
    ...creationReactions(gathered(creation)),
    ...driftReactions(gathered(drift)),
    ...convergenceReactions(gathered(convergence)),
    ...deletionReactions(gathered(deletion)),
  ];
}

type Effect = Reaction['effect'];
type Seen = (event: TimelineEvent) => boolean;

function since(phase: PhaseEvidence, cause: ProbeAction, effect: Effect, seen: Seen): Reaction[] {
  const event = phase.events.find((e) => e.probe === cause.probe && e.atMs >= cause.atMs && seen(e));
  if (event === undefined) return [];
  const { probe, atMs } = cause;
  return [{ probe, cause: cause.action as Reaction['cause'], effect, atMs, ms: event.atMs - atMs }];
}

const actionsOf = (phase: PhaseEvidence | undefined, action: ProbeAction['action']): ProbeAction[] =>
  phase?.actions.filter((a) => a.action === action) ?? [];

function creationReactions(phase: PhaseEvidence | undefined): Reaction[] {
  return actionsOf(phase, 'create').flatMap((cause) => {
    if (phase === undefined) return [];
    return [
      ...since(phase, cause, 'finalizer', (e) => e.object.metadata.finalizers?.includes(FINALIZER) === true),
      ...since(phase, cause, 'namespace', (e) => e.kind === 'Namespace' && e.type === 'ADDED'),
      ...since(phase, cause, 'quota', (e) => e.kind === 'ResourceQuota' && e.type === 'ADDED'),
      ...since(phase, cause, 'status', (e) => e.kind === 'TeamSpace' && isObserved(e.object as TeamSpace)),
    ];
  });
}

const isObserved = (teamSpace: TeamSpace): boolean =>
  teamSpace.status?.observedGeneration === teamSpace.metadata.generation;

function driftReactions(phase: PhaseEvidence | undefined): Reaction[] {
  if (phase === undefined) return [];
  const restored = actionsOf(phase, 'delete-quota').flatMap((cause) =>
    since(phase, cause, 'quota-restored', (e) => e.kind === 'ResourceQuota' && e.type === 'ADDED'),
  );
  const reverted = [...actionsOf(phase, 'edit-pods'), ...actionsOf(phase, 'edit-cpu')].flatMap((cause) => {
    const probe = phase.probes.find(({ name }) => name === cause.probe);
    return since(phase, cause, 'quota-reverted', (e) => {
      const hard = (e.object as ResourceQuota).spec?.hard;
      const cpu = probe?.cpu ?? CRD.defaultCpu;
      return (
        e.kind === 'ResourceQuota' &&
        sameQuantity(hard?.pods, probe?.pods) &&
        sameQuantity(hard?.['requests.cpu'], cpu)
      );
    });
  });
  return [...restored, ...reverted];
}

function convergenceReactions(phase: PhaseEvidence | undefined): Reaction[] {
  const cause = actionsOf(phase, 'edit-spec').at(-1);
  if (phase === undefined || cause === undefined) return [];
  let teamSpace: TeamSpace | undefined;
  let quota: ResourceQuota | undefined;
  return since(phase, cause, 'converged', (e) => {
    if (e.kind === 'TeamSpace') teamSpace = e.object as TeamSpace;
    if (e.kind === 'ResourceQuota') quota = e.object as ResourceQuota;
    return (
      teamSpace !== undefined &&
      mismatches(teamSpace, undefined, quota).every(({ rule }) => rule === 'namespace')
    );
  });
}

function deletionReactions(phase: DeletionEvidence | undefined): Reaction[] {
  if (phase === undefined) return [];
  const removed = actionsOf(phase, 'delete').flatMap((cause) => {
    const gone = phase.archives.find(({ probe }) => probe === cause.probe);
    return gone
      ? [
          {
            probe: cause.probe,
            cause: 'delete' as const,
            effect: 'finalizer-removed' as const,
            atMs: cause.atMs,
            ms: gone.finalizerGoneMs - cause.atMs,
          },
        ]
      : [];
  });
  const ends = phase.namespaces.flatMap(({ probe, terminatingMs, goneMs }) => {
    const gone = phase.events.find(
      (e) => e.probe === probe && e.kind === 'TeamSpace' && e.type === 'DELETED',
    )?.atMs;
    const reactions: Reaction[] = [];
    if (gone !== undefined && terminatingMs !== null) {
      reactions.push({
        probe,
        cause: 'teamspace-gone',
        effect: 'namespace-terminating',
        atMs: gone,
        ms: Math.max(0, terminatingMs - gone),
      });
    }
    if (terminatingMs !== null && goneMs !== null) {
      reactions.push({
        probe,
        cause: 'namespace-terminating',
        effect: 'namespace-gone',
        atMs: terminatingMs,
        ms: goneMs - terminatingMs,
      });
    }
    return reactions;
  });
  return [...removed, ...ends];
}
