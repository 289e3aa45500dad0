import { describe, expect, test } from 'vitest';
import { LIVE_PARTS } from '../../../src/evidence.ts';
import { judge } from '../../../src/judge.ts';
import { STEPS } from '../../../src/lab.ts';
import { recall, remember } from '../../../src/watch/probe-memory.ts';
import {
  alpha,
  type Change,
  crd,
  evidenceWith,
  fileIs,
  inPart,
  keys,
  looks,
  unavailable,
  unit,
} from '../../support/evidence.ts';
import { verdictIn } from '../../support/verdict.ts';

const UNIT_FILES = 'as they are';
const memory = remember(evidenceWith(), UNIT_FILES, 1_000);
/** What is read anew without probes, with these changes since the last ones. */
const fresh = (...changes: Change[]) => evidenceWith(...changes, unavailable('not-probed', ...LIVE_PARTS));
const verdictAfter = (...changes: Change[]) => {
  const { evidence, stale } = recall(fresh(...changes), UNIT_FILES, memory);
  return { stale, verdict: verdictIn(judge(evidence, STEPS)) };
};
const scriptOf = (sha256: string): Change =>
  inPart('files', (files) => {
    Object.assign(files['reconcile.sh'] ?? {}, { sha256 });
  });
const OPEN = Object.fromEntries([3, 4, 5, 6, 7].map((step) => [step, 'error, not-probed']));

describe('before the first probes', () => {
  test('what needs some is open', () => {
    const { evidence, stale } = recall(fresh(), UNIT_FILES, undefined);
    expect(stale).toBe(false);
    expect(verdictIn(judge(evidence, STEPS))).toEqual(OPEN);
  });
});

describe('what the last probes showed', () => {
  test('counts while nothing changes', () => {
    expect(verdictAfter()).toEqual({ stale: false, verdict: {} });
  });

  test.each<[string, Change]>([
    ['a JSON file', keys('before.json', { uid: 'another' })],
    ['an object', alpha(({ metadata }) => delete metadata.labels)],
  ])('counts beside a change of %s, which is judged', (_what, change) => {
    const { stale, verdict } = verdictAfter(change);
    expect(stale).toBe(false);
    expect(Object.values(verdict).flat()).not.toContain('error, not-probed');
    expect(verdict).not.toEqual({});
  });

  test.each<[string, Change]>([
    ['reconcile.sh', scriptOf('another')],
    ['reconcile.sh, which is gone', fileIs('reconcile.sh', { kind: 'missing' })],
    ['the loaded unit', unit({ Restart: 'no' })],
    ['a unit that waits for daemon-reload', unit({ NeedDaemonReload: 'yes' })],
    ['the service, which was stopped', looks('inactive/dead')],
    ['the CRD', crd((object) => Object.assign(object.spec, { scope: 'Namespaced' }))],
  ])('does not count after a change of %s', (_what, change) => {
    const { stale, verdict } = verdictAfter(change);
    expect(stale).toBe(true);
    expect(Object.keys(verdict)).toEqual(expect.arrayContaining(['5', '6', '7']));
  });

  test('does not count after a change of the unit’s files', () => {
    const { evidence, stale } = recall(fresh(), 'others', memory);
    expect(stale).toBe(true);
    expect(verdictIn(judge(evidence, STEPS))).toEqual(OPEN);
  });

  test('counts again when a change is taken back', () => {
    expect(verdictAfter(scriptOf('another')).stale).toBe(true);
    expect(verdictAfter().stale).toBe(false);
  });

  test('is left over whatever changes', () => {
    const cleanUp = { removed: [], leftOver: ['Namespace team-probe-x'], reaped: [] };
    const left = remember({ ...evidenceWith(), cleanUp }, UNIT_FILES, 0);
    for (const unitFiles of [UNIT_FILES, 'others'])
      expect(recall(fresh(), unitFiles, left).evidence.cleanUp).toEqual(cleanUp);
  });
});
