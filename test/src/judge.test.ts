import { describe, expect, test } from 'vitest';
import { checks } from '../../checks/index.ts';
import { type Check, needsOf } from '../../src/check.ts';
import type { Evidence, PartName, UnavailableReason } from '../../src/evidence.ts';
import { exitCodeOf } from '../../src/exit-code.ts';
import { judge } from '../../src/judge.ts';
import { STEPS } from '../../src/lab.ts';
import { schemaErrors } from '../../src/schema.ts';
import {
  type Change,
  evidenceWith,
  inPart,
  keys,
  looks,
  unavailable,
  withoutEvents,
} from '../support/evidence.ts';
import { judged, verdictOf } from '../support/verdict.ts';

const PARTS = Object.keys(evidenceWith().parts).filter((name) => name !== 'cluster') as PartName[];
const CLUSTER_PARTS = PARTS.filter((name) => name !== 'files' && name !== 'service');
const needing = (part: PartName): number[] =>
  (checks as readonly Check[]).filter((check) => needsOf(check).has(part)).map(({ step }) => step);

describe('the report', () => {
  test('comes with the steps that were asked for, in the order of the lab', () => {
    const report = judge(evidenceWith(), [8, 2, 5]);
    expect(report.steps.map(({ step }) => step)).toEqual([2, 5, 8]);
    expect(report.score).toEqual({ earned: 3, possible: 3, notJudged: 0 });
  });

  test('says what it is about', () => {
    const evidence = evidenceWith((e) => {
      e.parts.cluster = { readyMs: 5, value: { uid: 'u', version: 'v1.36.2' } };
    });
    expect(judge(evidence, STEPS)).toMatchObject({
      reportVersion: 1,
      machine: 'sandbox:mine',
      lab: { folder: '/root/cnpa-op', unit: 'cnpa-op.service' },
      cluster: { uid: 'u', version: 'v1.36.2' },
      startedAt: evidence.startedAt,
      durationMs: Date.parse(evidence.finishedAt) - Date.parse(evidence.startedAt),
      score: { earned: 8, possible: 8 },
    });
    expect(judged(unavailable('api-unreachable', 'cluster')).cluster).toBeNull();
  });

  test('is the same for the same evidence, which stays as it was', () => {
    const before = JSON.stringify(evidenceWith());
    expect(judged()).toEqual(judged());
    expect(JSON.stringify(evidenceWith())).toBe(before);
  });

  test('has the time of each verdict: when the last of its evidence was there', () => {
    const { parts } = evidenceWith();
    for (const { step, durationMs } of judged().steps) {
      const needs = PARTS.filter((name) => needing(name).includes(step));
      expect(durationMs).toBe(Math.max(...needs.map((name) => parts[name]?.readyMs ?? 0)));
    }
    expect(judged().verdictMs).toBe(Math.max(...PARTS.map((name) => parts[name]?.readyMs ?? 0)));
  });

  test('has one rubric digest for one rulebook', () => {
    expect(judged().grader.rubricDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(judged(keys('report.json', { trigger: 'edge' })).grader.rubricDigest).toBe(
      judged().grader.rubricDigest,
    );
  });
});

describe('what could not be looked at is an error, never a failure', () => {
  const outside: UnavailableReason[] = [
    'kubeconfig-missing',
    'kubeconfig-invalid',
    'api-unreachable',
    'api-certificate',
    'api-unauthorized',
    'api-forbidden',
    'api-error',
    'machine-error',
    'command-not-started',
    'systemctl-missing',
    'systemd-error',
    'lock-held',
    'interrupted',
    'not-probed',
    'grader-bug',
  ];
  test.each(outside)('%s', (reason) => {
    const report = judged(unavailable(reason, ...PARTS));
    for (const { status, cause, findings } of report.steps) {
      expect(status).toBe('error');
      expect(cause?.reason).toBe(reason);
      expect(findings).toEqual([]);
    }
    expect(report.score).toEqual({ earned: 0, possible: 0, notJudged: 8 });
    expect(exitCodeOf(report)).toBe(3);
  });

  test.each(PARTS)('without %s just the steps that need it have no verdict', (part) => {
    const expected = Object.fromEntries(needing(part).map((step) => [step, 'error, api-unreachable']));
    expect(verdictOf(unavailable('api-unreachable', part))).toEqual(expected);
  });

  test('a part that nobody gathered is a bug of the grader', () => {
    const report = judged((e) => {
      delete e.parts.crd;
    });
    expect(report.steps[0]).toMatchObject({ status: 'error', cause: { part: 'crd', reason: 'grader-bug' } });
  });

  test('so is a check that throws', () => {
    const report = judged((e) => {
      e.parts.service = { readyMs: 1, value: {} } as unknown as NonNullable<Evidence['parts']['service']>;
    });
    for (const step of [4, 5, 6, 7])
      expect(report.steps[step - 1]).toMatchObject({
        status: 'error',
        cause: { reason: 'grader-bug' },
        findings: [],
      });
    for (const step of [1, 2, 3, 8]) expect(report.steps[step - 1]?.status).toBe('passed');
  });

  test('a failure beats it', () => {
    const report = judged(
      unavailable('api-unreachable', 'teamSpaces'),
      keys('generation.json', { gen_after_label: 2 }),
    );
    expect(report.steps[1]?.status).toBe('failed');
    expect(report.steps[1]?.findings.map(({ id }) => id)).toContain('generation-after-label');
    expect(report.steps[7]?.status).toBe('error');
  });

  test('no vacuous pass: what passed has a finding that says so', () => {
    for (const { findings } of judged().steps)
      expect(findings.map(({ outcome }) => outcome)).toContain('passed');
  });
});

describe('a step whose probes were not made yet is open', () => {
  const open = unavailable('not-probed', 'creation', 'drift', 'convergence', 'deletion', 'scriptRuns');

  test('unless something that was looked at has failed, without a word on the probes', () => {
    const report = judged(open, keys('drift.json', { edited_to: 98 }));
    expect(report.steps[4]?.status).toBe('failed');
    expect(report.steps[4]?.cause).toBeUndefined();
    expect(report.steps[5]?.cause?.reason).toBe('not-probed');
  });

  test.each<[UnavailableReason, string]>([
    ['api-unreachable', 'error, api-unreachable'],
    ['type-not-served', 'skipped, see 1'],
  ])('or something else is in the way: %s', (reason, expected) => {
    expect(verdictOf(open, unavailable(reason, 'teamSpaces'))[7]).toBe(expected);
    expect(verdictOf(open)[7]).toBe('error, not-probed');
  });
});

describe('a step that depends on another one is skipped and names it', () => {
  const cases: [UnavailableReason, PartName, number][] = [
    ['type-not-served', 'teamSpaces', 1],
    ['alpha-missing', 'teamSpaces', 1],
    ['probe-refused', 'creation', 1],
    ['script-missing', 'scriptRuns', 3],
    ['script-not-started', 'scriptRuns', 3],
    ['service-not-running', 'drift', 4],
    ['probe-not-served', 'convergence', 4],
    ['probe-served-wrongly', 'drift', 3],
    ['finalizer-not-used', 'deletion', 6],
  ];
  test.each(cases)('%s of %s: see step %i', (reason, part, blocker) => {
    const expected = Object.fromEntries(
      needing(part).map((step) => [step, step === blocker ? `error, ${reason}` : `skipped, see ${blocker}`]),
    );
    expect(verdictOf(unavailable(reason, part))).toEqual(expected);
  });

  test('the first of several comes first', () => {
    const both = [
      unavailable('service-not-running', 'deletion'),
      unavailable('type-not-served', 'teamSpaces'),
    ];
    expect(verdictOf(...both)[6]).toBe('skipped, see 1');
  });

  test('a failure of its own beats the skip, and an error beats it too', () => {
    const blocked = unavailable('service-not-running', 'drift');
    expect(verdictOf(blocked, keys('drift.json', { edited_to: 98 }))[5]).toEqual([
      'drift-edited-to drift.json /edited_to',
    ]);
    expect(verdictOf(blocked, unavailable('api-error', 'quotas'))[5]).toBe('error, api-error');
  });

  test('an empty cluster: step 1 fails, nothing else is blamed', () => {
    const empty: Change[] = [
      (e) => {
        e.parts.crd = { readyMs: 1, value: null };
      },
      unavailable('type-not-served', ...CLUSTER_PARTS.filter((name) => name !== 'crd')),
    ];
    expect(verdictOf(...empty)).toEqual({
      1: ['crd-exists CustomResourceDefinition teamspaces.platform.labhub.io metadata.name'],
      ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8].map((step) => [step, 'skipped, see 1'])),
    });
  });

  test('a stopped service: 4 to 7 fail, what it would have shown is not told as a failure', () => {
    const parts = ['creation', 'drift', 'convergence', 'deletion'] as const;
    const failure = ['service-running cnpa-op.service ActiveState'];
    expect(verdictOf(looks('inactive/dead'), unavailable('service-not-running', ...parts))).toEqual({
      4: failure,
      5: failure,
      6: failure,
      7: failure,
    });
  });
});

