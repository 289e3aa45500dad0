import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pageWords } from '../../reports/html/words.ts';
import { html } from '../../reports/html.ts';
import { en } from '../../reports/messages/en.ts';
import { docsOf, type Language, languages, stepTitle } from '../../reports/messages/index.ts';
import { say } from '../../reports/messages/text.ts';
import { where } from '../../reports/told.ts';
import type { GradeReport, StepResult } from '../../schemas/types/grade-report.schema.d.ts';
import { ACCEPTED, inPart, keys, looks, trial, unavailable } from '../support/evidence.ts';
import {
  attribute,
  byId,
  type Element,
  elements,
  flatText,
  named,
  parsed,
  skeleton,
  textIn,
  withClass,
} from '../support/page.ts';
import { PAYLOADS, reportSaying, UNPRINTABLE } from '../support/payloads.ts';
import { everyFinding, finding, HOSTILE, paramsOf, reportWith } from '../support/report.ts';
import { failedOf, judged } from '../support/verdict.ts';

const LANGUAGES = Object.keys(languages) as Language[];
const page = (report: GradeReport, language: Language = 'en'): string => html(report, languages[language]);
const document = (report: GradeReport, language?: Language) => parsed(page(report, language));

const honest = judged();
const wrong = judged(
  keys('drift.json', { reverted_to: 99 }),
  keys('before.json', { uid: 'c6c750d5-7f74-4c01-a341-000000000000' }),
  keys('generation.json', { gen_after_spec: 3 }),
  trial('pods-0', ACCEPTED),
);
const troubled = judged(
  unavailable('api-unreachable', 'deletion'),
  unavailable('type-not-served', 'convergence'),
  inPart('service', (service) => void service.outsideWorkers.push({ pid: 4711, command: 'bash x' })),
);
const stopped = judged(looks('failed/failed'));
const leftOver: GradeReport = {
  ...honest,
  cluster: null,
  timeline: [],
  cleanUp: { removed: [], leftOver: ['Namespace team-probe-a'], reaped: ['TeamSpace probe-b'] },
};
const REPORTS: [string, GradeReport][] = [
  ['all passed', honest],
  ['wrong values', wrong],
  ['not judged', troubled],
  ['a stopped service', stopped],
  ['left over', leftOver],
  ['two steps only', { ...honest, steps: honest.steps.slice(0, 2) }],
];

describe.each(LANGUAGES)('the page in %s', (language) => {
  test.each(REPORTS)('is well-formed and whole: %s', (_, report) => {
    const root = document(report, language);
    const ids = elements(root).flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size, 'ids are unique').toBe(ids.length);
    for (const element of elements(root)) {
      const target =
        attribute(element, 'aria-labelledby') ?? attribute(element, 'href')?.match(/^#(.+)/)?.[1];
      if (target !== undefined) expect(ids).toContain(target);
    }
    const levels = named(root, 'h1', 'h2', 'h3', 'h4').map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level, 'no level of heading is left out').toBeLessThanOrEqual(before + 1);
      return level;
    });
    expect(named(root, 'main', 'header', 'nav').map(({ tagName }) => tagName)).toEqual([
      'header',
      'nav',
      'main',
    ]);
  });

  test('says its language, and the words of that language', () => {
    const root = document(wrong, language);
    expect(named(root, 'html').map((element) => attribute(element, 'lang'))).toEqual([
      pageWords[language].tag,
    ]);
    expect(flatText(named(root, 'h1')[0] as Element)).toBe(pageWords[language].title);
    expect(withClass(root, 'step').map((step) => flatText(withClass(step, 'status')[0] as Element))).toEqual(
      wrong.steps.map(({ status }) => pageWords[language].status[status]),
    );
  });
});

