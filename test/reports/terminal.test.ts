import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { en } from '../../reports/messages/en.ts';
import { docsOf, type Language, languages } from '../../reports/messages/index.ts';
import { say } from '../../reports/messages/text.ts';
import { terminal } from '../../reports/terminal.ts';
import { compared, where } from '../../reports/told.ts';
import { widthOf } from '../../reports/wrap.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { inPart, keys, looks, trial, unavailable, withoutEvents } from '../support/evidence.ts';
import { CONTROL, everyFinding, finding, HOSTILE, paramsOf, reportWith } from '../support/report.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

const LANGUAGES: Language[] = ['en', 'ko', 'zh'];
const plain = (report: GradeReport, columns?: number, language: Language = 'en'): string =>
  terminal(report, languages[language], { color: false, ...(columns !== undefined && { columns }) });
/** The text without its line breaks and indentation. */
const flat = (output: string): string => output.replaceAll(/\s+/g, ' ');
const widest = (output: string): number => Math.max(...output.split('\n').map(widthOf));
const ESC = String.fromCharCode(27);

const REPORTS: [string, GradeReport][] = [
  ['all passed', judged()],
  ['wrong values', judged(keys('drift.json', { reverted_to: 99 }), keys('report.json', { trigger: 'edge' }))],
  [
    'a stopped service',
    judged(
      looks('failed/failed'),
      unavailable('service-not-running', 'creation', 'drift', 'convergence', 'deletion'),
    ),
  ],
  [
    'no API',
    judged(unavailable('api-unreachable', 'crd', 'teamSpaces', 'namespaces', 'quotas', 'admission')),
  ],
  [
    'everything skipped',
    judged(
      unavailable('type-not-served', 'crd', 'teamSpaces', 'admission', 'creation', 'service', 'scriptRuns'),
    ),
  ],
  ['nothing repaired', judged(withoutEvents('drift', (e) => e.type === 'ADDED'))],
  [
    'outside worker',
    judged(inPart('service', (s) => void s.outsideWorkers.push({ pid: 1, command: 'bash '.repeat(60) }))),
  ],
  [
    'left over',
    { ...judged(), cleanUp: { removed: [], leftOver: ['Namespace '.repeat(20)], reaped: ['TeamSpace x'] } },
  ],
  ...everyFinding.map(({ step, id }): [string, GradeReport] => [
    `step ${step}, ${id}`,
    reportWith({
      [step]: [
        finding(id, {
          params: paramsOf(`${'word '.repeat(40)}${'x'.repeat(200)}`),
          expected: 'y'.repeat(200),
          actual: { some: 'value '.repeat(30) },
        }),
      ],
    }),
  ]),
];

describe('no line is wider than the terminal, in any language', () => {
  test.each(REPORTS)('%s', (_, report) => {
    for (const language of LANGUAGES) {
      expect(widest(plain(report, undefined, language))).toBeLessThanOrEqual(80);
      expect(widest(plain(report, 40, language))).toBeLessThanOrEqual(40);
    }
    expect(plain(report)).toBe(plain(report, 80));
  });

  test('a wider terminal is used, a narrower one than 40 is not believed', () => {
    const [, report] = REPORTS.at(-1) ?? ['', judged()];
    expect(widest(plain(report, 120))).toBeGreaterThan(80);
    expect(widest(plain(report, 120))).toBeLessThanOrEqual(120);
    expect(plain(report, 1)).toBe(plain(report, 40));
  });
});

describe('color', () => {
  test.each(REPORTS.slice(0, 8))('there is none unless it is asked for: %s', (_, report) => {
    expect(plain(report)).not.toContain(ESC);
    expect(terminal(report, en, { color: true })).toContain(ESC);
  });

  test('changes nothing but the color', () => {
    for (const [, report] of REPORTS.slice(0, 8)) {
      const colored = terminal(report, en, { color: true }).replaceAll(new RegExp(`${ESC}\\[\\d+m`, 'g'), '');
      expect(colored).toBe(plain(report));
    }
  });
});

