import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { en } from '../../reports/messages/en.ts';
import type { Messages } from '../../reports/messages/text.ts';
import { type WatchState, watchList } from '../../reports/watch.ts';
import { LIVE_PARTS } from '../../src/evidence.ts';
import { type Change, fileIs, unavailable } from '../support/evidence.ts';
import { CONTROL, finding, HOSTILE, reportWith } from '../support/report.ts';
import { judged } from '../support/verdict.ts';

const WAITING: WatchState = { nowMs: 0, work: 'waiting', stages: [], keys: true, canProbe: true };
const NOT_PROBED = unavailable('not-probed', ...LIVE_PARTS);
const shown = (changes: Change[], state: Partial<WatchState> = {}, columns = 80): string =>
  watchList(judged(...changes), { ...WAITING, ...state }, en, { color: false, columns });

describe('the list', () => {
  test('is the eight steps, the score and the keys when all passed', () => {
    expect(shown([])).toBe(`✓ 1  Registering the type alone does nothing
✓ 2  What raises generation
✓ 3  Same result however often it runs
✓ 4  Not once, but for ever
✓ 5  The deleted quota came back
✓ 6  Work to do before deletion
✓ 7  Changes made while it was stopped
✓ 8  What the controller did, as values

8 of 8 steps passed

p: make probes · q: quit
`);
  });

  test('shows what needs probes as open, not as trouble', () => {
    const list = shown([NOT_PROBED]);
    expect(list.match(/^\S \d/gm)).toEqual(['✓ 1', '✓ 2', '○ 3', '○ 4', '○ 5', '○ 6', '○ 7', '✓ 8']);
    expect(list).toContain('next: step 3\n  not tried yet: press p\n');
    expect(list).not.toContain('Could not be judged');
  });

  test('says of the first step that is not passed what is wrong and what to do', () => {
    const missing = ['generation.json', 'report.json'].map((name) => fileIs(name, { kind: 'missing' }));
    const list = shown([NOT_PROBED, ...missing]);
    expect(list).toContain(`next: step 2
  ✗ the file is there
    The file does not exist.
    where  generation.json
    do     Compare the name, letter by letter, with what \`ls -l /root/cnpa-op\`
           shows.
    read   https://`);
    expect(list.match(/The file does not exist/g)).toHaveLength(1);
  });

  test('says what cannot be looked at, and that it is looked at again', () => {
    const list = shown([unavailable('api-unreachable', 'crd', 'teamSpaces', 'admission'), NOT_PROBED]);
    expect(list).toContain('? 1');
    expect(list.replaceAll(/\s+/g, ' ')).toContain(
      'Could not be judged (step 1); this costs nothing: the API server cannot be reached: no crd. It is looked at again by itself.',
    );
  });

  test('names the step that has to be mended first', () => {
    expect(shown([unavailable('type-not-served', 'teamSpaces'), NOT_PROBED])).toContain(
      '– 3  Same result however often it runs (skipped: mend step 1 first)',
    );
  });
});

describe('what goes on', () => {
  test.each<[string, Partial<WatchState>, string]>([
    [
      'probes that count',
      { probes: { endedMs: 0, stale: false }, nowMs: 59_999 },
      'probes made less than a minute ago · p',
    ],
    ['their age', { probes: { endedMs: 0, stale: false }, nowMs: 180_000 }, 'probes made 3 min ago · p'],
    ['probes that no longer count', { probes: { endedMs: 0, stale: true } }, 'no longer count'],
    ['an older list', { trouble: 'no machine.' }, '? no machine. It is looked at again by itself.'],
    ['the end', { work: 'ending' }, 'clearing up; q once more leaves at once'],
    [
      'stages that are under way',
      {
        work: 'probing',
        nowMs: 9_000,
        stages: [{ kind: 'stage', stage: 'drift', deadlineMs: 60_000, startedMs: 2_000 }],
      },
      '… waiting for the controller to repair the quotas  7 s of at most 60 s\nq: quit\n',
    ],
  ])('tells %s', (_what, state, said) => {
    expect(shown([], state, 120)).toContain(said);
  });

  test('does not offer probes to steps that need none', () => {
    expect(shown([], { canProbe: false })).toMatch(/\n\nq: quit\n$/);
  });

  test('is nothing once it is over, or the first look where there are no keys', () => {
    expect(shown([], { work: 'ended' })).toMatch(/8 of 8 steps passed\n$/);
    expect(watchList(undefined, { ...WAITING, keys: false }, en, { color: false })).toBe('looking\n');
  });
});

describe('on any terminal', () => {
  const wide: Messages = {
    ...en,
    steps: { ...en.steps, 1: '타입만 등록하면 아무 일도 일어나지 않는다'.repeat(3) },
    findings: {
      ...en.findings,
      'file-present': {
        title: '파일이 있다'.repeat(9),
        wrong: '文件不存在。'.repeat(20),
        hint: '请 按步骤写出该文件。'.repeat(20),
      },
    },
    words: { ...en.words, where: '위치', todo: '할 일' },
  };

  test.each([40, 57, 80])('no line is wider than %i columns, wide characters counting two', (columns) => {
    const report = reportWith({ 1: [finding('file-present')] });
    const lines = watchList(report, WAITING, wide, { color: false, columns }).split('\n');
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    const values = lines.filter((line) => /위치|할 일/.test(line));
    const starts = values.map((line) => stringWidth(line.slice(0, line.search(/before|请/))));
    expect(new Set(starts).size).toBe(1);
  });

  test('text of learners is shown, never obeyed', () => {
    const hostile = finding('file-readable', {
      subject: { file: HOSTILE },
      expected: HOSTILE,
      actual: HOSTILE,
      params: { why: HOSTILE },
    });
    const report = reportWith(
      { 1: [hostile] },
      { cleanUp: { removed: [], leftOver: [HOSTILE], reaped: [] } },
    );
    const list = watchList(report, { ...WAITING, trouble: HOSTILE }, en, { color: false });
    for (const line of list.split('\n')) expect(line).not.toMatch(CONTROL);
  });
});
