import { describe, expect, test } from 'vitest';
import { classSummary as inLanguage } from '../../../reports/class/index.ts';
import { en } from '../../../reports/messages/en.ts';
import { ko } from '../../../reports/messages/ko.ts';
import type { ClassSummary, Copies } from '../../../schemas/types/class.schema.d.ts';
import { keys, unavailable } from '../../support/evidence.ts';
import { CONTROL, HOSTILE } from '../../support/report.ts';
import { classOf, temporaryFolder } from '../../support/results.ts';

const classSummary = (summary: ClassSummary) => inLanguage(summary, en);
const summaryWith = (copies: Partial<Copies>, more: Partial<ClassSummary> = {}): ClassSummary => ({
  classVersion: 1,
  graderVersion: 'test',
  finishedAt: '2026-12-01T00:00:00.000Z',
  learners: [],
  copies: { clusters: [], uids: [], scripts: [], ...copies },
  ...more,
});

describe('a class at a terminal', () => {
  test('a line a learner, what was not passed, and how many', async () => {
    const summary = await classOf(await temporaryFolder(), {
      ada: [],
      robert: [keys('report.json', { trigger: 'edge' }), keys('before.json', { uid: 1 })],
    });
    const { copies: _, ...rest } = summary;
    expect(classSummary({ ...summaryWith({}), ...rest })).toBe(
      '✓ ada     8 of 8  Name of ada\n' +
        '✗ robert  6 of 8  Name of robert: steps 1 8 not passed\n' +
        '\n' +
        '1 passed, 1 failed\n',
    );
  });

  test('why somebody could not be graded wholly', async () => {
    const summary = await classOf(await temporaryFolder(), {
      cyd: [unavailable('api-unreachable', 'deletion'), keys('before.json', { uid: 1 })],
    });
    expect(inLanguage(summary, en).split('\n')[0]).toBe(
      '? cyd  6 of 7  Name of cyd: step 1 not passed; step 6: the API server cannot be reached',
    );
    expect(inLanguage(summary, ko).split('\n')[0]).toContain('통과 못 한 단계 1; 6단계: ');
  });

  test('names what learners have in common, where, and who has it live', () => {
    const uid = 'c6c750d5-7f74-4c01-a341-db30af6faf6f';
    const text = classSummary(
      summaryWith({
        clusters: [{ uid, learners: ['ada', 'bob'] }],
        uids: [
          {
            uid,
            learners: [
              {
                id: 'ada',
                live: true,
                places: [{ kind: 'ResourceQuota', namespace: 'team-alpha', name: 'q' }],
              },
              { id: 'eve', live: false, places: [{ file: 'drift.json', pointer: '/restored_uid' }] },
            ],
          },
        ],
        scripts: [{ sha256: '00', learners: ['bob', 'eve'] }],
      }),
    );
    expect(text).toContain(
      'Look at these:\n' +
        '  ! one and the same cluster: ada, bob\n' +
        `  ! uid ${uid}: ada (live: ResourceQuota/team-alpha/q), eve (drift.json /restored_uid)\n` +
        '  · the same reconcile.sh (only a hint): bob, eve\n',
    );
  });

  test('shows no more than twenty of a kind', () => {
    const scripts = Array.from({ length: 30 }, (_, i) => ({ sha256: String(i), learners: ['ada', 'bob'] }));
    expect(classSummary(summaryWith({ scripts })).match(/only a hint/g)).toHaveLength(20);
    expect(classSummary(summaryWith({ scripts }))).toContain('    and 10 more\n');
  });

  test('lets no text of a cluster move the cursor', () => {
    const places = [{ kind: 'TeamSpace', name: HOSTILE }];
    const holders = [
      { id: 'ada', live: true, places },
      { id: 'bob', live: true, places },
    ];
    for (const line of classSummary(summaryWith({ uids: [{ uid: 'u', learners: holders }] })).split('\n'))
      expect(line).not.toMatch(CONTROL);
  });
});