describe('text of learners never reaches the terminal as it is', () => {
  const clean = (report: GradeReport) => {
    for (const line of plain(report).split('\n')) expect(line).not.toMatch(CONTROL);
  };

  test.each(everyFinding.filter(({ id }) => id !== 'script-writes-nothing'))(
    'step $step, $id',
    ({ step, id }) => {
      const hostile = { params: paramsOf(HOSTILE), expected: HOSTILE, actual: { [HOSTILE]: HOSTILE } };
      for (const subject of [
        { file: HOSTILE, pointer: HOSTILE },
        { kind: HOSTILE, namespace: HOSTILE, name: HOSTILE, field: HOSTILE },
        { unit: HOSTILE, property: HOSTILE },
      ]) {
        clean(reportWith({ [step]: [finding(id, { ...hostile, subject })] }));
        clean(reportWith({ [step]: [finding(id, { ...hostile, subject, outcome: 'advice' })] }));
      }
    },
  );

  test('causes and what was left over', () => {
    const report = judged(unavailable('api-error', 'crd'));
    for (const { cause } of report.steps) if (cause) cause.detail = HOSTILE;
    clean({ ...report, cleanUp: { removed: [HOSTILE], leftOver: [HOSTILE], reaped: [HOSTILE] } });
  });

  test('an id or a reason that this version does not know', () => {
    clean(reportWith({ 1: [finding(HOSTILE)] }));
  });

  test('any text in a learner file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (said) => {
        const output = plain(judged(keys('report.json', { trigger: said, archived: said, finalizer: said })));
        for (const line of output.split('\n')) expect(line).not.toMatch(CONTROL);
        expect(widest(output)).toBeLessThanOrEqual(80);
      }),
      { numRuns: 50 },
    );
  });
});

describe('every failed finding shows where, what was expected, what was found and what to do', () => {
  test.each(everyFinding)('step $step, $id', ({ step, id }) => {
    const failed = finding(id, {
      expected: 'the-expected',
      actual: 'the-actual',
      params: paramsOf('some'),
      subject: { kind: 'Kind', namespace: 'ns', name: 'name', field: 'spec.field' },
    });
    const output = flat(plain(reportWith({ [step]: [failed] })));
    const { title, wrong, hint } = en.findings[id];
    for (const shown of [title, say(wrong, failed), say(hint, failed)])
      expect(output).toContain(flat(shown).trim());
    const found = id === 'json-type' ? '"the-actual"' : 'the-actual';
    expect(output).toMatch(
      new RegExp(`where +Kind ns/name spec\\.field expected the-expected found ${found} do `),
    );
  });

  test.each(everyFinding)('step $step, $id, with the page that explains it', ({ step, id }) => {
    for (const language of LANGUAGES) {
      const { read } = languages[language].words;
      const output = plain(reportWith({ [step]: [finding(id)] }), 120, language);
      expect(output).toMatch(new RegExp(`\n +${read} +\\S`));
      expect(output.replaceAll(/\n +/g, '')).toContain(docsOf(languages[language], id));
    }
  });

  test('false, 0, null and empty text are shown as what was found', () => {
    for (const [actual, shown] of [
      [false, 'false'],
      [0, '0'],
      [null, 'null'],
    ] as const)
      expect(flat(plain(reportWith({ 1: [finding('before-uid', { actual })] })))).toContain(
        `found ${shown} do`,
      );
  });

  test('two failures of one kind are both told', () => {
    const accepted = { code: 201, object: { spec: { pods: 1, cpu: '1' } } };
    const output = flat(plain(judged(trial('pods-0', accepted), trial('pods-51', accepted))));
    expect(output).toContain('The server accepted a TeamSpace with pods: 0.');
  });

  test('two failures of one kind in one place are both told in full', () => {
    const accepted = { code: 201, object: { spec: { pods: 1, cpu: '1' } } };
    const output = flat(plain(judged(trial('pods-0', accepted), trial('pods-51', accepted))));
    expect(output).toContain('The server accepted a TeamSpace with pods: 51.');
  });

  test('the same failure in several steps is told in full once', () => {
    const output = flat(plain(judged(looks('inactive/dead'))));
    expect(output.match(/The service is not running:/g)).toHaveLength(1);
    expect(output.match(/cnpa-op\.service is running/g)).toHaveLength(4);
    expect(output).toContain('see step 4');
  });
});

