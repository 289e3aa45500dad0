import { describe, expect, test } from 'vitest';
import { type Change, inPart, keys, trial } from '../support/evidence.ts';
import { failures, verdictOf } from '../support/verdict.ts';

const UID = '11111111-2222-4333-8444-555555555555';
const at = (id: string, key: string) => `${id} report.json /${key}`;
const report = (values: Record<string, unknown>): Change => keys('report.json', values);

describe('values that repeat another file', () => {
  test.each([
    ['restore_seconds', 2, 'report-restore-seconds', 'drift.json', 1],
    ['archived', UID, 'report-archived', 'archive/beta.json', 'c87ea16b-8dde-4f46-8e95-9fc23691ee91'],
    ['generations_behind_while_stopped', 2, 'report-generations-behind', 'catchup.json', 1],
    ['generations_behind_while_stopped', 0, 'report-generations-behind', 'catchup.json', 1],
  ])('%s: %j fails, and both files are named', (key, value, id, source, there) => {
    expect(verdictOf(report({ [key]: value }))).toEqual({ 8: [at(id, key)] });
    expect(failures(report({ [key]: value }))[0]).toMatchObject({
      actual: { 'report.json': value, [source]: there },
      params: { source, sourceReadable: true },
    });
  });

  test.each([
    ['restore_seconds', 'drift.json', { restore_seconds: 'soon' }],
    ['archived', 'archive/beta.json', { uid: 'beta' }],
    ['generations_behind_while_stopped', 'catchup.json', { generation: null }],
  ])('%s cannot be compared when %s does not hold it, and that is said', (key, source, broken) => {
    const found = failures(keys(source, broken)).filter(
      ({ subject }) => 'file' in subject && subject.file === 'report.json',
    );
    expect(found.map(({ subject, params }) => [subject, params])).toEqual([
      [
        { file: 'report.json', pointer: `/${key}` },
        { source, sourceReadable: false },
      ],
    ]);
  });

  test('the same 0 in both files passes', () => {
    expect(verdictOf(keys('drift.json', { restore_seconds: 0 }), report({ restore_seconds: 0 }))).toEqual({});
  });

  test('the same gap of 2 in both files passes', () => {
    expect(
      verdictOf(
        keys('catchup.json', { observed_while_stopped: 1 }),
        report({ generations_behind_while_stopped: 2 }),
      ),
    ).toEqual({});
  });
});

test('crd_alone_created_namespace is false', () => {
  expect(verdictOf(report({ crd_alone_created_namespace: true }))).toEqual({
    8: [at('report-crd-alone', 'crd_alone_created_namespace')],
  });
});

describe('status_bumps_generation', () => {
  test('is false', () => {
    expect(verdictOf(report({ status_bumps_generation: true }))).toEqual({
      8: [at('report-status-bumps', 'status_bumps_generation')],
    });
  });

  test('is confirmed live by a dry run of a status write', () => {
    expect(
      verdictOf(
        inPart('admission', (trials) => {
          for (const { id, object } of trials) if (id === 'status-right' && object) object.generation = 4;
        }),
      ),
    ).toEqual({ 8: ['status-bumps-live TeamSpace alpha metadata.generation'] });
  });

  test('is what report.json says where no status write was tried', () => {
    const untried = inPart('admission', (trials) => {
      trials.splice(0, trials.length, ...trials.filter(({ id }) => id !== 'status-right'));
    });
    expect(verdictOf(untried)).toEqual({});
  });

  test('is not confirmed where the status subresource is off: false is not true there', () => {
    const off = { code: 404, message: 'the server could not find the requested resource' };
    const verdict = verdictOf(
      trial('status-right', off),
      trial('status-generation-text', off),
      trial('status-namespace-number', off),
      inPart('crd', (crd) => {
        for (const version of crd?.spec.versions ?? []) delete version.subresources;
      }),
    );
    expect(verdict).toHaveProperty('1');
    expect(verdict).toHaveProperty('8');
  });
});

test.each(['platform.labhub.io', 'cleanup', 'platform.labhub.io/Cleanup', 'platform.labhub.io/cleanup ', ''])(
  'finalizer is exact: %j fails',
  (finalizer) => {
    expect(verdictOf(report({ finalizer }))).toEqual({ 8: [at('report-finalizer', 'finalizer')] });
  },
);

describe('trigger', () => {
  test.each(['level', 'Level', 'LEVEL', ' Level ', 'level\n', '\tlevel'])('passes as %j', (trigger) => {
    expect(verdictOf(report({ trigger }))).toEqual({});
  });

  test.each([
    ['edge', true],
    ['Edge ', true],
    ['level-triggered', false],
    ['levels', false],
    ['level or edge', false],
    ['', false],
  ])('fails as %j', (trigger, oneWord) => {
    expect(verdictOf(report({ trigger }))).toEqual({ 8: [at('report-trigger', 'trigger')] });
    expect(failures(report({ trigger }))[0]?.params).toEqual({ oneWord });
  });

  test('never tells the right word', () => {
    expect(failures(report({ trigger: 'edge' }))[0]).not.toHaveProperty('expected');
  });
});

test.each([true, 'archive/beta.json', 'beta', null])('archived is the uid, not %j', (archived) => {
  expect(verdictOf(report({ archived }))).toHaveProperty('8');
  expect(Object.keys(verdictOf(report({ archived })))).toEqual(['8']);
});
