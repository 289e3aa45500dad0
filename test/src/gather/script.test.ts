import { describe, expect, test } from 'vitest';
import type { FileEvidence } from '../../../src/evidence.ts';
import type { LabObjects } from '../../../src/gather/cluster.ts';
import { assertStartable, withoutProbes, writesBetween } from '../../../src/gather/script.ts';
import type { KubeObject, Namespace, ResourceQuota, TeamSpace } from '../../../src/kube-types.ts';
import { evidenceWith, part, textOfFile } from '../../support/evidence.ts';

const noProbe = () => false;
const now = (): LabObjects => structuredClone(part(evidenceWith(), 'scriptRuns').state);
type Kinds = { teamSpaces: TeamSpace; namespaces: Namespace; quotas: ResourceQuota };
/** The state with one object written: a new resourceVersion, and what else the change does. */
function written<K extends keyof Kinds>(
  kind: K,
  change: (object: Kinds[K]) => void = () => undefined,
): LabObjects {
  const objects = now();
  const [object] = objects[kind] as Kinds[K][];
  if (object === undefined) throw new Error('nothing to write');
  object.metadata.resourceVersion = '999';
  change(object);
  return objects;
}

test('nothing was written when nothing changed', () => {
  expect(writesBetween(now(), now(), noProbe)).toEqual([]);
});

describe('every kind counts', () => {
  test.each([
    ['teamSpaces', { kind: 'TeamSpace', name: 'alpha', resourceVersionBefore: '255' }],
    ['namespaces', { kind: 'Namespace', name: 'team-alpha', resourceVersionBefore: '217' }],
    [
      'quotas',
      { kind: 'ResourceQuota', namespace: 'team-alpha', name: 'team-quota', resourceVersionBefore: '254' },
    ],
  ] as const)('%s', (kind, expected) => {
    const after = written(kind, (o) => {
      o.metadata.annotations = { 'seen/at': '12:00' };
    });
    expect(writesBetween(now(), after, noProbe)).toMatchObject([
      { ...expected, type: 'modified', resourceVersionAfter: '999' },
    ]);
  });
});

test('the fields that changed are told as JSON pointers, and who wrote them', () => {
  const after = written('teamSpaces', (o) => {
    o.metadata.annotations = { ...o.metadata.annotations, 'seen~by/me': '1' };
    o.status = { ...o.status, observedGeneration: 4 };
    o.metadata.managedFields = [{ manager: 'kubectl-patch', subresource: 'status' }, { manager: 'curl' }];
  });
  const before = now();
  for (const o of before.teamSpaces) o.metadata.managedFields = [{ manager: 'curl' }];
  const [write] = writesBetween(before, after, noProbe);
  expect(write?.changes).toEqual([
    { field: '/metadata/annotations/seen~0by~1me', after: '1' },
    { field: '/status/observedGeneration', before: 3, after: 4 },
  ]);
  expect(write?.managers).toEqual(['kubectl-patch (status)']);
});

describe('the quota controller of the cluster is not the learner', () => {
  test('a quota whose status alone changed was not written by the script', () => {
    const after = written('quotas', (o) => {
      o.status = { hard: { pods: '8', 'requests.cpu': '1' }, used: { pods: '1', 'requests.cpu': '0' } };
    });
    expect(writesBetween(now(), after, noProbe)).toEqual([]);
  });

  test('status beside something else was', () => {
    const after = written('quotas', (o) => {
      o.status = {};
      o.metadata.labels = { a: 'b' };
    });
    expect(writesBetween(now(), after, noProbe)).toHaveLength(1);
  });

  test('the status of a TeamSpace is the script’s own', () => {
    const after = written('teamSpaces', (o) => {
      o.status = { ...o.status, observedGeneration: 2 };
    });
    expect(writesBetween(now(), after, noProbe)).toHaveLength(1);
  });
});

describe('a write that changes no field that is shown', () => {
  test.each(['teamSpaces', 'namespaces'] as const)('counts: %s', (kind) => {
    expect(writesBetween(now(), written(kind), noProbe)).toMatchObject([{ type: 'modified', changes: [] }]);
  });

  test('counts: quotas', () => {
    expect(writesBetween(now(), written('quotas'), noProbe)).toMatchObject([
      { type: 'modified', changes: [] },
    ]);
  });
});

describe('objects that come and go', () => {
  test('a new uid under the same name is a write, also with the same resourceVersion', () => {
    const after = now();
    for (const o of after.quotas) o.metadata.uid = 'new';
    expect(writesBetween(now(), after, noProbe)).toMatchObject([
      { kind: 'ResourceQuota', changes: [{ field: '/metadata/uid' }] },
    ]);
  });

  test('created and deleted', () => {
    const less = now();
    less.quotas = [];
    expect(writesBetween(less, now(), noProbe)).toMatchObject([{ kind: 'ResourceQuota', type: 'created' }]);
    expect(writesBetween(now(), less, noProbe)).toMatchObject([{ kind: 'ResourceQuota', type: 'deleted' }]);
  });

  const dying = (o: KubeObject) => {
    o.metadata.deletionTimestamp = '2026-11-30T23:57:00Z';
  };

  test('the end of an object in deletion is work in progress, not a write', () => {
    const before = written('teamSpaces', dying);
    const gone = now();
    gone.teamSpaces = [];
    expect(writesBetween(before, gone, noProbe)).toEqual([]);
    expect(
      writesBetween(
        before,
        written('teamSpaces', (o) => {
          dying(o);
          o.metadata.finalizers = [];
          o.metadata.resourceVersion = '1000';
        }),
        noProbe,
      ),
    ).toEqual([]);
  });

  test('a deletion that begins is a write', () => {
    expect(writesBetween(now(), written('namespaces', dying), noProbe)).toMatchObject([
      { kind: 'Namespace', type: 'deleted' },
    ]);
  });
});

test('the probes are left out, with all that belongs to them', () => {
  const after = now();
  for (const list of [after.teamSpaces, after.namespaces, after.quotas])
    for (const o of list) o.metadata.resourceVersion = '999';
  const isProbe = (name: string) => name === 'alpha';
  expect(writesBetween(now(), after, isProbe)).toEqual([]);
  expect(withoutProbes(after, isProbe)).toEqual({ teamSpaces: [], namespaces: [], quotas: [] });
  expect(withoutProbes(after, noProbe)).toEqual(after);
});

describe('what can be started', () => {
  const file = (mode: number): FileEvidence => ({
    kind: 'file',
    encoding: 'utf8',
    content: textOfFile('reconcile.sh'),
    mode,
    mtimeMs: 0,
    size: 1,
    sha256: '',
  });

  test.each([0o755, 0o100, 0o010, 0o001])('a file with mode %o', (mode) => {
    expect(() => assertStartable(file(mode))).not.toThrow();
  });

  test.each([
    ['nothing', undefined, 'script-missing'],
    ['a missing file', { kind: 'missing' }, 'script-missing'],
    ['a link', { kind: 'link' }, 'script-not-started'],
    ['a directory', { kind: 'directory' }, 'script-not-started'],
    ['a file without an execute bit', file(0o644), 'script-not-started'],
  ] as const)('%s cannot', (_, found, reason) => {
    expect(() => assertStartable(found)).toThrow(expect.objectContaining({ reason }));
  });
});