describe('the parts of the page', () => {
  test('begin with one line a step', () => {
    const lines = plain(
      judged(
        keys('report.json', { trigger: 'edge' }),
        unavailable('service-not-running', 'drift'),
        unavailable('api-error', 'crd'),
      ),
    )
      .split('\n')
      .slice(0, 8);
    expect(lines.map((line) => line.slice(0, 3))).toEqual([
      '? 1',
      '✓ 2',
      '✓ 3',
      '✓ 4',
      '– 5',
      '✓ 6',
      '✓ 7',
      '✗ 8',
    ]);
    expect(lines[4]).toContain('(skipped: mend step 4 first)');
    expect(lines[1]).toMatch(/What raises generation +\d\.\d s$/);
  });

  test('end with the score', () => {
    expect(plain(judged())).toMatch(/\n8 of 8 steps passed in \d+\.\d s\n$/);
    expect(plain(judged(keys('report.json', { trigger: 'edge' })))).toContain('\n7 of 8 steps passed');
  });

  test('tell the same cause of several errors once', () => {
    const output = plain(judged(unavailable('api-unreachable', 'teamSpaces')));
    expect(output.match(/Could not be judged/g)).toHaveLength(1);
    expect(flat(output)).toContain(
      'Could not be judged (steps 1, 2, 3, 6, 7, 8); this costs nothing: the API server cannot be reached: no teamSpaces',
    );
    expect(output).not.toContain('✗');
  });

  test('tell different causes apart', () => {
    const output = flat(
      plain(judged(unavailable('api-forbidden', 'crd'), unavailable('systemd-error', 'service'))),
    );
    expect(output).toContain('(step 1); this costs nothing: the credentials are not allowed');
    expect(output).toContain('(steps 4, 5, 6, 7); this costs nothing: systemd does not answer');
  });

  test('tell advice apart from failures', () => {
    const output = plain(
      judged(inPart('service', (s) => void s.outsideWorkers.push({ pid: 4711, command: 'bash x' }))),
    );
    const [before = '', after = ''] = output.split('Advice (not counted)');
    expect(before).not.toContain('4711');
    expect(after).toContain('4711');
    expect(output).not.toContain('✗');
    expect(plain(judged())).not.toContain('Advice');
  });

  test('tell the times of the reactions, one kind a line', () => {
    const output = plain(judged());
    const seconds = (effect: string) =>
      judged()
        .timeline.filter((reaction) => reaction.effect === effect)
        .map(({ ms }) => `${(ms / 1000).toFixed(1)} s`)
        .join('  ');
    expect(output).toMatch(new RegExp(`TeamSpace created → namespace +${seconds('namespace')}\n`));
    expect(output).toMatch(new RegExp(`quota deleted → quota back +${seconds('quota-restored')}\n`));
    expect(plain({ ...judged(), timeline: [] })).not.toContain('Reaction times');
  });

  test('tell what could not be removed and what was', () => {
    const report = {
      ...judged(),
      cleanUp: { removed: ['X'], leftOver: ['TeamSpace probe-a'], reaped: ['TeamSpace probe-b'] },
    };
    expect(flat(plain(report))).toContain(
      'Could not be removed · TeamSpace probe-a Left behind by an earlier grader, now removed · TeamSpace probe-b',
    );
    expect(plain(judged())).not.toContain('Could not be removed');
  });
});