describe('safety', () => {
  const policyOf = (root: ReturnType<typeof parsed>): Map<string, string> => {
    const meta = named(root, 'meta').find((e) => attribute(e, 'http-equiv') === 'Content-Security-Policy');
    const policy = (meta && attribute(meta, 'content')) ?? '';
    return new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values.join(' ')];
      }),
    );
  };

  test('the policy allows this style sheet and this script and nothing else', () => {
    const root = document(wrong);
    const hashOf = (name: string) => {
      const [element, ...others] = named(root, name);
      expect(others).toEqual([]);
      return `'sha256-${createHash('sha256')
        .update(textIn(element as Element))
        .digest('base64')}'`;
    };
    expect(Object.fromEntries(policyOf(root))).toEqual({
      'default-src': "'none'",
      'style-src': hashOf('style'),
      'script-src': hashOf('script'),
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  });

  test('the policy stands before everything that it is to rule', () => {
    const [head] = named(document(wrong), 'head');
    expect(
      elements(head as Element)
        .map(({ tagName }) => tagName)
        .slice(0, 2),
    ).toEqual(['meta', 'meta']);
  });

  test.each(REPORTS)('nothing is loaded, and no attribute is code: %s', (_, report) => {
    const root = document(report);
    expect(named(root, 'link', 'img', 'iframe', 'object', 'embed', 'base', 'form', 'use', 'image')).toEqual(
      [],
    );
    for (const { attrs } of elements(root)) {
      for (const { name } of attrs)
        expect(name).not.toMatch(/^(on.*|style|src|srcset|srcdoc|action|formaction)$/);
    }
    expect(named(root, 'style').map(textIn).join('')).not.toMatch(/url\(|@import|@font-face/);
    for (const link of named(root, 'a')) expect(attribute(link, 'href')).toMatch(/^(#|https:\/\/)/);
  });
});

describe('text of learners', () => {
  /** What closes or opens something in HTML, a style sheet, a script or a picture. */
  const BREAKOUTS = [
    '"><img src=x onerror=alert(1)>',
    `' onmouseover='alert(1)`,
    '</style><script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '</title></head><body onload=alert(1)>',
    '<!--',
    ']]><svg onload=alert(1)>',
    '</svg></pre></code></details>',
    'javascript:alert(1)',
    '\u0024{7*7} {{7*7}} <%= 7*7 %> $& $1',
    '&lt;script&gt; &#60;b&#62; &copy &notin;',
    HOSTILE,
  ];

  /** A report in which everything that is text is this text. */
  function saturated(said: string): GradeReport {
    const hostile = { params: paramsOf(said), expected: said, actual: { [said]: said } };
    const subjects = [
      { file: said, pointer: said },
      { kind: said, namespace: said, name: said, field: said },
      { unit: said, property: said },
    ];
    const findings = Map.groupBy(everyFinding, ({ step }) => step);
    const report = reportWith(
      Object.fromEntries(
        [...findings].map(([step, list]) => [
          step,
          list.flatMap(({ id }, i) =>
            (['failed', 'advice', 'unknown'] as const).map((outcome) =>
              finding(id, { ...hostile, outcome, subject: subjects[i % 3] ?? {} }),
            ),
          ),
        ]),
      ),
      {
        machine: said,
        lab: { folder: said, unit: said },
        cluster: { uid: said, version: said },
        grader: { version: said, rubricDigest: said },
        startedAt: said,
        cleanUp: { removed: [said], leftOver: [said], reaped: [said] },
      },
    );
    return {
      ...report,
      steps: report.steps.map((step) => ({ ...step, cause: { part: said, reason: said, detail: said } })),
      timeline: report.timeline.map((reaction) => ({ ...reaction, probe: said })),
    };
  }

  /** The skeleton of a page; a pair of backticks makes code of what is between them. */
  const shapeOf = (source: string) => skeleton(parsed(source)).filter((element) => element !== 'code');
  const stays = (source: string, harmless: string[]) => {
    expect(shapeOf(source)).toEqual(harmless);
    expect(source).not.toMatch(UNPRINTABLE);
    expect(textIn(parsed(source))).not.toMatch(UNPRINTABLE);
  };

  const harmlessSaturated = shapeOf(page(saturated('x')));
  test.each(BREAKOUTS)('stays text wherever it comes from: %j', (payload) => {
    stays(page(saturated(payload)), harmlessSaturated);
  });

  const harmless = shapeOf(page(reportSaying('x')));
  // What is empty is left out with its label, so that it has a shape of its own.
  const said = PAYLOADS.filter(([, payload]) => payload.trim() !== '');
  test.each(said)('stays text: %s', (_, payload) => {
    stays(page(reportSaying(payload)), harmless);
  });

  test('is shown as it was written', () => {
    for (const payload of BREAKOUTS.slice(0, -1)) {
      const root = document(judged(keys('report.json', { trigger: payload })));
      expect(flatText(byId(root, 'step-8'))).toContain(payload);
    }
  });

  test('an endless value does not make an endless page', () => {
    const endless = { list: Array.from({ length: 100_000 }, () => 'x'.repeat(100)), word: 'x'.repeat(1e6) };
    const report = reportWith({ 1: [finding('before-uid', { expected: 'x'.repeat(1e6), actual: endless })] });
    expect(page(report).length - page(honest).length).toBeLessThan(200_000);
  });
});

test('the same report is the same page', () => {
  expect(page(structuredClone(wrong))).toBe(page(wrong));
});

describe('the score and the steps', () => {
  test('the score is told, and all steps can be reached from the top', () => {
    const root = document(wrong);
    expect(flatText(withClass(root, 'score')[0] as Element)).toContain('5 of 8 steps passed');
    const [nav] = named(root, 'nav');
    expect(named(nav as Element, 'a').map((link) => attribute(link, 'href'))).toEqual(
      wrong.steps.map(({ step }) => `#step-${step}`),
    );
  });

  test('what a step is worth is told only when that differs', () => {
    const points = (report: GradeReport) => withClass(document(report), 'points').map(flatText);
    expect(points(wrong)).toEqual([]);
    const [first, ...others] = honest.steps as [StepResult, ...StepResult[]];
    const steps = [{ ...first, points: { earned: 2.5, possible: 3 } }, ...others];
    const weighted = {
      ...honest,
      steps,
      score: { ...honest.score, earned: 9.5, possible: 10, passMark: 60, passed: true },
    };
    expect(points(weighted).slice(0, 2)).toEqual(['2.5 of 3 points', '1 of 1 points']);
    const [score] = withClass(document(weighted), 'score');
    expect(flatText(score as Element)).toMatch(/^9\.5\/10 9\.5 of 10 points .*60/);
  });

  test('each status is told by a word and a shape of its own', () => {
    const all = { ...judged(), steps: [...troubled.steps.slice(4), ...wrong.steps.slice(0, 4)] };
    const shapes = new Map<string, Set<string>>();
    for (const step of withClass(document(all), 'step')) {
      const status = flatText(withClass(step, 'status')[0] as Element);
      const [summary] = named(step, 'summary');
      const drawn = elements(withClass(summary as Element, 'icon')[0] as Element)
        .map(({ tagName, attrs }) => `${tagName} ${attrs.map(({ value }) => value)}`)
        .join();
      shapes.set(status, (shapes.get(status) ?? new Set()).add(drawn));
    }
    expect([...shapes.keys()].toSorted()).toEqual(['failed', 'not judged', 'passed', 'skipped']);
    expect([...shapes.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
    expect(new Set([...shapes.values()].flatMap((set) => [...set])).size).toBe(4);
  });

  test('what did not pass is open from the beginning', () => {
    for (const report of [wrong, troubled]) {
      const open = withClass(document(report), 'step').map((step) => attribute(step, 'open') !== undefined);
      expect(open).toEqual(report.steps.map(({ status }) => status !== 'passed'));
    }
  });

  test('the filter says how many there are and offers none of which there is none', () => {
    const filterOf = (report: GradeReport) =>
      named(document(report), 'label').map((label) => {
        const [input] = named(label, 'input');
        return `${flatText(label)}${input && attribute(input, 'disabled') === undefined ? '' : ', off'}`;
      });
    expect(filterOf(honest)).toEqual(['All 8', 'Failed 0, off', 'Not judged 0, off']);
    expect(filterOf(wrong)).toEqual(['All 8', 'Failed 3', 'Not judged 0, off']);
    expect(filterOf(troubled)).toEqual(['All 8', 'Failed 0, off', 'Not judged 2']);
  });

  test('why a step was not judged is told, and what to mend first', () => {
    const root = document(troubled);
    expect(flatText(byId(root, 'step-6'))).toMatch(
      /could not be judged\. It costs nothing\..*the API server cannot be reached.*deletion: no deletion/,
    );
    const [link] = named(byId(root, 'step-7'), 'a');
    expect(link && [attribute(link, 'href'), flatText(link)]).toEqual([
      '#step-1',
      'skipped: mend step 1 first',
    ]);
  });

  test('what was not judged is told at the top, too', () => {
    const [header] = named(document(troubled), 'header');
    expect(flatText(header as Element)).toContain('Could not be judged (step 6); this costs nothing');
    const [judgedHeader] = named(document(wrong), 'header');
    expect(flatText(judgedHeader as Element)).not.toContain('Could not be judged');
  });

  test('a failure of which a part could not be judged tells both', () => {
    const root = document(
      judged(unavailable('api-error', 'crd'), keys('before.json', { uid: crypto.randomUUID() })),
    );
    const step = flatText(byId(root, 'step-1'));
    expect(step).toContain('A part of this step could not be judged.');
    expect(step).toContain('The file holds another uid');
  });

  test('what passed is counted and named', () => {
    expect(flatText(byId(document(honest), 'step-1'))).toMatch(
      /43 checks passed.*the CRD is established.*the schema refuses what is wrong 9 times/,
    );
  });
});

describe('each failure', () => {
  test.each(everyFinding)(
    'says what is wrong, where, what was expected and found, and what to do: step $step, $id',
    ({ step, id }) => {
      const failed = finding(id, {
        expected: 'the-expected',
        actual: 'the-actual',
        params: paramsOf('some'),
        subject: { kind: 'Kind', namespace: 'ns', name: 'name', field: 'spec.field' },
      });
      const card = flatText(withClass(document(reportWith({ [step]: [failed] })), 'finding')[0] as Element);
      const { title, wrong: sentence, hint } = en.findings[id];
      const plain = (said: string) => said.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim();
      for (const said of [title, say(sentence, failed), say(hint, failed), where(failed.subject, en)])
        expect(card).toContain(plain(said));
      const found = id === 'json-type' ? '"the-actual"' : 'the-actual';
      expect(card).toMatch(new RegExp(`expected ?the-expected ?found ?${found}`));
      expect(card).toContain('"field": "spec.field"');
    },
  );

  const differenceOf = (expected: unknown, actual: unknown) => {
    const root = document(reportWith({ 1: [finding('before-uid', { expected, actual })] }));
    const [difference] = withClass(root, 'difference');
    if (difference === undefined) return undefined;
    return named(difference, 'dd').map((side) => ({
      text: textIn(side),
      marked: named(side, 'mark').map(textIn),
    }));
  };

  test('two texts are marked where they differ', () => {
    expect(differenceOf('aaaa-1111-bbbb', 'aaaa-2-bbbb')).toEqual([
      { text: 'aaaa-1111-bbbb', marked: ['1111'] },
      { text: 'aaaa-2-bbbb', marked: ['2'] },
    ]);
    expect(differenceOf('🙂🙂🙂a', '🙂🙂🙃a')).toMatchObject([{ marked: ['🙂'] }, { marked: ['🙃'] }]);
    expect(differenceOf('active', 'failed (failed)')).toMatchObject([{ marked: [] }, { marked: [] }]);
  });

  test('two objects are marked line by line', () => {
    const both = { name: 'a', pods: 3 };
    expect(differenceOf({ ...both, uid: 'u' }, { ...both, uid: null })).toMatchObject([
      { marked: ['"uid": "u"'] },
      { marked: ['"uid": null'] },
    ]);
    expect(differenceOf([1, 2, 3], [1, 3])).toMatchObject([{ marked: ['2,'] }, { marked: [] }]);
  });

  test('false, 0, null and an empty text are values, too', () => {
    for (const actual of [false, 0, null])
      expect(differenceOf(undefined, actual)?.[0]?.text).toBe(String(actual));
    expect(differenceOf(undefined, '')?.[0]?.text).toBe('');
    expect(differenceOf(undefined, undefined)).toBeUndefined();
  });

  test('the same failure in several steps is told once, the others lead to it', () => {
    const root = document(stopped);
    const cards = withClass(root, 'finding');
    const told = cards.filter((card) => flatText(card).includes('The service is not running:'));
    expect(told).toHaveLength(1);
    const links = cards
      .flatMap((card) => named(card, 'a'))
      .map((link) => [flatText(link), attribute(link, 'href')])
      .filter(([, href]) => href?.startsWith('#'));
    const there = `#${attribute(told[0] as Element, 'id')}`;
    expect(links).toEqual(Array.from({ length: 3 }, () => ['see step 4', there]));
  });

  test.each(LANGUAGES)('leads to the documentation, in the language of the reader: %s', (language) => {
    const links = withClass(document(wrong, language), 'docs').flatMap((place) => named(place, 'a'));
    const failed = wrong.steps.flatMap(({ findings }) => failedOf(findings));
    expect(links.map((link) => attribute(link, 'href'))).toEqual(
      failed.map(({ id }) => docsOf(languages[language], id)),
    );
  });

  test('a command in a sentence is code', () => {
    const messages = { ...en, findings: { ...en.findings } };
    messages.findings['before-uid'] = {
      title: 'title',
      wrong: 'Use `kubectl get <x>` now.',
      hint: 'Nothing.',
    };
    const root = parsed(html(reportWith({ 1: [finding('before-uid')] }), messages));
    expect(named(withClass(root, 'finding')[0] as Element, 'code').map(textIn)).toContain('kubectl get <x>');
    expect(textIn(root)).toContain('Use kubectl get <x> now.');
  });
});

describe('advice', () => {
  test('stands apart from failures, with its step', () => {
    const [section] = elements(document(troubled), (e) => attribute(e, 'aria-labelledby') === 'advice-title');
    expect(flatText(section as Element)).toMatch(
      /^Advice \(not counted\).*Step 4.*4711.*outside the service/,
    );
  });

  test('is not there when there is none', () => {
    expect(flatText(document(honest))).not.toContain('Advice');
  });
});

describe('the reaction timeline', () => {
  const pictures = (report: GradeReport) => withClass(document(report), 'picture');
  const probes = new Set(honest.timeline.map(({ probe }) => probe));

  test.each(['wide', 'tall'])('the %s picture draws every moment of every probe once', (kind) => {
    const [picture] = pictures(honest).filter((e) => attribute(e, 'class')?.includes(kind));
    const said = named(picture as Element, 'text').map(flatText);
    for (const probe of probes) expect(said.filter((text) => text === probe)).toHaveLength(1);
    const { causes, effects } = en.words;
    for (const { effect, ms } of honest.timeline) {
      expect(said).toContain(`${effects[effect]}${ms.toLocaleString('en')} ms`);
    }
    const count = (label: string) => said.filter((text) => text === label).length;
    expect(count(causes.create)).toBe(3);
    expect(count(causes['delete-quota'])).toBe(1);
    expect(count(causes.delete)).toBe(2);
    expect(count(causes['teamspace-gone'])).toBe(2);
    // It is an effect first, and a cause then.
    expect(count(causes['namespace-terminating'])).toBe(0);
    expect(said).toContain('0 ms');
    expect(said).toContain('15,000 ms');
  });

  test('a moment stands on the axis where it was', () => {
    const probe = 'probe-a';
    const timeline: GradeReport['timeline'] = [
      { probe, cause: 'create', effect: 'quota', atMs: 1000, ms: 4000 },
      { probe, cause: 'delete-quota', effect: 'quota-restored', atMs: 9000, ms: 1000 },
    ];
    const [wide] = pictures({ ...honest, timeline });
    const leads = withClass(wide as Element, 'grid').map((e) =>
      Number(/^M([\d.]+)/.exec(attribute(e, 'd') ?? '')?.[1]),
    );
    const xOf = (kind: string, name: 'cx' | 'd') =>
      withClass(wide as Element, kind)
        .filter((e) => attribute(e, 'class')?.startsWith('mark'))
        .map((e) => Number(/[\d.]+/.exec(attribute(e, name) ?? '')?.[0]));
    const [zero = 0, end = 0] = [leads[0], leads.at(-1)];
    const at = (ms: number) => expect.closeTo(zero + ((end - zero) * ms) / 10_000, 0);
    expect(xOf('grader', 'cx')).toEqual([at(1000), at(9000)]);
    expect(xOf('controller', 'd')).toEqual([at(5000), at(10_000)]);
  });

  test('a picture has a name, and a table says the same', () => {
    const root = document(honest);
    for (const picture of withClass(root, 'picture')) {
      expect(attribute(picture, 'role')).toBe('img');
      expect(attribute(picture, 'aria-label')).toMatch(/3 probes.*table/);
    }
    const [table] = named(root, 'table');
    const rows = named(table as Element, 'tr')
      .map((row) => named(row, 'td').map(flatText))
      .filter(({ length }) => length > 0);
    const number = (n: number) => `${n.toLocaleString('en')} ms`;
    const expected = [...Map.groupBy(honest.timeline, ({ probe }) => probe).values()]
      .flat()
      .map(({ cause, atMs, effect, ms }) => [
        en.words.causes[cause],
        number(atMs),
        en.words.effects[effect],
        number(ms),
      ]);
    expect(rows).toEqual(expected);
  });

  test.each([0, 1, 3, 999, 61_000, 7_200_000])('an axis of %i ms can be read', (ms) => {
    const timeline: GradeReport['timeline'] = [{ probe: 'p', cause: 'create', effect: 'quota', atMs: 0, ms }];
    for (const picture of pictures({ ...honest, timeline })) {
      const marks = withClass(picture, 'axis').map(flatText);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.length).toBeLessThanOrEqual(9);
      expect(new Set(marks).size).toBe(marks.length);
      for (const mark of marks) expect(mark).toMatch(/^(\d{1,3}(,\d{3})*) ms$/);
      expect(attribute(picture, 'viewBox')).toMatch(/^0 0 \d+ [\d.]+$/);
    }
  });

  test('is not there when nothing was watched', () => {
    const root = document(leftOver);
    expect(flatText(root)).not.toContain('Reaction times');
    expect(withClass(root, 'picture')).toEqual([]);
  });
});

describe('the rest', () => {
  test('tells the environment', () => {
    const [facts] = withClass(document(honest), 'facts');
    const rows = Object.fromEntries(
      named(facts as Element, 'div').map((row) => named(row, 'dt', 'dd').map(flatText) as [string, string]),
    );
    expect(rows).toEqual({
      Machine: honest.machine,
      'Cluster version': honest.cluster?.version,
      'Cluster (uid of kube-system)': honest.cluster?.uid,
      'Lab folder': honest.lab.folder,
      Unit: honest.lab.unit,
      'Grader version': honest.grader.version,
      'Rubric digest': honest.grader.rubricDigest,
      Started: `${honest.startedAt.slice(0, 10)} ${honest.startedAt.slice(11, 19)} UTC`,
      'Verdict after': `${honest.verdictMs.toLocaleString('en')} ms`,
      'Whole duration': `${honest.durationMs.toLocaleString('en')} ms`,
    });
    expect(flatText(document(leftOver))).toContain('not reached, or not needed');
  });

  test('tells what was removed, and that nothing was left', () => {
    const text = flatText(document(honest));
    for (const thing of honest.cleanUp.removed) expect(text).toContain(thing);
    expect(text).toContain('Nothing was left behind.');
  });

  test('tells what was left over, at the top, too, and what was reaped', () => {
    const root = document(leftOver);
    expect(flatText(byId(root, 'left-over'))).toBe('Could not be removed 1Namespace team-probe-a');
    const [header] = named(root, 'header');
    expect(flatText(header as Element)).toContain('could not be removed');
    expect(flatText(root)).toMatch(/Left behind by an earlier grader, now removed 1 ?TeamSpace probe-b/);
    expect(flatText(root)).not.toContain('Nothing was left behind.');
  });

  test('names every step of the lab', () => {
    const text = flatText(document(honest));
    for (const { step } of honest.steps) expect(text).toContain(`Step ${step} ${stepTitle(en, step)}`);
  });
});
