import { describe, expect, test } from 'vitest';
import type { ResourceQuota, TeamSpace } from '../../src/kube-types.ts';
import {
  alpha,
  alphaQuota,
  type Change,
  events,
  inPart,
  keys,
  looks,
  PROBES,
  withoutEvents,
} from '../support/evidence.ts';
import { failures, judged, verdictOf } from '../support/verdict.ts';

const at = (id: string, key: string) => `${id} catchup.json /${key}`;
const catchup = (values: Record<string, unknown>): Change => keys('catchup.json', values);

describe('the gap while stopped', () => {
  test.each([1, 2, 3])('may be %d, as long as report.json says the same', (gap) => {
    expect(
      verdictOf(
        catchup({ observed_while_stopped: 3 - gap }),
        keys('report.json', { generations_behind_while_stopped: gap }),
      ),
    ).toEqual({});
  });

  test.each([3, 4])('must be there: observed %d of 3 fails', (observed_while_stopped) => {
    expect(
      verdictOf(
        catchup({ observed_while_stopped }),
        keys('report.json', { generations_behind_while_stopped: 3 - observed_while_stopped }),
      ),
    ).toEqual({ 7: [at('catchup-behind', 'observed_while_stopped')] });
  });
});

describe('catchup.json', () => {
  test.each(['8', '4', '06', ' 6', ''])('quota_pods_while_stopped is "6": %j fails', (text) => {
    expect(verdictOf(catchup({ quota_pods_while_stopped: text }))).toEqual({
      7: [at('catchup-pods-while-stopped', 'quota_pods_while_stopped')],
    });
  });

  test.each(['6', '99', ''])('quota_pods_after_start is "8": %j fails', (text) => {
    expect(verdictOf(catchup({ quota_pods_after_start: text }))).toEqual({
      7: [at('catchup-pods-after-start', 'quota_pods_after_start')],
    });
  });

  test.each([
    ['quota_pods_while_stopped', 6],
    ['quota_pods_after_start', 8],
  ])('%s is text, not the number %d', (key, value) => {
    expect(verdictOf(catchup({ [key]: value }))).toEqual({ 7: [at('json-type', key)] });
    expect(failures(catchup({ [key]: value }))[0]).toMatchObject({
      expected: 'string',
      params: { actualType: 'integer' },
    });
  });

  test.each([2, 4])('observed_after_start is generation: %d fails', (observed_after_start) => {
    expect(verdictOf(catchup({ observed_after_start }))).toEqual({
      7: [at('catchup-observed-after-start', 'observed_after_start')],
    });
  });

  test('generation is not ahead of the live one', () => {
    const ahead = catchup({ generation: 4, observed_while_stopped: 3, observed_after_start: 4 });
    expect(verdictOf(ahead)).toEqual({ 7: [at('catchup-generation-live', 'generation')] });
  });

  test('generation may be behind the live one: alpha was changed again', () => {
    expect(
      verdictOf(
        alpha((o) => {
          o.metadata.generation = 5;
          o.status = { namespace: 'team-alpha', observedGeneration: 5 };
        }),
        inPart('admission', (trials) => {
          for (const { object } of trials) if (object?.generation === 3) object.generation = 5;
        }),
      ),
    ).toEqual({});
  });
});

describe('alpha now', () => {
  test('has 8 pods', () => {
    expect(
      verdictOf(
        alpha((o) => {
          o.spec = { pods: 6, cpu: '1' };
        }),
        alphaQuota((o) => {
          o.spec = { hard: { pods: '6', 'requests.cpu': '1' } };
        }),
      ),
    ).toEqual({
      7: [
        'alpha-pods-step-7 TeamSpace alpha spec.pods',
        'alpha-quota-pods ResourceQuota team-alpha/team-quota spec.hard.pods',
      ],
    });
  });

  test('has a quota that followed', () => {
    expect(
      verdictOf(
        inPart('quotas', (all) => {
          for (const { spec } of all) if (spec?.hard) spec.hard.pods = '6';
        }),
      ),
    ).toEqual({ 7: ['alpha-quota-pods ResourceQuota team-alpha/team-quota spec.hard.pods'] });
  });

  test.each([[2], [4], [undefined]])(
    'has observedGeneration = generation: %j fails',
    (observedGeneration) => {
      expect(
        verdictOf(
          inPart('teamSpaces', (all) => {
            for (const { status } of all) Object.assign(status ?? {}, { observedGeneration });
          }),
        ),
      ).toEqual({ 7: ['alpha-observed-generation TeamSpace alpha status.observedGeneration'] });
    },
  );
});

test('the service runs', () => {
  expect(verdictOf(looks('inactive/dead'))[7]).toEqual(['service-running cnpa-op.service ActiveState']);
});

describe('two quick changes on a probe', () => {
  const quota = `ResourceQuota team-${PROBES.changing}/team-quota`;
  const converged = (change: (teamSpace: TeamSpace, hard: Record<string, string>) => void): Change =>
    events('convergence', (e) => {
      const none = { metadata: { ...e.object.metadata } };
      if (e.kind === 'TeamSpace') change(e.object as TeamSpace, {});
      if (e.kind === 'ResourceQuota') change(none, (e.object as ResourceQuota).spec?.hard ?? {});
      return e;
    });

  test('end at the last one: pods', () => {
    expect(
      verdictOf(
        converged((_, hard) => {
          hard.pods = '7';
        }),
      ),
    ).toEqual({ 7: [`probe-converges ${quota} spec.hard["pods"]`] });
  });

  test('end at the last one: status', () => {
    expect(
      verdictOf(
        converged((teamSpace) => {
          if (teamSpace.status) teamSpace.status.observedGeneration = 2;
        }),
      ),
    ).toEqual({ 7: [`probe-converges TeamSpace ${PROBES.changing} status.observedGeneration`] });
  });

  test('end: a quota that never follows fails', () => {
    expect(verdictOf(withoutEvents('convergence', (e) => e.kind === 'ResourceQuota'))).toEqual({
      7: [`probe-converges ${quota}`],
    });
  });

  test('of which nothing was seen prove nothing', () => {
    expect(judged(withoutEvents('convergence', () => true)).steps[6]?.status).not.toBe('passed');
  });
});
