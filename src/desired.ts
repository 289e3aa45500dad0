import type { Namespace, ResourceQuota, TeamSpace } from './kube-types.ts';
import { CRD, namespaceOf, QUOTA_NAME, TEAM_LABEL } from './lab.ts';
import { sameQuantity } from './quantity.ts';

/** A field of a live object that is not what the lab asks for. `actual` is absent when the object is. */
export interface Mismatch {
  rule:
    | 'namespace'
    | 'label'
    | 'owner'
    | 'quota'
    | 'pods'
    | 'cpu'
    | 'observed-generation'
    | 'status-namespace';
  subject: { kind: string; namespace?: string; name: string; field?: string };
  expected: unknown;
  actual: unknown;
}

/** What the namespace of a TeamSpace must be (lab step 3). Extra labels and references are accepted. */
export function namespaceMismatches(teamSpace: TeamSpace, namespace: Namespace | undefined): Mismatch[] {
  const { name, uid } = teamSpace.metadata;
  const subject = { kind: 'Namespace', name: namespaceOf(name) };
  if (namespace === undefined) return [{ rule: 'namespace', subject, expected: 'present', actual: 'absent' }];
  const mismatches: Mismatch[] = [];
  const label = namespace.metadata.labels?.[TEAM_LABEL];
  if (label !== name) {
    mismatches.push({
      rule: 'label',
      subject: { ...subject, field: `metadata.labels["${TEAM_LABEL}"]` },
      expected: name,
      actual: label ?? null,
    });
  }
  const owner = { apiVersion: CRD.apiVersion, kind: CRD.kind, name, uid };
  const references = namespace.metadata.ownerReferences ?? [];
  const owned = references.some((r) => Object.entries(owner).every(([k, v]) => r[k as keyof typeof r] === v));
  if (!owned) {
    mismatches.push({
      rule: 'owner',
      subject: { ...subject, field: 'metadata.ownerReferences' },
      expected: owner,
      actual: references.map((r) => ({ apiVersion: r.apiVersion, kind: r.kind, name: r.name, uid: r.uid })),
    });
  }
  return mismatches;
}

/** What the quota of a TeamSpace must hold (lab step 3); quantities are compared as quantities. */
export function quotaMismatches(teamSpace: TeamSpace, quota: ResourceQuota | undefined): Mismatch[] {
  const subject = {
    kind: 'ResourceQuota',
    namespace: namespaceOf(teamSpace.metadata.name),
    name: QUOTA_NAME,
  };
  if (quota === undefined) return [{ rule: 'quota', subject, expected: 'present', actual: 'absent' }];
  const hard = quota.spec?.hard ?? {};
  const fields = [
    ['pods', 'pods', teamSpace.spec?.pods],
    // A schema without the default is a matter of step 1.
    ['cpu', 'requests.cpu', teamSpace.spec?.cpu ?? CRD.defaultCpu],
  ] as const;
  return fields
    .filter(([, key, wanted]) => !sameQuantity(hard[key], wanted))
    .map(([rule, key, wanted]) => ({
      rule,
      subject: { ...subject, field: `spec.hard["${key}"]` },
      expected: wanted === undefined ? null : String(wanted),
      actual: hard[key] ?? null,
    }));
}

/** What the status subresource of a TeamSpace must hold (lab step 3). */
export function statusMismatches(teamSpace: TeamSpace): Mismatch[] {
  const { name, generation } = teamSpace.metadata;
  const subject = { kind: CRD.kind, name };
  const mismatches: Mismatch[] = [];
  if (teamSpace.status?.observedGeneration !== generation) {
    mismatches.push({
      rule: 'observed-generation',
      subject: { ...subject, field: 'status.observedGeneration' },
      expected: generation,
      actual: teamSpace.status?.observedGeneration ?? null,
    });
  }
  if (teamSpace.status?.namespace !== namespaceOf(name)) {
    mismatches.push({
      rule: 'status-namespace',
      subject: { ...subject, field: 'status.namespace' },
      expected: namespaceOf(name),
      actual: teamSpace.status?.namespace ?? null,
    });
  }
  return mismatches;
}

/** Everything that one pass of the controller must bring about for one TeamSpace that is not being deleted. */
export function mismatches(
  teamSpace: TeamSpace,
  namespace: Namespace | undefined,
  quota: ResourceQuota | undefined,
): Mismatch[] {
  return [
    ...namespaceMismatches(teamSpace, namespace),
    ...quotaMismatches(teamSpace, quota),
    ...statusMismatches(teamSpace),
  ];
}
