import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  docsOf,
  isLanguage,
  type Language,
  languageOf,
  languages,
  stepTitle,
  textOf,
} from '../../reports/messages/index.ts';
import { list, say, text } from '../../reports/messages/text.ts';
import type { ReportedFinding } from '../../schemas/types/grade-report.schema.d.ts';
import type { FileEvidence } from '../../src/evidence.ts';
import { STEPS } from '../../src/lab.ts';
import {
  ACCEPTED,
  type Change,
  fileIs,
  fileText,
  inPart,
  keys,
  looks,
  trial,
  unit,
} from '../support/evidence.ts';
import { CONTROL, everyFinding, finding, HOSTILE, paramsOf } from '../support/report.ts';
import { judged } from '../support/verdict.ts';

const IDS = [...new Set(everyFinding.map(({ id }) => id))];
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;
/** What the sentences of a language must be written in, and what has no place in them. */
const SCRIPTS: Record<Language, { own: RegExp; foreign: RegExp }> = {
  en: { own: /[a-z]/, foreign: /[\p{Script=Hangul}\p{Script=Han}]/u },
  ko: { own: HANGUL, foreign: HAN },
  zh: { own: HAN, foreign: HANGUL },
};
/** English prose, as it is left behind by a translation that was not finished. */
const ENGLISH = /\b[a-z]+ (?:[a-z]+ ){2,}[a-z]+\b/;
const COMMANDS = /`[^`]+`/g;
const withoutCommands = (sentence: string): string => sentence.replaceAll(COMMANDS, '');

/** Evidence that is wrong in as many ways as files, cluster and unit can be, one after the other. */
const WRONG: Change[] = [
  ...(
    [
      { kind: 'missing' },
      { kind: 'link' },
      { kind: 'directory' },
      { kind: 'special' },
      { kind: 'too-large', size: 2_000_000 },
      { kind: 'unreadable', detail: 'EACCES' },
    ] satisfies FileEvidence[]
  ).map((file) => fileIs('drift.json', file)),
  ...[
    '',
    '{',
    '{} {}',
    '{"a": Infinity}',
    '{"a": 1, "a": 2}',
    '['.repeat(200),
    '[]',
    '{"uid": "$uid"}',
    '7',
  ].map((content) => fileText('generation.json', content)),
  fileText('crd.yaml', 'a: [1'),
  fileText('crd.yaml', ''),
  fileText('reconcile.sh', '#!/bin/bash\r\nexit\r\n'),
  fileText('reconcile.sh', '\uFEFF#!/bin/bash\n'),
  keys('generation.json', {
    gen_initial: 0,
    gen_after_label: '1',
    status_via_main: { observedGeneration: 7 },
  }),
  keys('generation.json', { gen_initial: 1, gen_after_label: 1, gen_after_spec: 3 }),
  keys('generation.json', { gen_initial: 812, gen_after_label: 813 }),
  keys('drift.json', { reverted_to: 99, restored_uid: '11111111-2222-4333-8444-555555555555' }),
  keys('cleanup.json', { namespace_gone: false, blocked_seen: false }),
  keys('report.json', { trigger: 'level-triggered', restore_seconds: 99 }),
  trial('pods-0', ACCEPTED),
  trial('pods-1', { code: 422, message: 'spec.pods: Invalid value' }),
  trial('pods-50', { code: 500 }),
  unit({ LoadState: 'not-found', LoadError: 'org.freedesktop.systemd1.NoSuchUnit' }),
  unit({ UnitFileState: 'static' }),
  unit({ Result: 'start-limit-hit', NeedDaemonReload: 'yes' }),
  unit({ Type: 'oneshot' }),
  looks('failed/failed'),
  inPart('service', (service) => void service.outsideWorkers.push({ pid: 7, command: 'bash loop.sh' })),
  inPart('scriptRuns', ({ idleAttempts, state }) => {
    state.namespaces.length = 0;
    state.quotas.length = 0;
    for (const run of idleAttempts.flat()) {
      run.exitCode = 1;
      run.writes = [
        { kind: 'Namespace', name: 'team-alpha', type: 'modified', changes: [], managers: ['kubectl'] },
      ];
    }
  }),
  inPart('scriptRuns', ({ idleAttempts }) => {
    for (const run of idleAttempts.flat())
      Object.assign(run, { exitCode: 127, timedOut: true, stderr: 'no\n' });
  }),
];

/** Findings as checks really make them, each told as a failure. */
const realFindings: ReportedFinding[] = [
  ...new Map(
    WRONG.flatMap((change) => judged(change).steps.flatMap(({ findings }) => findings))
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ id, subject, expected, actual, params }) => {
        const { journal: _, message: __, ...shape } = params;
        return [JSON.stringify([id, shape]), finding(id, { subject, expected, actual, params })] as const;
      }),
  ).values(),
];
const saidOf = (language: Language, told: ReportedFinding): string[] => {
  const { title, wrong, hint } = textOf(languages[language], told.id);
  return [title, say(wrong, told), say(hint, told)];
};

describe.each(Object.entries(languages))('%s', (name, messages) => {
  const language = name as Language;
  const { own, foreign } = SCRIPTS[language];

  test.each(IDS)('%s has a title, what is wrong and what to do', (id) => {
    for (const params of [{}, paramsOf('x'), paramsOf(1), paramsOf(true), paramsOf(null)]) {
      // Numbers are numbers wherever they come from.
      Object.assign(params, { durationMs: 1000 });
      for (const sentence of saidOf(language, finding(id, { params }))) {
        expect(sentence.trim()).not.toBe('');
        expect(sentence).not.toMatch(/\[object|NaN/);
        expect(sentence).toMatch(own);
        expect(sentence).not.toMatch(foreign);
      }
    }
  });

  test.each(IDS)('%s has a page to read', (id) => {
    expect(docsOf(messages, id)).toMatch(/^https:\/\/[a-z0-9.-]+\/\S*$/);
  });

  test('what checks really find is told whole', () => {
    for (const told of realFindings) {
      for (const sentence of saidOf(language, told)) {
        expect(sentence, told.id).not.toMatch(/\[object|NaN|undefined|\bnull s\b|: *$|\(\)|（）/);
        expect(sentence, told.id).toMatch(own);
      }
    }
  });

  test('hints name the same commands as in English', () => {
    for (const told of [
      ...realFindings,
      ...IDS.map((id) => finding(id)),
      ...IDS.map((id) => finding(id, { params: paramsOf('x') })),
    ]) {
      const commands = (of: Language) => (saidOf(of, told)[2]?.match(COMMANDS) ?? []).toSorted();
      expect(commands(language), told.id).toEqual(commands('en'));
    }
  });

  test.each(STEPS)('the findings of step %i have texts of their own', (step) => {
    const ids = everyFinding.filter((f) => f.step === step).map(({ id }) => id);
    const titles = ids.map((id) => textOf(messages, id).title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(stepTitle(messages, step)).not.toBe('');
  });

  test.each(STEPS)('step %i is explained before it is graded', (step) => {
    const { asks, looksAt } = messages.explain[step];
    expect(asks.split(/[.?!。？！](?:\s|$|(?=\p{Script=Han}))/u).length).toBeGreaterThan(1);
    expect(looksAt.length).toBeGreaterThanOrEqual(3);
    expect(looksAt.length).toBeLessThanOrEqual(8);
    for (const line of looksAt) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('every other sentence is in the language, too', () => {
    const { steps, reasons, explain, usage, words } = messages;
    for (const sentence of sentencesIn({ steps, reasons, explain, usage, words: { ...words, colon: [] } })) {
      expect(sentence).toMatch(own);
      expect(sentence).not.toMatch(foreign);
      expect(sentence).not.toMatch(/\[object|NaN|undefined/);
    }
  });

  test.each(IDS)('the sentences of %s show learner text, never obey it', (id) => {
    const { wrong, hint } = textOf(messages, id);
    const subject = { file: HOSTILE, kind: HOSTILE, namespace: HOSTILE, name: HOSTILE };
    for (const params of [paramsOf(HOSTILE), { ...paramsOf(HOSTILE), journal: HOSTILE }]) {
      const hostile = finding(id, { subject, params, expected: HOSTILE, actual: HOSTILE });
      expect(say(wrong, hostile)).not.toMatch(CONTROL);
      expect(say(hint, hostile)).not.toMatch(CONTROL);
    }
  });

  test('what the command line says shows what was typed, never obeys it', () => {
    // Help is made of the program's own words alone.
    const { help: _, options: __, ...usage } = messages.usage;
    for (const sentence of sentencesIn(usage, HOSTILE)) expect(sentence).not.toMatch(CONTROL);
  });
});

test.each<Language>(['ko', 'zh'])('no English is left in %s', (language) => {
  const { steps, reasons, explain, usage, words } = languages[language];
  const all = [
    ...IDS.flatMap((id) => saidOf(language, finding(id, { params: paramsOf('x') }))),
    ...sentencesIn({ steps, reasons, explain, usage, words }),
  ];
  for (const sentence of all) expect(withoutCommands(sentence)).not.toMatch(ENGLISH);
});

/** What takes numbers or names of the program's own, and the stack of an error, which is shown line by line. */
const TAKES_NO_TEXT = [
  'waiting',
  'commander.excessArguments',
  'graderBug',
  'allowedAre',
  'reportIs',
  'leftAtOnce',
  'moreFaults',
];
/** What takes a text and then a number. */
const TAKES_A_NUMBER = ['collected', 'idTaken'];

/** Every sentence in a part of the messages; those that take values get a text, or several where they want a list. */
function sentencesIn(part: unknown, value = 'x', key = ''): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') {
    const lists = ['stepNames', 'choicesAre', 'allowedAre', 'reaping', 'report', 'reportIs', 'leftAtOnce'];
    if (TAKES_A_NUMBER.includes(key)) return [part(value, 7)];
    return lists.includes(key) ? [part([value]), part([value, value])] : [part(value, value, value)];
  }
  return Object.entries(part as object).flatMap(([name, inner]) => {
    if (value !== 'x' && TAKES_NO_TEXT.includes(name)) return [];
    return sentencesIn(inner, value, name);
  });
}

test("pages are in the reader's language where Kubernetes has them", () => {
  expect(docsOf(languages.en, 'alpha-finalizer')).toBe(
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  );
  expect(docsOf(languages.ko, 'alpha-finalizer')).toBe(
    'https://kubernetes.io/ko/docs/concepts/overview/working-with-objects/finalizers/',
  );
  expect(docsOf(languages.zh, 'alpha-finalizer')).toBe(
    'https://kubernetes.io/zh-cn/docs/concepts/overview/working-with-objects/finalizers/',
  );
  expect(docsOf(languages.ko, 'crd-exists')).toBe(docsOf(languages.en, 'crd-exists'));
  expect(docsOf(languages.zh, 'unit-restart')).toBe(docsOf(languages.en, 'unit-restart'));
});

describe('the language', () => {
  test.each<[flag: string | undefined, env: Record<string, string>, Language]>([
    [undefined, {}, 'en'],
    ['ko', {}, 'ko'],
    ['en', { LC_ALL: 'ko_KR.UTF-8' }, 'en'],
    ['zh-Hans', { LANG: 'ko_KR.UTF-8' }, 'zh'],
    [undefined, { LANG: 'ko_KR.UTF-8' }, 'ko'],
    [undefined, { LANG: 'ko' }, 'ko'],
    [undefined, { LANG: 'ko_KR@euro' }, 'ko'],
    [undefined, { LANG: 'zh_CN.UTF-8' }, 'zh'],
    [undefined, { LANG: 'zh_TW' }, 'zh'],
    [undefined, { LANG: 'zh-Hans' }, 'zh'],
    [undefined, { LANG: 'ZH_cn.utf8' }, 'zh'],
    [undefined, { LANG: 'en_GB.UTF-8' }, 'en'],
    [undefined, { LANG: 'de_DE.UTF-8' }, 'en'],
    [undefined, { LANG: 'C' }, 'en'],
    [undefined, { LANG: 'POSIX' }, 'en'],
    [undefined, { LANG: 'C.UTF-8' }, 'en'],
    [undefined, { LANG: 'korean' }, 'en'],
    [undefined, { LANG: 'constructor' }, 'en'],
    [undefined, { LC_ALL: 'C', LC_MESSAGES: 'ko_KR.UTF-8', LANG: 'zh_CN.UTF-8' }, 'en'],
    [undefined, { LC_ALL: '', LC_MESSAGES: 'ko_KR.UTF-8', LANG: 'zh_CN.UTF-8' }, 'ko'],
    [undefined, { LC_CTYPE: 'ko_KR.UTF-8', LANG: 'zh_CN.UTF-8' }, 'zh'],
    ['', { LANG: 'zh_CN.UTF-8' }, 'zh'],
  ])('for the flag %j in %j is %s', (flag, env, language) => {
    expect(languageOf(flag, env)).toBe(language);
  });

  test.each([
    ['ko', true],
    ['zh', true],
    ['en', true],
    ['fr', false],
    ['', false],
    ['toString', false],
  ])('%j is spoken: %s', (name, spoken) => {
    expect(isLanguage(name)).toBe(spoken);
  });
});

describe('an id that this version does not know', () => {
  test('is shown as it is', () => {
    expect(textOf(languages.en, 'from-the-future')).toEqual({
      title: 'from-the-future',
      wrong: 'from-the-future',
      hint: '',
    });
  });

  test.each(['constructor', 'toString', '__proto__'])('is not taken from JavaScript itself: %s', (id) => {
    const { title } = textOf(languages.en, id);
    expect(title).toBe(id);
    expect(docsOf(languages.en, id)).toBeUndefined();
  });
});

describe('text of learners', () => {
  test.each<[unknown, string]>([
    ['plain text, ünïcode, 한국어, 中文 🙂', 'plain text, ünïcode, 한국어, 中文 🙂'],
    ['a\nb\tc', 'a\\u{a}b\\u{9}c'],
    ['\u001b[31m', '\\u{1b}[31m'],
    ['\u202Eabc', '\\u{202e}abc'],
    ['\u009b', '\\u{9b}'],
    ['\ud800', '\\u{d800}'],
    [null, 'null'],
    [false, 'false'],
    [0, '0'],
    ['', ''],
    [{ a: [1, null] }, '{"a":[1,null]}'],
    [undefined, ''],
  ])('%j', (value, shown) => {
    expect(text(value)).toBe(shown);
  });

  test('is cut when it is long', () => {
    expect(text('x'.repeat(1_000_000))).toBe(`${'x'.repeat(300)}…`);
    expect(text('x'.repeat(300))).toBe('x'.repeat(300));
  });

  test('of any kind comes out without control characters, and short', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
        (value) => {
          expect(text(value)).not.toMatch(CONTROL);
          expect(text(value).length).toBeLessThanOrEqual(301);
        },
      ),
    );
  });

  test('several values come in one line, no values not at all', () => {
    expect(list(['a', 'b\n'], ' by ')).toBe(' by a, b\\u{a}');
    expect(list([], ' by ')).toBe('');
    expect(list(undefined, ' by ')).toBe('');
  });
});
