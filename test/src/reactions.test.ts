import { describe, expect, test } from 'vitest';
import type { PhaseEvidence } from '../../src/evidence.ts';
import { reactionsOf } from '../../src/reactions.ts';
import { evidenceWith, PROBES, part, unavailable, withoutEvents } from '../support/evidence.ts';

const of = (...changes: Parameters<typeof evidenceWith>) =>
  reactionsOf(evidenceWith(...changes)).map(
    ({ probe, cause, effect }) => `${roleOf(probe)}: ${cause} → ${effect}`,
  );
const roleOf = (probe: string) => Object.entries(PROBES).find(([, name]) => name === probe)?.[0];
const creationOf = (role: string) =>
  ['finalizer', 'namespace', 'quota', 'status'].map((effect) => `${role}: create → ${effect}`);
const endOf = (role: string) => [
  `${role}: delete → finalizer-removed`,
  `${role}: teamspace-gone → namespace-terminating`,
  `${role}: namespace-terminating → namespace-gone`,
];

test('every reaction of the honest lab is told', () => {
  const expected = [
    ...['plain', 'held', 'changing'].flatMap(creationOf),
    'plain: delete-quota → quota-restored',
    'held: edit-pods → quota-reverted',
    'changing: edit-cpu → quota-reverted',
    'changing: edit-spec → converged',
    ...['plain', 'held'].flatMap(endOf),
  ];
  expect(of().toSorted()).toEqual(expected.toSorted());
});

test('the times count from the cause to what was seen first', () => {
  const evidence = evidenceWith();
  const { creation, drift, convergence } = {
    creation: part(evidence, 'creation'),
    drift: part(evidence, 'drift'),
    convergence: part(evidence, 'convergence'),
  };
  const times = Object.fromEntries(
    reactionsOf(evidence).map(({ probe, effect, ms }) => [`${probe} ${effect}`, ms]),
  );
  const added = (phase: PhaseEvidence, kind: string) =>
    phase.events.find((e) => e.probe === PROBES.plain && e.kind === kind && e.type === 'ADDED')?.atMs ??
    Number.NaN;
  const cause = (phase: PhaseEvidence, action: string) =>
    phase.actions.findLast((a) => a.action === action)?.atMs ?? Number.NaN;
  const created =
    creation.actions.find((a) => a.probe === PROBES.plain && a.action === 'create')?.atMs ?? Number.NaN;
  expect(times[`${PROBES.plain} namespace`]).toBe(added(creation, 'Namespace') - created);
  expect(times[`${PROBES.plain} quota-restored`]).toBe(
    added(drift, 'ResourceQuota') - cause(drift, 'delete-quota'),
  );
  // Two changes: the time counts from the second one to the last event.
  const converged = (convergence.events.at(-1)?.atMs ?? Number.NaN) - cause(convergence, 'edit-spec');
  expect(times[`${PROBES.changing} converged`]).toBe(converged);
});

test('every cause has its instant since the start of the grade', () => {
  const evidence = evidenceWith();
  const instants = new Map(
    reactionsOf(evidence).map(({ probe, cause, atMs }) => [`${roleOf(probe)} ${cause}`, atMs]),
  );
  const actions = (['creation', 'drift', 'convergence', 'deletion'] as const).flatMap(
    (name) => part(evidence, name).actions,
  );
  for (const { probe, action, atMs } of actions.filter(({ action }) => action !== 'release')) {
    expect(instants.get(`${roleOf(probe)} ${action}`), action).toBeGreaterThanOrEqual(atMs);
  }
  const { events, namespaces } = part(evidence, 'deletion');
  const gone = events.find((e) => e.probe === PROBES.plain && e.kind === 'TeamSpace' && e.type === 'DELETED');
  expect(instants.get('plain teamspace-gone')).toBe(gone?.atMs);
  expect(instants.get('plain namespace-terminating')).toBe(
    namespaces.find(({ probe }) => probe === PROBES.plain)?.terminatingMs,
  );
});

test('the times are whole milliseconds, as the schema of the report says', () => {
  expect(reactionsOf(evidenceWith()).filter(({ ms }) => !Number.isInteger(ms))).toEqual([]);
});

test('no time is negative', () => {
  expect(reactionsOf(evidenceWith()).filter(({ ms }) => ms < 0)).toEqual([]);
});

describe('what did not come has no time', () => {
  test('a namespace', () => {
    expect(of(withoutEvents('creation', (e) => e.kind === 'Namespace'))).not.toContain(
      'plain: create → namespace',
    );
  });

  test('a quota that stays away', () => {
    expect(of(withoutEvents('drift', (e) => e.type === 'ADDED'))).not.toContain(
      'plain: delete-quota → quota-restored',
    );
  });

  test('phases that were not gathered', () => {
    expect(of(unavailable('service-not-running', 'creation', 'drift', 'convergence', 'deletion'))).toEqual(
      [],
    );
  });
});
