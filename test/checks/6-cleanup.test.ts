import { describe, expect, test } from 'vitest';
import type { DeletionEvidence, FileEvidence } from '../../src/evidence.ts';
import type { Namespace, TeamSpace } from '../../src/kube-types.ts';
import {
  alpha,
  type Change,
  events,
  inPart,
  keys,
  namespaces,
  PROBE_UIDS,
  PROBES,
  withoutEvents,
} from '../support/evidence.ts';
import { failures, judged, passedOf, verdictOf } from '../support/verdict.ts';

const UID = '11111111-2222-4333-8444-555555555555';
const OWN = 'platform.labhub.io/cleanup';
const HOLD = 'cnpa-op-grader/hold';
const BETA = 'archive/beta.json';

describe('alpha', () => {
  test.each([[undefined], [[]], [['platform.labhub.io/clean-up']]])(
    'carries the finalizer: %j fails',
    (list) => {
      expect(
        verdictOf(
          alpha((o) => {
            delete o.metadata.finalizers;
            if (list) o.metadata.finalizers = list;
          }),
        ),
      ).toEqual({ 6: ['alpha-finalizer TeamSpace alpha metadata.finalizers'] });
    },
  );

  test('may carry others', () => {
    expect(
      verdictOf(
        alpha((o) => {
          o.metadata.finalizers = ['other/one', OWN, 'other/two'];
        }),
      ),
    ).toEqual({});
  });
});

describe('cleanup.json and archive/beta.json', () => {
  test('name the same beta', () => {
    expect(verdictOf(keys('cleanup.json', { uid: UID }))).toEqual({ 6: ['cleanup-uid cleanup.json /uid'] });
    expect(failures(keys('cleanup.json', { uid: UID }))[0]?.actual).toEqual({
      'cleanup.json': UID,
      [BETA]: 'c87ea16b-8dde-4f46-8e95-9fc23691ee91',
    });
  });

  test('are not compared when one has no uid', () => {
    expect(verdictOf(keys(BETA, { uid: undefined }))[6]).toEqual([`json-key ${BETA} /uid`]);
  });

  test('hold the name beta', () => {
    expect(verdictOf(keys(BETA, { name: 'alpha' }))).toEqual({ 6: [`archive-name ${BETA} /name`] });
  });

  test.each([2, '2', 2.0])('hold pods 2, as a number or as text: %j', (pods) => {
    expect(verdictOf(keys(BETA, { pods }))).toEqual({});
  });

  test.each([3, '3', 0, '', 'two'])('do not hold other pods: %j fails', (pods) => {
    expect(verdictOf(keys(BETA, { pods }))).toEqual({ 6: [`archive-pods ${BETA} /pods`] });
  });

  test('may hold more', () => {
    expect(verdictOf(keys(BETA, { cpu: '500m', at: 'now' }))).toEqual({});
  });

  test('blocked_seen is true', () => {
    expect(verdictOf(keys('cleanup.json', { blocked_seen: false }))).toEqual({
      6: ['cleanup-blocked-seen cleanup.json /blocked_seen'],
    });
  });

  test('namespace_gone is true; when it is gone now, the hint is that it was looked at too early', () => {
    expect(verdictOf(keys('cleanup.json', { namespace_gone: false }))).toEqual({
      6: ['cleanup-namespace-gone cleanup.json /namespace_gone'],
    });
    expect(failures(keys('cleanup.json', { namespace_gone: false }))[0]?.params).toEqual({ early: true });
  });
});

