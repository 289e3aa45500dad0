import { expect, test } from 'vitest';
import { mismatches, namespaceMismatches, quotaMismatches, statusMismatches } from '../../src/desired.ts';
import type { Namespace, ResourceQuota, TeamSpace } from '../../src/kube-types.ts';

const metadata = { uid: 'u-1', resourceVersion: '1' };
const teamSpace: TeamSpace = {
  metadata: { ...metadata, name: 'a-1', generation: 2 },
  spec: { pods: 4, cpu: '0.5' },
  status: { observedGeneration: 2, namespace: 'team-a-1' },
};
const owner = { apiVersion: 'platform.labhub.io/v1alpha1', kind: 'TeamSpace', name: 'a-1', uid: 'u-1' };
const namespace: Namespace = {
  metadata: {
    ...metadata,
    name: 'team-a-1',
    labels: { 'platform.labhub.io/teamspace': 'a-1' },
    ownerReferences: [owner],
  },
};
const quota: ResourceQuota = {
  metadata: { ...metadata, name: 'team-quota', namespace: 'team-a-1' },
  spec: { hard: { pods: '4', 'requests.cpu': '500m' } },
};
const rules = (found: { rule: string }[]) => found.map(({ rule }) => rule);

test('a TeamSpace with all that it should have has no mismatch', () => {
  expect(mismatches(teamSpace, namespace, quota)).toEqual([]);
});

test('without a namespace and a quota just these two are told', () => {
  expect(rules(mismatches(teamSpace, undefined, undefined))).toEqual(['namespace', 'quota']);
});

test('every fault of a namespace is told', () => {
  const bare = { metadata: { ...metadata, name: 'team-a-1' } };
  expect(namespaceMismatches(teamSpace, bare)).toEqual([
    {
      rule: 'label',
      subject: {
        kind: 'Namespace',
        name: 'team-a-1',
        field: 'metadata.labels["platform.labhub.io/teamspace"]',
      },
      expected: 'a-1',
      actual: null,
    },
    {
      rule: 'owner',
      subject: { kind: 'Namespace', name: 'team-a-1', field: 'metadata.ownerReferences' },
      expected: owner,
      actual: [],
    },
  ]);
});

test('one reference that is right is enough; none that is right only in part', () => {
  const owned = (...ownerReferences: (typeof owner)[]) => ({
    metadata: { ...namespace.metadata, ownerReferences },
  });
  expect(namespaceMismatches(teamSpace, owned({ ...owner, uid: 'u-2' }, owner))).toEqual([]);
  expect(
    rules(namespaceMismatches(teamSpace, owned({ ...owner, uid: 'u-2' }, { ...owner, name: 'b' }))),
  ).toEqual(['owner']);
});

test('a quota without any limit lacks both', () => {
  expect(rules(quotaMismatches(teamSpace, { metadata: quota.metadata }))).toEqual(['pods', 'cpu']);
});

test('a status of an older generation, or none, is told', () => {
  const { status: _, ...none } = teamSpace;
  expect(rules(statusMismatches(none))).toEqual(['observed-generation', 'status-namespace']);
  expect(
    statusMismatches({ ...teamSpace, status: { observedGeneration: 1, namespace: 'team-a-1' } }),
  ).toEqual([
    {
      rule: 'observed-generation',
      subject: { kind: 'TeamSpace', name: 'a-1', field: 'status.observedGeneration' },
      expected: 2,
      actual: 1,
    },
  ]);
});

test('a TeamSpace of any shape is compared without an exception', () => {
  const shapes = [null, 'text', 5, [], { pods: null }, { pods: [] }];
  for (const shape of shapes) {
    const odd = { metadata: teamSpace.metadata, spec: shape, status: shape } as unknown as TeamSpace;
    expect(rules(mismatches(odd, namespace, quota))).toContain('pods');
  }
});