describe('the exit code', () => {
  const failed = keys('report.json', { trigger: 'edge' });
  test.each<[string, 0 | 1 | 3, Change[]]>([
    ['all passed', 0, []],
    ['one failed', 1, [failed]],
    ['one was skipped', 1, [unavailable('probe-served-wrongly', 'drift')]],
    ['one could not be judged', 3, [unavailable('api-error', 'drift')]],
    ['one could not be judged beside a failure', 3, [failed, unavailable('api-error', 'drift')]],
    ['advice alone', 0, [inPart('service', (s) => void s.outsideWorkers.push({ pid: 1, command: 'x' }))]],
  ])('%s: %i', (_, code, changes) => {
    expect(exitCodeOf(judged(...changes))).toBe(code);
  });
});

describe('every report is well-formed', () => {
  const reports: [string, Change[]][] = [
    ['honest', []],
    [
      'wrong values',
      [keys('report.json', { trigger: 'edge', archived: true }), keys('drift.json', { reverted_to: 99 })],
    ],
    ['no files', [inPart('files', (files) => void Object.keys(files).map((name) => delete files[name]))]],
    ['no API', [unavailable('api-unreachable', ...CLUSTER_PARTS)]],
    [
      'a stopped service',
      [
        looks('failed/failed'),
        unavailable('service-not-running', 'creation', 'drift', 'convergence', 'deletion'),
      ],
    ],
    [
      'nothing repaired',
      [
        withoutEvents('drift', (e) => e.type === 'ADDED'),
        withoutEvents('convergence', (e) => e.kind !== 'TeamSpace'),
      ],
    ],
  ];
  test.each(reports)('%s', (_, changes) => {
    expect(schemaErrors('grade-report', judged(...changes))).toEqual([]);
  });
});