test.each([
  [{ file: 'a.json' }, 'a.json'],
  [{ file: 'a.json', pointer: '/uid' }, 'a.json /uid'],
  [{ file: 'a.json', line: 3 }, 'a.json line 3'],
  [{ file: 'a.json', line: 3, column: 7 }, 'a.json line 3, column 7'],
  [{ kind: 'TeamSpace', name: 'alpha' }, 'TeamSpace alpha'],
  [
    { kind: 'ResourceQuota', namespace: 'team-a', name: 'team-quota', field: 'spec.hard.pods' },
    'ResourceQuota team-a/team-quota spec.hard.pods',
  ],
  [{ unit: 'cnpa-op.service', property: 'Restart' }, 'cnpa-op.service Restart'],
])('%j is called %s', (subject, name) => {
  expect(where(subject, en)).toBe(name);
});

test.each<[Language, string]>([
  ['ko', 'a.json 3행 7열'],
  ['zh', 'a.json 第 3 行第 7 列'],
])("a place in a file is named in the reader's language: %s", (language, name) => {
  expect(where({ file: 'a.json', line: 3, column: 7 }, languages[language])).toBe(name);
});

describe('what was expected and found', () => {
  test.each<[unknown, unknown, [string | undefined, string | undefined]]>([
    ['present', 'absent', ['있음', '없음']],
    ['absent', 'Terminating', ['없음', 'Terminating']],
    ['refused', 'accepted', ['거부', '받아들임']],
    ['must be >= 1', 0, ['>= 1', '0']],
    [undefined, false, [undefined, 'false']],
    [{ a: 1 }, undefined, ['{"a":1}', undefined]],
  ])('%j and %j are in words where they are words of the grader', (expected, actual, shown) => {
    expect(compared({ id: 'x', expected, actual }, languages.ko)).toEqual(shown);
  });

  test.each([
    ['beta', 'absent'],
    ['uid', 'uid'],
  ])('%j and %j of a learner are shown as they are', (expected, actual) => {
    expect(compared({ id: 'x', expected, actual }, languages.ko)[1]).toBe(actual);
  });
});

describe('columns stand below each other', () => {
  /** Where something begins in a line, in columns. */
  const columnOf = (line: string, what: string): number => widthOf(line.slice(0, line.indexOf(what)));

  test.each(LANGUAGES)('labels and values of a failure: %s', (language) => {
    const { words } = languages[language];
    const subject = { kind: 'Kind', name: 'name' };
    const failed = finding('before-uid', { subject, expected: 'aaa', actual: 'bbb' });
    const lines = plain(reportWith({ 1: [failed] }), 80, language).split('\n');
    const lineOf = (label: string) => lines.find((line) => line.startsWith(`    ${label} `)) ?? '';
    const columns = [
      columnOf(lineOf(words.where), 'Kind'),
      columnOf(lineOf(words.expected), 'aaa'),
      columnOf(lineOf(words.found), 'bbb'),
      columnOf(lineOf(words.read), 'https'),
    ];
    expect(new Set(columns).size).toBe(1);
    const hint = lines.indexOf(lineOf(words.todo));
    const continued = lines.slice(hint + 1).find((line) => line.startsWith('     ')) ?? '';
    expect(continued.search(/\S/)).toBe(columns[0]);
  });

  test.each(LANGUAGES)('the times of the reactions: %s', (language) => {
    const lines = plain(judged(), 80, language)
      .split('\n')
      .filter((line) => line.includes(' → '));
    expect(lines.length).toBeGreaterThan(5);
    const columns = lines.map((line) => columnOf(line, /\d+\.\d/.exec(line)?.[0] ?? ''));
    expect(new Set(columns).size).toBe(1);
  });
});

describe('a command is not torn where a line could hold it', () => {
  test.each(everyFinding)('step $step, $id', ({ step, id }) => {
    const failed = finding(id, { params: paramsOf('some') });
    for (const language of LANGUAGES) {
      const output = plain(reportWith({ [step]: [failed] }), 80, language);
      const commands = say(languages[language].findings[id].hint, failed).match(/`[^`]+`/g) ?? [];
      const indent =
        output
          .split('\n')
          .find((line) => line.includes('https://'))
          ?.indexOf('https://') ?? 0;
      for (const command of commands) if (indent + command.length <= 74) expect(output).toContain(command);
    }
  });
});
