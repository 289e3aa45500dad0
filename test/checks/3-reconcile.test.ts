import { describe, expect, test } from 'vitest';
import type { FileEvidence, ObjectWrite, ScriptEvidence, ScriptRun } from '../../src/evidence.ts';
import {
  alpha,
  alphaNamespace,
  alphaQuota,
  type Change,
  fileIs,
  fileText,
  inPart,
  keys,
  namespaces,
  PROBES,
  quotas,
  teamSpaces,
  textOfFile,
} from '../support/evidence.ts';
import { adviceOf, failures, passedOf, verdictOf } from '../support/verdict.ts';

const UID = '11111111-2222-4333-8444-555555555555';
const SCRIPT = textOfFile('reconcile.sh');
const scriptRuns = (change: (runs: ScriptEvidence) => void): Change => inPart('scriptRuns', change);
const idleRuns = (change: Partial<ScriptRun>): Change =>
  scriptRuns(({ idleAttempts }) => {
    for (const run of idleAttempts.flat()) Object.assign(run, change);
  });
const script = (change: Partial<FileEvidence & { kind: 'file' }>): Change =>
  inPart('files', (files) => {
    Object.assign(files['reconcile.sh'] ?? {}, change);
  });
/** The second TeamSpace of a learner, as the script left it. */
const gamma = (change: (objects: ScriptEvidence['state']) => void): Change =>
  scriptRuns(({ state }) => {
    const [teamSpace, namespace, quota] = structuredClone([
      state.teamSpaces[0],
      state.namespaces[0],
      state.quotas[0],
    ] as const);
    if (!teamSpace || !namespace || !quota) throw new Error('nothing to copy');
    Object.assign(teamSpace.metadata, { name: 'gamma-1', uid: UID });
    teamSpace.status = { observedGeneration: 3, namespace: 'team-gamma-1' };
    Object.assign(namespace.metadata, {
      name: 'team-gamma-1',
      labels: { 'platform.labhub.io/teamspace': 'gamma-1' },
      ownerReferences: [
        { apiVersion: 'platform.labhub.io/v1alpha1', kind: 'TeamSpace', name: 'gamma-1', uid: UID },
      ],
    });
    quota.metadata.namespace = 'team-gamma-1';
    state.teamSpaces.push(teamSpace);
    state.namespaces.push(namespace);
    state.quotas.push(quota);
    change(state);
  });

describe('reconcile.sh, the file', () => {
  test('must exist', () => {
    expect(verdictOf(fileIs('reconcile.sh', { kind: 'missing' }))).toEqual({
      3: ['file-present reconcile.sh'],
    });
  });

  test.each(['link', 'directory', 'special'] as const)('must be a regular file: a %s fails', (kind) => {
    expect(verdictOf(fileIs('reconcile.sh', { kind }))).toEqual({ 3: ['file-readable reconcile.sh'] });
  });

  test.each([0o755, 0o700, 0o744, 0o555, 0o100755])('is executable with mode %o', (mode) => {
    expect(verdictOf(script({ mode }))).toEqual({});
  });

  test('is not executable without an execute bit', () => {
    expect(verdictOf(script({ mode: 0o644 }))).toEqual({ 3: ['script-executable reconcile.sh'] });
    expect(failures(script({ mode: 0o644 }))[0]?.actual).toBe('0644');
  });

  test.each([
    ['another interpreter', `#!/usr/bin/python3\n${SCRIPT}`],
    ['a space after #!', `#! /bin/sh\n${SCRIPT}`],
    ['Windows line breaks from line 2 on', `#!/bin/sh\necho a\r\n`],
  ])('may begin with %s', (_, content) => {
    expect(verdictOf(fileText('reconcile.sh', content))).toEqual({});
  });

  test('may be a program that is not text', () => {
    const binary = script({ encoding: 'binary', content: '' });
    expect(verdictOf(binary)).toEqual({});
    expect(passedOf('script-first-line', binary)).toMatchObject([{ actual: '' }]);
  });

  test.each([
    ['no interpreter', 'echo hello\n', {}],
    ['a blank line first', `\n${SCRIPT}`, {}],
    ['a Windows line break', SCRIPT.replaceAll('\n', '\r\n'), { carriageReturn: true }],
    ['a byte-order mark', `\uFEFF${SCRIPT}`, { byteOrderMark: true }],
  ])('cannot start with %s', (_, content, params) => {
    expect(verdictOf(fileText('reconcile.sh', content))[3]).toEqual(['script-first-line reconcile.sh']);
    expect(failures(fileText('reconcile.sh', content))[0]?.params).toMatchObject(params);
  });
});

