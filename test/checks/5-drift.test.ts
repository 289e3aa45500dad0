import { describe, expect, test } from 'vitest';
import type { ProbeRole } from '../../src/evidence.ts';
import type { ResourceQuota } from '../../src/kube-types.ts';
import {
  alphaQuota,
  type Change,
  events,
  inPart,
  keys,
  PROBES,
  quotas,
  withoutEvents,
} from '../support/evidence.ts';
import { failures, passedOf, verdictOf } from '../support/verdict.ts';

const UID = '11111111-2222-4333-8444-555555555555';
const at = (id: string, key: string) => `${id} drift.json /${key}`;
const drift = (values: Record<string, unknown>): Change => keys('drift.json', values);
/** restore_seconds in both files that hold it, so that only step 5 is asked. */
const restoreSeconds = (value: unknown): Change[] => [
  drift({ restore_seconds: value }),
  keys('report.json', { restore_seconds: value }),
];

describe('the uids of drift.json', () => {
  test('restored_uid is the live uid of the quota', () => {
    expect(verdictOf(drift({ restored_uid: UID }))).toEqual({
      5: [at('drift-restored-uid', 'restored_uid')],
    });
  });

  test('differ', () => {
    const same = { restored_uid: '55ebeaea-dc26-45cb-9724-dfe9a5b50712' };
    expect(verdictOf(drift(same))).toEqual({ 5: [at('drift-uids-differ', 'restored_uid')] });
  });

  test('are not compared when one is missing', () => {
    expect(verdictOf(drift({ deleted_uid: undefined }))[5]).toEqual([at('json-key', 'deleted_uid')]);
    expect(passedOf('drift-uids-differ', drift({ deleted_uid: undefined }))).toEqual([]);
  });

  test('deleted_uid may be of a quota that is not known any more', () => {
    const reconciled = keys('reconcile.json', { quota_uid: 'f3b006bf-caea-468c-82da-750b2a764e3a' });
    expect(verdictOf(drift({ deleted_uid: UID }), reconciled)).toEqual({});
  });

  test('are uids', () => {
    expect(verdictOf(drift({ restored_uid: 'team-quota' }))).toEqual({
      5: [at('json-value', 'restored_uid')],
    });
  });

  test('name a quota that was replaced again since: fails', () => {
    expect(
      verdictOf(
        alphaQuota((o) => {
          o.metadata.uid = UID;
        }),
      ),
    ).toEqual({ 5: [at('drift-restored-uid', 'restored_uid')] });
  });

  test('fail when there is no quota now, and say so', () => {
    const gone = quotas((all) => {
      all.length = 0;
    });
    expect(verdictOf(gone)[5]).toEqual([at('drift-restored-uid', 'restored_uid')]);
    expect(failures(gone).find(({ id }) => id === 'drift-restored-uid')?.params).toEqual({
      quotaExists: false,
    });
  });
});

describe('restore_seconds', () => {
  test.each([0, 1, 2, 45, 119, 120])('passes: %d', (value) => {
    expect(verdictOf(...restoreSeconds(value))).toEqual({});
  });

  test.each([-1, -3, 121, 86_400])('fails: %d', (value) => {
    expect(verdictOf(...restoreSeconds(value))).toEqual({
      5: [at('drift-restore-seconds', 'restore_seconds')],
    });
  });

  test.each([2.4, '3', true, null])('fails as no whole number: %j', (value) => {
    expect(verdictOf(drift({ restore_seconds: value }))[5]).toEqual([at('json-type', 'restore_seconds')]);
  });
});

describe('the edit', () => {
  test.each([98, 100, 9, 6])('was to 99: %d fails', (edited_to) => {
    expect(verdictOf(drift({ edited_to }))).toEqual({ 5: [at('drift-edited-to', 'edited_to')] });
  });

  test.each([
    ['6', 6],
    ['8, when repeated after step 7', 8],
  ])('went back to %s', (_, reverted_to) => {
    expect(verdictOf(drift({ reverted_to }))).toEqual({});
  });

  test.each([
    [99, true],
    [4, false],
    [7, false],
  ])('did not go back to %d', (reverted_to, early) => {
    expect(verdictOf(drift({ reverted_to }))).toEqual({ 5: [at('drift-reverted-to', 'reverted_to')] });
    expect(failures(drift({ reverted_to }))[0]?.params).toEqual({ early });
  });
});

describe('on the probes', () => {
  const quota = (role: ProbeRole) => `ResourceQuota team-${PROBES[role]}/team-quota`;
  /** What a probe's quota says from the drift on. */
  const edited = (hard: Record<string, string>, role: ProbeRole = 'held'): Change =>
    events('drift', (e) => {
      if (e.probe === PROBES[role]) (e.object as ResourceQuota).spec = { hard };
      return e;
    });

  test('a deleted quota comes back', () => {
    const stays = withoutEvents('drift', (e) => e.probe === PROBES.plain && e.type !== 'DELETED');
    expect(verdictOf(stays)).toEqual({ 5: [`probe-quota-restored ${quota('plain')}`] });
    expect(failures(stays)[0]).toMatchObject({
      expected: 'present',
      actual: 'absent',
      params: { seconds: 60 },
    });
  });

  test('with a new uid', () => {
    const old = inPart('drift', (phase) => {
      for (const e of phase.events)
        if (e.probe === PROBES.plain) e.object.metadata.uid = phase.deletedQuotaUid;
    });
    expect(verdictOf(old)).toEqual({ 5: [`probe-quota-restored ${quota('plain')}`] });
  });

  test('by being made: another quota’s end is no return', () => {
    const ended = events('drift', (e) => {
      if (e.probe !== PROBES.plain) return e;
      e.object.metadata.uid = UID;
      return e.type === 'DELETED' ? e : null;
    });
    expect(verdictOf(ended)).toEqual({ 5: [`probe-quota-restored ${quota('plain')}`] });
  });

  test('pods 99 are set back', () => {
    expect(verdictOf(edited({ pods: '99', 'requests.cpu': '1' }))).toEqual({
      5: [`probe-pods-reverted ${quota('held')} spec.hard.pods`],
    });
  });

  test('a quota that lost its spec holds nothing', () => {
    const emptied = events('drift', (e) => {
      if (e.probe === PROBES.held) delete e.object.spec;
      return e;
    });
    expect(verdictOf(emptied)).toEqual({ 5: [`probe-pods-reverted ${quota('held')} spec.hard.pods`] });
    expect(failures(emptied)[0]?.actual).toBeNull();
  });

  test('another cpu is set back', () => {
    expect(verdictOf(edited({ pods: '2', 'requests.cpu': '9' }, 'changing'))).toEqual({
      5: [`probe-cpu-reverted ${quota('changing')} spec.hard["requests.cpu"]`],
    });
  });

  test('cpu goes back to the default of the type when the TeamSpace names none', () => {
    const unnamed = inPart('drift', ({ probes }) => {
      for (const probe of probes) probe.cpu = null;
    });
    expect(verdictOf(unnamed, edited({ pods: '2', 'requests.cpu': '1' }, 'changing'))).toEqual({});
  });

  test.each(['0.3', '300m', '300e-3'])('cpu in another spelling is the same: %s', (cpu) => {
    expect(verdictOf(edited({ pods: '2', 'requests.cpu': cpu }, 'changing'))).toEqual({});
  });
});