describe('beta now', () => {
  const beta = (deletionTimestamp?: string): Change =>
    inPart('teamSpaces', (all) => {
      const metadata = { name: 'beta', uid: UID, resourceVersion: '1', finalizers: [OWN] };
      all.push({ metadata: { ...metadata, ...(deletionTimestamp && { deletionTimestamp }) } } as TeamSpace);
    });
  const namespaceIs = (rest: Partial<Namespace>): Change =>
    inPart('namespaces', (all) => {
      all.push({ metadata: { name: 'team-beta', uid: UID, resourceVersion: '1' }, ...rest });
    });
  const namespace = namespaceIs({ status: { phase: 'Terminating' } });

  test('is gone', () => {
    expect(verdictOf(beta())).toEqual({ 6: ['beta-gone TeamSpace beta'] });
  });

  test('has not been waiting for its finalizer', () => {
    const stuck = beta('2026-11-30T23:50:00Z');
    expect(verdictOf(stuck)).toEqual({ 6: ['beta-gone TeamSpace beta'] });
    expect(failures(stuck)[0]?.params).toEqual({ deletion: '2026-11-30T23:50:00Z', finalizers: [OWN] });
  });

  test('took its namespace along', () => {
    expect(verdictOf(namespace)).toEqual({ 6: ['beta-namespace-gone Namespace team-beta'] });
    expect(failures(namespace, keys('cleanup.json', { namespace_gone: false })).at(-1)?.params).toEqual({
      early: false,
    });
  });

  test.each([
    ['without a status', {}, 'present'],
    [
      'that is ending without trouble',
      {
        status: {
          phase: 'Terminating',
          conditions: [
            { type: 'NamespaceDeletionDiscoveryFailure', status: 'False' },
            { type: 'NamespaceContentRemaining', status: 'True' },
          ],
        },
      },
      'Terminating',
    ],
  ])('has no namespace %s', (_, rest, actual) => {
    expect(verdictOf(namespaceIs(rest))).toEqual({ 6: ['beta-namespace-gone Namespace team-beta'] });
    expect(failures(namespaceIs(rest))[0]?.actual).toBe(actual);
  });
});

