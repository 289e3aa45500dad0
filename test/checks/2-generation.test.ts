import { describe, expect, test } from 'vitest';
import { alpha, type Change, fileIs, inPart, keys, teamSpaces, trial } from '../support/evidence.ts';
import { failures, verdictOf } from '../support/verdict.ts';

const UID = '11111111-2222-4333-8444-555555555555';
const at = (id: string, key: string) => `${id} generation.json /${key}`;
const generation = (values: Record<string, unknown>): Change => keys('generation.json', values);
/** The live generation, everywhere the cluster shows it. */
const live =
  (value: number): Change =>
  (evidence) => {
    alpha((o) => {
      o.metadata.generation = value;
      o.status = { ...o.status, observedGeneration: value };
    })(evidence);
    inPart('admission', (trials) => {
      for (const { id, object } of trials) if (id === 'status-right' && object) object.generation = value;
    })(evidence);
  };

describe('generation.json', () => {
  test('uid is that of alpha', () => {
    expect(verdictOf(generation({ uid: UID }))).toEqual({ 2: [at('generation-uid', 'uid')] });
  });

  test.each([
    ['the numbers start at 1', 1, 1, 2],
    ['alpha was corrected before: they need not start at 1', 2, 2, 3],
    ['the step was repeated', 3, 3, 4],
    ['it was repeated often', 41, 41, 42],
  ])('passes when %s', (_, gen_initial, gen_after_label, gen_after_spec) => {
    expect(verdictOf(live(50), generation({ gen_initial, gen_after_label, gen_after_spec }))).toEqual({});
  });

  test.each([
    ['raised by the label', { gen_after_label: 2 }, 'generation-after-label', 'gen_after_label'],
    ['not raised by the spec', { gen_after_spec: 1 }, 'generation-after-spec', 'gen_after_spec'],
    ['raised by two', { gen_after_spec: 3 }, 'generation-after-spec', 'gen_after_spec'],
  ])('fails when %s', (_, values, id, key) => {
    expect(verdictOf(generation(values))).toEqual({ 2: [at(id, key)] });
  });

  test('is not compared with a number that is missing', () => {
    expect(verdictOf(generation({ gen_initial: undefined }))).toEqual({ 2: [at('json-key', 'gen_initial')] });
  });

  test('shows that status counted when the spec seems to count twice', () => {
    const [failure] = failures(generation({ gen_after_spec: 3 }));
    expect(failure?.params).toMatchObject({ statusCounted: true });
  });

  test('shows that resourceVersion was read', () => {
    const [failure] = failures(generation({ gen_initial: 812, gen_after_label: 815 }));
    expect(failure).toMatchObject({ id: 'generation-after-label', params: { resourceVersion: true } });
  });

  test('is never ahead of the live generation', () => {
    expect(verdictOf(generation({ gen_initial: 3, gen_after_label: 3, gen_after_spec: 4 }))).toEqual({
      2: [at('generation-live', 'gen_after_spec')],
    });
  });
});

describe('status_via_main', () => {
  test.each([
    ['null: no status yet', null],
    ['the object that the controller wrote', { namespace: 'team-alpha', observedGeneration: 2 }],
    ['that object with more in it', { namespace: 'team-alpha', observedGeneration: 3, phase: 'Ready' }],
  ])('passes with %s', (_, status_via_main) => {
    expect(verdictOf(generation({ status_via_main }))).toEqual({});
  });

  test.each([
    ['the 7 of the patch', { observedGeneration: 7 }, true],
    ['the 7 in a status of the controller', { namespace: 'team-alpha', observedGeneration: 7 }, true],
    ['an empty object', {}, false],
    ['an object that is nobody’s', { observedGeneration: 2 }, false],
  ])('fails with %s', (_, status_via_main, stored) => {
    expect(verdictOf(generation({ status_via_main }))).toEqual({
      2: [at('status-via-main', 'status_via_main')],
    });
    expect(failures(generation({ status_via_main }))[0]?.params).toMatchObject({ stored });
  });

  test('is not null when the key is missing', () => {
    expect(verdictOf(generation({ status_via_main: undefined }))).toEqual({
      2: [at('json-key', 'status_via_main')],
    });
  });
});

describe('alpha now', () => {
  test.each([[undefined], ['team']])('carries owner=platform: %j fails', (owner) => {
    expect(
      verdictOf(
        alpha((o) => {
          o.metadata.labels = owner === undefined ? {} : { owner };
        }),
      ),
    ).toEqual({ 2: ['alpha-label TeamSpace alpha metadata.labels.owner'] });
  });

  test('may carry other labels', () => {
    expect(
      verdictOf(
        alpha((o) => {
          o.metadata.labels = { owner: 'platform', tier: 'gold' };
        }),
      ),
    ).toEqual({});
  });

  const noCatchup = fileIs('catchup.json', { kind: 'missing' });
  const pods = (value: number): Change =>
    alpha((o) => {
      o.spec = { cpu: '1', pods: value };
    });

  test('has 6 pods while catchup.json is absent', () => {
    expect(verdictOf(noCatchup, pods(6))).not.toHaveProperty('2');
    expect(verdictOf(noCatchup, pods(4))[2]).toEqual(['alpha-pods-step-2 TeamSpace alpha spec.pods']);
  });

  test('need not have 6 pods once step 7 has begun', () => {
    expect(verdictOf(pods(8))).toEqual({});
  });

  test('must exist: without it step 1 stands in the way and nothing passes', () => {
    const verdict = verdictOf(
      teamSpaces((all) => {
        all.length = 0;
      }),
      inPart('admission', (trials) => {
        trials.splice(0, trials.length, ...trials.filter(({ id }) => !id.startsWith('status-')));
      }),
    );
    expect(Object.keys(verdict)).toEqual(['1', '2', '3', '6', '7', '8']);
  });
});

test('a change of the trial of another step leaves step 2 alone', () => {
  expect(verdictOf(trial('pods-0', { code: 500 }))).not.toHaveProperty('2');
});
