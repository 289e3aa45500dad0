import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { junit } from '../../reports/junit.ts';
import { en } from '../../reports/messages/en.ts';
import { text } from '../../reports/messages/text.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { inPart, keys, looks, trial, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying } from '../support/payloads.ts';
import { finding, reportWith } from '../support/report.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Parses as strictly as XML asks: any warning is an error, and so is a character that XML 1.0 does not have. */
function parsed(report: GradeReport): Document {
  const xml = junit(report, en);
  expect(xml).not.toMatch(/[^\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
  const onError = (level: string, message: string) => {
    // A learner may write the replacement character.
    if (!message.startsWith('Unicode replacement character')) throw new Error(`${level}: ${message}`);
  };
  return new DOMParser({ onError }).parseFromString(xml, 'text/xml');
}

const all = (node: Document | Element, name: string): Element[] => [...node.getElementsByTagName(name)];
const only = (node: Document | Element, name: string): Element => {
  const [found, more] = all(node, name);
  if (found === undefined || more !== undefined) throw new Error(`there is not exactly one ${name}`);
  return found;
};
const children = (node: Element): string[] => [...node.childNodes].map((child) => child.nodeName);
const attribute = (node: Element, name: string) => node.getAttribute(name);
const suite = (report: GradeReport, step: number): Element => {
  const found = all(parsed(report), 'testsuite')[step - 1];
  if (found === undefined) throw new Error(`there is no suite ${step}`);
  return found;
};

describe('structure', () => {
  const REPORTS: [string, GradeReport][] = [
    ['all passed', judged()],
    ['failures', judged(keys('drift.json', { reverted_to: 99 }), looks('failed/failed'))],
    ['not judged', judged(unavailable('api-unreachable', 'crd', 'teamSpaces'))],
    ['skipped', judged(unavailable('service-not-running', 'drift'))],
    ['some steps only', { ...judged(), steps: judged().steps.slice(2, 4) }],
    ['no cluster', judged(unavailable('api-unreachable', 'cluster'))],
  ];

  test.each(REPORTS)('the suites are the steps, and all counts are true: %s', (_, report) => {
    const document = parsed(report);
    const root = document.documentElement as Element;
    expect(root.nodeName).toBe('testsuites');
    expect(attribute(root, 'time')).toBe((report.durationMs / 1000).toFixed(3));
    expect(all(document, 'testsuite').map((node) => attribute(node, 'name'))).toEqual(
      report.steps.map(({ step }) => `step ${step}: ${en.steps[step as 1]}`),
    );
    for (const node of [root, ...all(document, 'testsuite')]) {
      const counts = ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(attribute(node, name)));
      expect(counts).toEqual(
        ['testcase', 'failure', 'error', 'skipped'].map((name) => all(node, name).length),
      );
    }
  });

  test.each(REPORTS)('no two cases of a suite have one name: %s', (_, report) => {
    for (const node of all(parsed(report), 'testsuite')) {
      const names = all(node, 'testcase').map((testCase) => attribute(testCase, 'name'));
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThan(0);
    }
  });

  test('every suite has the grader, its rubric and the cluster as properties', () => {
    const report = judged();
    for (const node of all(parsed(report), 'testsuite')) {
      const properties = all(node, 'property').map((p) => [attribute(p, 'name'), attribute(p, 'value')]);
      expect(Object.fromEntries(properties)).toEqual({
        graderVersion: report.grader.version,
        rubricDigest: report.grader.rubricDigest,
        machine: report.machine,
        clusterUid: report.cluster?.uid,
        clusterVersion: report.cluster?.version,
      });
    }
  });

  test('a suite has the time of its step, in seconds', () => {
    const report = judged();
    expect(all(parsed(report), 'testsuite').map((node) => attribute(node, 'time'))).toEqual(
      report.steps.map(({ durationMs }) => (durationMs / 1000).toFixed(3)),
    );
  });
});

describe('a finding', () => {
  test('that failed is a failure, told in attribute and body', () => {
    const node = only(suite(judged(keys('generation.json', { gen_after_spec: 3 })), 2), 'failure');
    expect(attribute(node, 'type')).toBe('generation-after-spec');
    expect(attribute(node, 'message')).toContain('the status patch was counted');
    expect(node.textContent?.split('\n')).toEqual([
      attribute(node, 'message'),
      'where: generation.json /gen_after_spec',
      'found: {"gen_initial":1,"gen_after_spec":3}',
      expect.stringMatching(/^do: .*step 1/),
      expect.stringMatching(/^read: https:\/\/kubernetes\.io\/docs\//),
    ]);
    const testCase = node.parentNode as Element;
    expect(attribute(testCase, 'classname')).toBe('cnpa-op.2-generation');
    expect(attribute(testCase, 'name')).toBe('generation-after-spec generation.json /gen_after_spec');
    expect(attribute(testCase, 'file')).toBe('generation.json');
  });

  test('shows what was expected', () => {
    const node = only(suite(judged(looks('failed/failed')), 4), 'failure');
    expect(node.textContent).toContain(
      '\nwhere: cnpa-op.service ActiveState\nexpected: active\nfound: failed',
    );
  });

  test('that passed says nothing', () => {
    for (const testCase of all(parsed(judged()), 'testcase')) expect(children(testCase)).toEqual([]);
  });

  test('that is advice passed, with the advice as its output', () => {
    const change = inPart('service', (s) => void s.outsideWorkers.push({ pid: 4711, command: 'bash x' }));
    const node = only(suite(judged(change), 4), 'system-out');
    expect(node.textContent).toContain('4711');
    expect(children(node.parentNode as Element).filter((name) => name !== '#text')).toEqual(['system-out']);
  });

  test('of one kind and place as another one has a name of its own', () => {
    const twice = finding('before-uid');
    const named = finding('before-uid', { subject: { file: 'before.json', pointer: '/uid (2)' } });
    const node = suite(reportWith({ 1: [twice, named, twice] }), 1);
    expect(all(node, 'testcase').map((testCase) => attribute(testCase, 'name'))).toEqual([
      'before-uid before.json /uid',
      'before-uid before.json /uid (2)',
      'before-uid before.json /uid (3)',
    ]);
  });
});

describe('a step', () => {
  test('that could not be judged has an error and no failure', () => {
    const node = suite(judged(unavailable('api-forbidden', 'crd')), 1);
    expect(all(node, 'failure')).toEqual([]);
    const error = only(node, 'error');
    expect(attribute(error, 'type')).toBe('api-forbidden');
    expect(attribute(error, 'message')).toMatch(/costs nothing: the credentials are not allowed.*: no crd$/);
    expect(error.textContent).toBe(attribute(error, 'message'));
    expect(attribute(error.parentNode as Element, 'name')).toBe('crd');
  });

  test('that failed, and of which a part could not be looked at, has both', () => {
    const report = judged(keys('before.json', { namespace_exists: true }), unavailable('api-error', 'crd'));
    expect(report.steps[0]?.status).toBe('failed');
    expect(all(suite(report, 1), 'failure')).toHaveLength(1);
    expect(attribute(only(suite(report, 1), 'error'), 'type')).toBe('api-error');
  });

  test('of which a finding is unknown has one error, that of the finding', () => {
    const report = judged(trial('pods-0', { code: 500 }));
    expect(report.steps[0]?.status).toBe('error');
    const error = only(suite(report, 1), 'error');
    expect(attribute(error, 'type')).toBe('schema-trial');
    expect(error.textContent).toContain('found: 500');
  });

  test('that is skipped says which step is to be mended first', () => {
    const report = judged(unavailable('type-not-served', 'crd', 'admission', 'teamSpaces', 'creation'));
    const skipped = report.steps.filter(({ status }) => status === 'skipped');
    expect(skipped.length).toBeGreaterThan(0);
    for (const { step } of skipped) {
      const node = only(suite(report, step), 'skipped');
      expect(attribute(node, 'message')).toBe('skipped: mend step 1 first');
    }
  });

  test('without findings has one case', () => {
    const report = judged();
    const steps = report.steps.map((step) => ({
      ...step,
      status: 'skipped' as const,
      blockedBy: 1,
      findings: [],
    }));
    for (const node of all(parsed({ ...report, steps }), 'testsuite')) {
      expect(all(node, 'testcase')).toHaveLength(1);
      expect(all(node, 'skipped')).toHaveLength(1);
    }
  });
});

describe('text of learners', () => {
  const skeleton = (report: GradeReport) =>
    all(parsed(report), '*').map((node) => [node.nodeName, ...[...node.attributes].map(({ name }) => name)]);
  const harmless = skeleton(reportSaying('harmless'));

  test.each(PAYLOADS)('is shown and makes no element: %s', (_, payload) => {
    const report = reportSaying(payload);
    // The empty text is no name of a file.
    if (payload !== '') expect(skeleton(report)).toEqual(harmless);
    const [failure] = all(parsed(report), 'failure');
    const shown = text(payload)
      .toWellFormed()
      .replaceAll(/[\uFFFE\uFFFF]/g, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);
    expect(failure?.textContent).toContain(`\nfound: ${shown}\n`);
    for (const node of all(parsed(report), 'testsuite')) {
      const names = all(node, 'testcase').map((testCase) => attribute(testCase, 'name'));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('is well-formed whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50, minLength: 1 }), (said) => {
        expect(skeleton(reportSaying(said))).toEqual(harmless);
      }),
      { numRuns: 20 },
    );
  });
});