describe('on the probes', () => {
  const probe = `TeamSpace ${PROBES.held} metadata.finalizers`;
  const file = `archive/${PROBES.held}.json`;
  const namespace = `Namespace team-${PROBES.held}`;
  const deletion = (change: (phase: DeletionEvidence) => void): Change => inPart('deletion', change);
  /** One of the two deleted probes is changed, so that the other shows that each is judged by itself. */
  const ofHeld = ({ probe: name }: { probe: string }) => name === PROBES.held;
  /** The finalizers of the probe's TeamSpace, as every event shows them. */
  const finalizers = (change: (list: string[], inDeletion: boolean) => string[]): Change =>
    events('deletion', (e) => {
      const { metadata } = e.object;
      if (e.probe === PROBES.held && e.kind === 'TeamSpace' && e.type !== 'DELETED')
        metadata.finalizers = change(metadata.finalizers ?? [], metadata.deletionTimestamp !== undefined);
      return e;
    });
  const archived = (change: Partial<DeletionEvidence['archives'][number]>): Change =>
    deletion(({ archives }) => {
      for (const archive of archives.filter(ofHeld)) Object.assign(archive, change);
    });
  const content = (value: unknown): Change =>
    deletion(({ archives }) => {
      for (const { file: read } of archives.filter(ofHeld))
        Object.assign(read, { content: typeof value === 'string' ? value : JSON.stringify(value) });
    });
  const right = { name: PROBES.held, uid: PROBE_UIDS.held, pods: 5 };
  const ended = (change: Partial<DeletionEvidence['namespaces'][number]>): Change =>
    deletion(({ namespaces }) => {
      for (const end of namespaces.filter(ofHeld)) Object.assign(end, change);
    });

  test('the finalizer is added', () => {
    expect(verdictOf(finalizers((list) => list.filter((f) => f !== OWN)))).toEqual({
      6: [`probe-finalizer-added ${probe}`],
    });
  });

  test('or else that is all that is told: nothing waits for an archive', () => {
    const never = events('deletion', (e) => {
      if (e.probe === PROBES.plain && e.kind === 'TeamSpace') delete e.object.metadata.finalizers;
      return e;
    });
    const unarchived = deletion(({ archives }) => {
      for (const archive of archives) if (archive.probe === PROBES.plain) archive.file = { kind: 'missing' };
    });
    expect(verdictOf(never, unarchived)).toEqual({
      6: [`probe-finalizer-added TeamSpace ${PROBES.plain} metadata.finalizers`],
    });
    expect(failures(never)[0]?.actual).toEqual([]);
  });

  test('beside a foreign finalizer that stands first', () => {
    const overwritten = finalizers((list) => (list.includes(OWN) ? [OWN] : list));
    expect(verdictOf(overwritten)).toEqual({ 6: [`probe-foreign-finalizer-kept ${probe}`] });
    expect(failures(overwritten)[0]).toMatchObject({
      expected: HOLD,
      actual: [OWN],
      params: { during: 'life' },
    });
  });

  test('and stays in whatever order', () => {
    expect(verdictOf(finalizers((list) => list.toReversed()))).toEqual({});
  });

  test('on deletion only the own finalizer goes', () => {
    const both = finalizers((list, inDeletion) => (inDeletion && !list.includes(OWN) ? [] : list));
    expect(verdictOf(both)).toEqual({ 6: [`probe-foreign-finalizer-kept ${probe}`] });
    expect(failures(both)[0]?.params).toMatchObject({ during: 'deletion' });
  });

  test('what the grader itself takes off at the end is not the learner’s', () => {
    const last = (moved: number): Change =>
      deletion((phase) => {
        const released = phase.actions.find(({ action }) => action === 'release')?.atMs ?? Number.NaN;
        const end = phase.events.findLast((e) => e.kind === 'TeamSpace' && ofHeld(e));
        if (end === undefined) throw new Error('there is no end');
        end.object.metadata.finalizers = [];
        end.atMs = released + moved;
      });
    expect(verdictOf(last(5))).toEqual({});
    expect(verdictOf(last(-5))).toEqual({ 6: [`probe-foreign-finalizer-kept ${probe}`] });
    // Nothing comes back in the millisecond in which the grader begins to let go.
    expect(verdictOf(last(0))).toEqual({ 6: [`probe-foreign-finalizer-kept ${probe}`] });
  });

  test('nor is it the learner’s excuse on another probe', () => {
    const released = deletion(({ actions }) => {
      actions.unshift({ atMs: 1, probe: PROBES.plain, action: 'release' });
    });
    const overwritten = finalizers((list) => (list.includes(OWN) ? [OWN] : list));
    expect(verdictOf(overwritten, released)).toEqual({ 6: [`probe-foreign-finalizer-kept ${probe}`] });
  });

  test('gone before the grader lets go of it, the foreign finalizer was lost', () => {
    // The last object of a DELETED event may still list what was taken off.
    const early = deletion((phase) => {
      phase.actions = phase.actions.filter(({ action }) => action !== 'release');
      const end = phase.events.findLast((e) => e.kind === 'TeamSpace' && ofHeld(e));
      if (end === undefined) throw new Error('there is no end');
      end.type = 'DELETED';
      end.object.metadata.finalizers = [HOLD, OWN];
    });
    expect(verdictOf(early)).toEqual({ 6: [`probe-foreign-finalizer-kept ${probe}`] });
  });

  test('on deletion the own finalizer goes', () => {
    expect(
      verdictOf(
        deletion((phase) => {
          phase.archives = phase.archives.filter((archive) => !ofHeld(archive));
          phase.events = phase.events.filter(
            (e) =>
              !ofHeld(e) ||
              e.kind !== 'TeamSpace' ||
              (e.object.metadata.finalizers?.includes(OWN) ?? false) ||
              e.atMs < 3000,
          );
        }),
      ),
    ).toEqual({ 6: [`probe-finalizer-removed ${probe}`] });
  });

  test('the archive file is there', () => {
    const missing: FileEvidence = { kind: 'missing' };
    expect(verdictOf(archived({ file: missing }))).toEqual({ 6: [`probe-archive-written ${file}`] });
  });

  test.each([
    ['as text', { ...right, pods: '5' }],
    ['with more in it', { ...right, cpu: '1' }],
  ])('the archive passes %s', (_, value) => {
    expect(verdictOf(content(value))).toEqual({});
  });

  test.each([
    ['of another uid', { ...right, uid: UID }],
    ['of another name', { ...right, name: 'beta' }],
    ['with other pods', { ...right, pods: 2 }],
    ['without pods', { ...right, pods: null }],
    ['that is no JSON', 'name: probe'],
    ['that is empty', ''],
  ])('the archive fails %s', (_, value) => {
    expect(verdictOf(content(value))).toEqual({ 6: [`probe-archive-content ${file}`] });
  });

  test('the archive is there no later than the finalizer goes', () => {
    expect(verdictOf(archived({ lateByMs: 40 }))).toEqual({ 6: [`probe-archive-in-time ${file}`] });
  });

  test('the namespace goes too', () => {
    const stays = ended({ terminatingMs: null, goneMs: null });
    expect(verdictOf(stays)).toEqual({ 6: [`probe-namespace-ends ${namespace}`] });
    // What never went cannot have stayed away.
    const away = passedOf('probe-namespace-stays-away', stays);
    expect(away.map(({ subject }) => subject)).toEqual([{ kind: 'Namespace', name: `team-${PROBES.plain}` }]);
  });

  test('and does not come back', () => {
    expect(verdictOf(ended({ cameBack: true }))).toEqual({ 6: [`probe-namespace-stays-away ${namespace}`] });
  });

  test('need not be gone already: how long the cluster takes is not the learner’s', () => {
    expect(verdictOf(ended({ goneMs: null }))).toEqual({});
  });

  test('a namespace that cannot end for the cluster’s sake is an error, not a failure', () => {
    const trouble = deletion((phase) => {
      phase.clusterTrouble = ['APIService v1beta1.metrics.k8s.io: not available'];
    });
    expect(verdictOf(ended({ terminatingMs: null, goneMs: null }), trouble)).toEqual({
      6: 'error, api-error',
    });
    expect(verdictOf(trouble)).toEqual({});
    // The learner's own mistake stays one.
    expect(
      verdictOf(ended({ terminatingMs: null }), trouble, keys('cleanup.json', { blocked_seen: false })),
    ).toEqual({ 6: ['cleanup-blocked-seen cleanup.json /blocked_seen'] });
  });

  test('the finalizer may come with the last write', () => {
    const late = inPart('creation', ({ events: all }) => {
      const lives = all.filter((e) => e.probe === PROBES.changing && e.kind === 'TeamSpace');
      for (const { object } of lives.slice(0, -1)) delete object.metadata.finalizers;
    });
    expect(verdictOf(late)).toEqual({});
  });

  test('a probe without any finalizer gets one too', () => {
    // Adding to the end of a list that is not there fails: the held probe alone does not show it.
    const never = events('creation', (e) => {
      if (e.probe === PROBES.changing) delete e.object.metadata.finalizers;
      return e;
    });
    const served = inPart('scriptRuns', (runs) => {
      for (const { teamSpace } of runs.served)
        if (teamSpace.metadata.name === PROBES.changing) delete teamSpace.metadata.finalizers;
    });
    expect(verdictOf(never, served)[6]).toEqual([
      `probe-finalizer-added TeamSpace ${PROBES.changing} metadata.finalizers`,
    ]);
  });
});

test('a probe of which nothing was seen proves nothing', () => {
  const nothing = withoutEvents('deletion', (e) => e.kind === 'TeamSpace');
  expect(judged(nothing).steps[5]?.status).not.toBe('passed');
});

test('a namespace of beta that cannot end for the cluster’s sake is an error, not a failure', () => {
  const stuck = namespaces((all) => {
    all.push({
      metadata: {
        name: 'team-beta',
        uid: UID,
        resourceVersion: '1',
        deletionTimestamp: '2026-12-01T00:00:00Z',
      },
      status: {
        phase: 'Terminating',
        conditions: [
          { type: 'NamespaceDeletionDiscoveryFailure', status: 'True', message: 'metrics.k8s.io' },
        ],
      },
    });
  });
  expect(verdictOf(stuck, keys('cleanup.json', { namespace_gone: false }))).toEqual({
    6: 'error, api-error',
  });
});
