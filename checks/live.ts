import { type Finding, verdict } from '../src/check.ts';
import type { PhaseEvidence, ServiceEvidence, TimelineEvent } from '../src/evidence.ts';
import type { KubeObject, Namespace, ResourceQuota, TeamSpace } from '../src/kube-types.ts';
import { ALPHA, CRD, namespaceOf, QUOTA_NAME } from '../src/lab.ts';
import { isAtWork } from '../src/unit-state.ts';

/** A field of alpha, as the subject of a finding. */
export const alphaField = (field: string) => ({ kind: CRD.kind, name: ALPHA.name, field });

/** alpha, which is there: steps 2 to 8 are not asked about TeamSpaces without it. */
export const alphaOf = (teamSpaces: TeamSpace[]): TeamSpace => byName(teamSpaces, ALPHA.name) as TeamSpace;

export const byName = <T extends KubeObject>(objects: T[], name: string): T | undefined =>
  objects.find((object) => object.metadata.name === name);

export const namespaceFor = (namespaces: Namespace[], teamSpace: string): Namespace | undefined =>
  byName(namespaces, namespaceOf(teamSpace));

export const quotaFor = (quotas: ResourceQuota[], teamSpace: string): ResourceQuota | undefined =>
  quotas.find((q) => q.metadata.name === QUOTA_NAME && q.metadata.namespace === namespaceOf(teamSpace));

/** The events of one object of a probe, in the order in which the server told them. */
export const eventsOf = (phase: PhaseEvidence, probe: string, kind: TimelineEvent['kind']): TimelineEvent[] =>
  phase.events.filter((event) => event.probe === probe && event.kind === kind);

/** Whether cnpa-op.service runs, from every look at it (verdict rules of steps 4 to 7). */
export function serviceRunning(service: ServiceEvidence): Finding<'service-running'> {
  const { properties, samples, journal, unit } = service;
  const down = samples.find((sample) => !isAtWork(sample, properties.Type));
  const state = down ?? samples.at(-1);
  return verdict(
    down === undefined,
    'service-running',
    { unit, property: 'ActiveState' },
    {
      expected: 'active',
      actual: state ? `${state.activeState} (${state.subState})` : properties.ActiveState,
      params: {
        result: properties.Result,
        exitStatus: properties.ExecMainStatus,
        type: properties.Type,
        journal,
      },
    },
  );
}