describe('the runs', () => {
  test.each([126, 127])('must start: status %i fails', (exitCode) => {
    expect(verdictOf(idleRuns({ exitCode, stderr: 'bad interpreter' }))).toEqual({
      3: ['script-starts reconcile.sh'],
    });
  });

  test('that do not start are told with the last line of what was said', () => {
    const [failure] = failures(idleRuns({ exitCode: 127, stderr: 'one\ntwo\nthree\nnot found\n' }));
    expect(failure?.params).toEqual({ exitCode: 127, stderr: 'not found' });
  });

  test('must end: one run is one pass', () => {
    expect(verdictOf(idleRuns({ timedOut: true, exitCode: null, durationMs: 60_000 }))).toEqual({
      3: ['script-finishes reconcile.sh'],
    });
  });

  test.each([1, 2, 141])('may end with status %i: advice only', (exitCode) => {
    expect(verdictOf(idleRuns({ exitCode, stderr: 'one\nlast line\n' }))).toEqual({});
    expect(adviceOf(idleRuns({ exitCode }))).toEqual(['script-exit-status reconcile.sh']);
  });

  test.each([
    ['that never begin', { exitCode: 126 }],
    ['without an end', { exitCode: null, timedOut: true }],
  ])('%s are told as that, and their exit status is no matter of its own', (_, runs) => {
    expect(adviceOf(idleRuns(runs))).toEqual([]);
  });

  test('may write to stderr', () => {
    expect(verdictOf(idleRuns({ stderr: 'Warning: resource is missing the annotation' }))).toEqual({});
    expect(adviceOf(idleRuns({ stderr: 'Warning' }))).toEqual([]);
  });

  const write: ObjectWrite = {
    kind: 'ResourceQuota',
    namespace: 'team-alpha',
    name: 'team-quota',
    type: 'modified',
    resourceVersionBefore: '812',
    resourceVersionAfter: '815',
    changes: [{ field: '/metadata/annotations/seen', before: '1', after: '2' }],
    managers: ['kubectl-patch'],
  };

  test.each([
    ['TeamSpace alpha', { ...write, kind: 'TeamSpace', name: 'alpha', namespace: undefined }],
    ['Namespace team-alpha', { ...write, kind: 'Namespace', name: 'team-alpha', namespace: undefined }],
    ['ResourceQuota team-alpha/team-quota', write],
  ])('with nothing to do write nothing: %s', (name, written) => {
    const writes = [JSON.parse(JSON.stringify(written)) as ObjectWrite];
    expect(verdictOf(idleRuns({ writes }))[3]).toContain(`script-writes-nothing ${name}`);
  });

  test('show the fields that changed and who wrote them', () => {
    expect(failures(idleRuns({ writes: [write] }))[0]).toMatchObject({
      expected: '812',
      actual: '815',
      params: { changes: write.changes, managers: ['kubectl-patch'] },
    });
  });

  test('are repeated once before a failure: a quiet second attempt passes', () => {
    expect(
      verdictOf(
        scriptRuns((runs) => {
          const [attempt] = structuredClone(runs.idleAttempts);
          if (attempt === undefined) throw new Error('there was no attempt');
          for (const run of attempt) run.writes = [write];
          runs.idleAttempts.unshift(attempt);
        }),
      ),
    ).toEqual({});
  });

  test('prove nothing when there was none', () => {
    expect(
      verdictOf(
        scriptRuns((runs) => {
          runs.idleAttempts = [];
        }),
      ),
    ).toEqual({ 3: ['script-writes-nothing reconcile.sh'] });
  });
});

