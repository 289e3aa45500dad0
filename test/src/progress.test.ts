import { describe, expect, test } from 'vitest';
import { en } from '../../reports/messages/en.ts';
import { progressLine, progressNow } from '../../reports/progress.ts';
import { during, type ProgressEvent, type RunningStage, runningAfter } from '../../src/progress.ts';
import { CONTROL, HOSTILE } from '../support/report.ts';

describe('during', () => {
  test('tells the beginning and the end of a stage, and gives what the work gave', async () => {
    const events: ProgressEvent[] = [];
    const result = await during(
      (event) => events.push(event),
      { stage: 'drift', deadlineMs: 5 },
      async () => 1,
    );
    expect(result).toBe(1);
    expect(events).toEqual([
      { kind: 'stage', stage: 'drift', deadlineMs: 5 },
      { kind: 'stage-end', stage: 'drift' },
    ]);
  });

  test('tells the end of a stage that failed', async () => {
    const events: ProgressEvent[] = [];
    const work = during(
      (event) => events.push(event),
      { stage: 'files' },
      async () => {
        throw new Error('no');
      },
    );
    await expect(work).rejects.toThrow('no');
    expect(events.at(-1)).toEqual({ kind: 'stage-end', stage: 'files' });
  });
});

const after = (...events: [ProgressEvent, number][]): RunningStage[] =>
  events.reduce<RunningStage[]>((running, [event, ms]) => runningAfter(running, event, ms), []);

describe('what is under way', () => {
  test('is every stage that began and did not end, each with its own time', () => {
    const running = after(
      [{ kind: 'stage', stage: 'deletion', deadlineMs: 60_000 }, 1_000],
      [{ kind: 'stage', stage: 'convergence', deadlineMs: 60_000 }, 2_000],
      [{ kind: 'stage', stage: 'files' }, 2_500],
      [{ kind: 'stage-end', stage: 'files' }, 2_600],
    );
    expect(progressNow(running, 13_999, en)).toEqual([
      '… waiting for the controller to take its finalizer off  12 s of at most 60 s',
      '… waiting for the controller to follow two quick changes  11 s of at most 60 s',
    ]);
  });

  test('begins anew when the same stage begins again', () => {
    const stage = { kind: 'stage', stage: 'idle-runs' } as const;
    expect(progressNow(after([stage, 0], [stage, 9_000]), 10_000, en)).toEqual([
      '… running reconcile.sh twice with nothing to do  1 s',
    ]);
  });
});

describe('a line of a log', () => {
  test('tells a stage and its limit', () => {
    expect(progressLine({ kind: 'stage', stage: 'creation', deadlineMs: 59_990 }, en)).toBe(
      '… waiting for the controller to serve the probes (at most 60 s)',
    );
  });

  test('shows names of the cluster, never obeys them', () => {
    expect(progressLine({ kind: 'stage', stage: 'reaping', detail: HOSTILE }, en)).not.toMatch(CONTROL);
  });
});