describe('the probes are served', () => {
  const served = (change: (probe: ScriptEvidence['served'][number]) => void): Change =>
    scriptRuns((runs) => {
      const probe = runs.served.find(({ teamSpace }) => teamSpace.metadata.name === PROBES.plain);
      if (probe) change(probe);
    });
  const fails = (where: string) => ({ 3: [`script-serves ${where}`] });
  const quotaPlace = `ResourceQuota team-${PROBES.plain}/team-quota`;

  test('with a namespace', () => {
    expect(
      verdictOf(
        served((p) => {
          p.namespace = null;
        }),
      ),
    ).toEqual(fails(`Namespace team-${PROBES.plain}`));
  });

  test('with a quota', () => {
    expect(
      verdictOf(
        served((p) => {
          p.quota = null;
        }),
      ),
    ).toEqual(fails(quotaPlace));
  });

  test.each([
    ['pods', { pods: '6', 'requests.cpu': '250m' }, 'spec.hard["pods"]'],
    ['requests.cpu', { pods: '3', 'requests.cpu': '1' }, 'spec.hard["requests.cpu"]'],
  ])('with their own %s', (_, hard, field) => {
    expect(
      verdictOf(
        served((p) => {
          if (p.quota) p.quota.spec = { hard };
        }),
      ),
    ).toEqual(fails(`${quotaPlace} ${field}`));
  });

  test('with their own owner, not alpha’s', () => {
    expect(
      verdictOf(
        served((p) => {
          for (const reference of p.namespace?.metadata.ownerReferences ?? []) reference.uid = UID;
        }),
      ),
    ).toEqual(fails(`Namespace team-${PROBES.plain} metadata.ownerReferences`));
  });

  test('also when the script could not be started, if the service proved it', () => {
    expect(
      verdictOf(
        idleRuns({ exitCode: 127 }),
        served((p) => {
          p.quota = null;
        }),
      ),
    ).toEqual({ 3: ['script-starts reconcile.sh', `script-serves ${quotaPlace}`] });
  });

  test('by the script alone when no service runs', () => {
    const alone = (exitCode: number): Change =>
      scriptRuns((runs) => {
        runs.provenBy = 'script';
        runs.repairRun = { startedMs: 1, durationMs: 900, exitCode, timedOut: false, stderr: '', writes: [] };
      });
    expect(verdictOf(alone(0))).toEqual({});
    const unserved = served((p) => {
      p.namespace = null;
      p.quota = null;
    });
    expect(verdictOf(alone(0), unserved)[3]).toContain(`script-serves Namespace team-${PROBES.plain}`);
    // A run that never began is told once, not as every object that it did not make.
    expect(verdictOf(alone(127), unserved)).toEqual({ 3: ['script-starts reconcile.sh'] });
  });
});

describe('the state after the runs', () => {
  test.each([
    [
      'label',
      (o: { labels?: Record<string, string> }) => delete o.labels,
      'state-label',
      'metadata.labels["platform.labhub.io/teamspace"]',
    ],
    [
      'ownerReference',
      (o: { ownerReferences?: unknown }) => delete o.ownerReferences,
      'state-owner',
      'metadata.ownerReferences',
    ],
  ])('the namespace has its %s', (_, change, id, field) => {
    expect(verdictOf(alphaNamespace((o) => void change(o.metadata)))).toEqual({
      3: [`${id} Namespace team-alpha ${field}`],
    });
  });

  const right = { apiVersion: 'platform.labhub.io/v1alpha1', kind: 'TeamSpace', name: 'alpha', uid: '' };
  test.each([
    ['apiVersion without the group', { apiVersion: 'v1alpha1' }],
    ['another version', { apiVersion: 'platform.labhub.io/v1' }],
    ['kind in lower case', { kind: 'teamspace' }],
    ['another name', { name: 'beta' }],
    ['another uid', { uid: UID }],
  ])('the ownerReference is right: %s fails', (_, wrong) => {
    expect(
      verdictOf(
        alphaNamespace((o) => {
          for (const reference of o.metadata.ownerReferences ?? []) Object.assign(reference, wrong);
        }),
      ),
    ).toEqual({ 3: ['state-owner Namespace team-alpha metadata.ownerReferences'] });
  });

  test('the ownerReference may have flags, and others beside it', () => {
    expect(
      verdictOf(
        alphaNamespace((o) => {
          const [own] = o.metadata.ownerReferences ?? [];
          o.metadata.ownerReferences = [
            { ...right, name: 'other', uid: UID },
            Object.assign({ ...right, ...own }, { controller: true, blockOwnerDeletion: false }),
          ];
        }),
      ),
    ).toEqual({});
  });

  test('the namespace may have other labels', () => {
    expect(
      verdictOf(
        alphaNamespace((o) => {
          o.metadata.labels = { ...o.metadata.labels, team: 'a' };
        }),
      ),
    ).toEqual({});
  });

  test('the namespace is there', () => {
    expect(
      verdictOf(
        namespaces((all) => {
          all.length = 0;
        }),
      ),
    ).toEqual({ 3: ['state-namespace Namespace team-alpha'] });
  });

  test('the quota is there', () => {
    expect(
      verdictOf(
        quotas((all) => {
          all.length = 0;
        }),
      )[3],
    ).toEqual(['state-quota ResourceQuota team-alpha/team-quota']);
  });

  test.each([
    ['1', '1000m'],
    ['0.5', '500m'],
    ['500m', '0.5'],
    ['2', '2.0'],
  ])('quantities are compared as quantities: spec.cpu %s, quota %s', (cpu, hard) => {
    expect(
      verdictOf(
        alpha((o) => {
          o.spec = { pods: 8, cpu };
        }),
        alphaQuota((o) => {
          o.spec = { hard: { pods: '8', 'requests.cpu': hard } };
        }),
      ),
    ).toEqual({});
  });

  test('the quota follows spec.cpu', () => {
    expect(
      verdictOf(
        alphaQuota((o) => {
          o.spec = { hard: { pods: '8', 'requests.cpu': '100m' } };
        }),
      ),
    ).toEqual({ 3: ['state-cpu ResourceQuota team-alpha/team-quota spec.hard["requests.cpu"]'] });
  });

  test('the quota may limit more', () => {
    expect(
      verdictOf(
        alphaQuota((o) => {
          o.spec = { hard: { ...o.spec?.hard, 'limits.cpu': '4' } };
        }),
      ),
    ).toEqual({});
  });

  test.each([
    [
      'observedGeneration behind',
      { observedGeneration: 2, namespace: 'team-alpha' },
      ['state-observed-generation TeamSpace alpha status.observedGeneration'],
    ],
    [
      'namespace of another',
      { observedGeneration: 3, namespace: 'alpha' },
      ['state-status-namespace TeamSpace alpha status.namespace'],
    ],
    [
      'nothing at all',
      undefined,
      [
        'state-observed-generation TeamSpace alpha status.observedGeneration',
        'state-status-namespace TeamSpace alpha status.namespace',
      ],
    ],
  ])('the status is right: %s fails', (_, status, expected) => {
    expect(
      verdictOf(
        scriptRuns(({ state }) => {
          for (const teamSpace of state.teamSpaces) {
            delete teamSpace.status;
            if (status) teamSpace.status = status;
          }
        }),
      ),
    ).toEqual({ 3: expected });
  });

  test('every TeamSpace counts, not alpha alone', () => {
    expect(verdictOf(gamma(() => undefined))).toEqual({});
    expect(verdictOf(gamma((state) => state.namespaces.pop()))).toEqual({
      3: ['state-namespace Namespace team-gamma-1'],
    });
  });

  test('a TeamSpace in deletion does not count: its generation is one ahead', () => {
    expect(
      verdictOf(
        gamma((state) => {
          Object.assign(state.teamSpaces[1]?.metadata ?? {}, {
            deletionTimestamp: '2026-11-30T23:57:00Z',
            generation: 4,
          });
          state.namespaces.pop();
        }),
      ),
    ).toEqual({});
  });
});

describe('reconcile.json', () => {
  test('quota_uid is the live uid', () => {
    expect(verdictOf(keys('reconcile.json', { quota_uid: 'f3b006bf-caea-468c-82da-750b2a764e3a' }))).toEqual(
      {},
    );
  });

  test('or, after step 5, the deleted_uid of drift.json', () => {
    expect(textOfFile('drift.json')).toContain('"deleted_uid": "55ebeaea-dc26-45cb-9724-dfe9a5b50712"');
    expect(textOfFile('reconcile.json')).toContain('"quota_uid": "55ebeaea-dc26-45cb-9724-dfe9a5b50712"');
    expect(verdictOf(keys('reconcile.json', { quota_uid: UID }))).toEqual({
      3: ['reconcile-quota-uid reconcile.json /quota_uid'],
    });
  });

  test('namespace_owner_uid is the uid of alpha', () => {
    expect(verdictOf(keys('reconcile.json', { namespace_owner_uid: UID }))).toEqual({
      3: ['reconcile-owner-uid reconcile.json /namespace_owner_uid'],
    });
  });

  test('second_pass_rv_changed is false', () => {
    expect(verdictOf(keys('reconcile.json', { second_pass_rv_changed: true }))).toEqual({
      3: ['reconcile-second-pass reconcile.json /second_pass_rv_changed'],
    });
  });
});

test('without TeamSpaces there is nothing that is complete', () => {
  const verdict = verdictOf(
    teamSpaces((all) => {
      all.length = 0;
    }),
  );
  expect(verdict[1]).toEqual(['alpha-exists TeamSpace alpha']);
});
