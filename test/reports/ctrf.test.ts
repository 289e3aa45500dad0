import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { schema } from 'ctrf';
import { describe, expect, test, vi } from 'vitest';
import { ctrf } from '../../reports/ctrf.ts';
import { en } from '../../reports/messages/en.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { inPart, keys, trial, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying, UNPRINTABLE } from '../support/payloads.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
const isCtrf = ajv.compile(schema);

/** Parses and validates by the schema that the makers of the format publish. */
function parsed(report: GradeReport) {
  const document = JSON.parse(ctrf(report, en));
  expect(isCtrf(document), JSON.stringify(isCtrf.errors)).toBe(true);
  return document;
}

const WRONG: [string, GradeReport, Record<string, number>][] = [
  ['all passed', judged(), { passed: 8 }],
  ['failures', judged(keys('generation.json', { gen_after_spec: 3 })), { passed: 7, failed: 1 }],
  ['not judged', judged(unavailable('api-forbidden', 'crd')), { passed: 7, other: 1 }],
  ['skipped', judged(unavailable('service-not-running', 'drift')), { passed: 7, skipped: 1 }],
  ['some steps only', { ...judged(), steps: judged().steps.slice(2, 4) }, { passed: 2 }],
  ['no cluster', judged(unavailable('api-unreachable', 'cluster')), { passed: 8 }],
  ['no steps', { ...judged(), steps: [] }, {}],
];

test.each(WRONG)('is valid by the schema, and its counts are true: %s', (_, report, counts) => {
  const { results } = parsed(report);
  const none = { passed: 0, failed: 0, skipped: 0, pending: 0, other: 0 };
  expect(results.summary).toMatchObject({ ...none, ...counts, tests: report.steps.length });
  expect(results.tests).toHaveLength(report.steps.length);
});

test('has the times of the grade in milliseconds', () => {
  const report = judged();
  const start = Date.parse(report.startedAt);
  const { timestamp, results } = parsed(report);
  expect(results.summary).toMatchObject({
    start,
    stop: start + report.durationMs,
    duration: report.durationMs,
  });
  expect(Date.parse(timestamp)).toBe(start + report.durationMs);
  expect(results.tests.map(({ duration }: { duration: number }) => duration)).toEqual(
    report.steps.map(({ durationMs }) => durationMs),
  );
});

test('names the tool, the grade and what it was about', () => {
  const report = judged();
  const { results } = parsed(report);
  expect(results.tool).toEqual({ name: 'cnpa-op', version: report.grader.version });
  expect(results.extra).toEqual({
    graderVersion: report.grader.version,
    rubricDigest: report.grader.rubricDigest,
    machine: report.machine,
    clusterUid: report.cluster?.uid,
    clusterVersion: report.cluster?.version,
    score: report.score,
    timeline: report.timeline,
    cleanUp: report.cleanUp,
  });
});

test('a test is a step of the lab, and its steps are the findings', () => {
  const report = judged(keys('generation.json', { gen_after_spec: 3 }));
  const failed = parsed(report).results.tests[1];
  expect(failed).toMatchObject({
    name: 'step 2: What raises generation',
    testId: 'generation',
    status: 'failed',
    rawStatus: 'failed',
    message: expect.stringMatching(/status patch was counted[\s\S]*where: generation.json[\s\S]*do: /),
  });
  expect(failed.steps.map(({ extra }: { extra: unknown }) => extra)).toEqual(report.steps[1]?.findings);
  expect(failed.steps.filter(({ status }: { status: string }) => status === 'failed')).toHaveLength(1);
});

test('a step that passed has no message', () => {
  for (const passed of parsed(judged()).results.tests) expect(Object.keys(passed)).not.toContain('message');
});

test('a step that could not be judged is other, and its status is kept', () => {
  const [first] = parsed(judged(unavailable('api-forbidden', 'crd'))).results.tests;
  expect(first).toMatchObject({
    status: 'other',
    rawStatus: 'error',
    message: expect.stringMatching(/costs nothing: the credentials are not allowed.*: no crd$/),
    extra: { cause: { part: 'crd', reason: 'api-forbidden', detail: 'no crd' } },
  });
});

test('a skipped step says which one is to be mended first', () => {
  const skipped = parsed(judged(unavailable('service-not-running', 'drift'))).results.tests[4];
  expect(skipped).toMatchObject({
    status: 'skipped',
    message: 'skipped: mend step 4 first',
    extra: { blockedBy: 4 },
  });
});

test('an unknown finding is other; advice is passed and told', () => {
  const change = inPart('service', (s) => void s.outsideWorkers.push({ pid: 4711, command: 'bash x' }));
  const { tests } = parsed(judged(change, trial('pods-0', { code: 500 }))).results;
  expect(tests[0].steps.find((step: { status: string }) => step.status === 'other').extra.id).toBe(
    'schema-trial',
  );
  expect(tests[0].message).toContain('found: 500');
  expect(tests[3]).toMatchObject({
    status: 'passed',
    message: expect.stringMatching(/^Advice.*[\s\S]*4711/),
  });
});

describe('text of learners', () => {
  test.each(PAYLOADS)('is kept as it is in the data, and shown safely in the prose: %s', (_, payload) => {
    const report = reportSaying(payload);
    const output = ctrf(report, en);
    expect(output).not.toMatch(UNPRINTABLE);
    const { tests, extra } = parsed(report).results;
    expect(extra).toMatchObject({ machine: payload, cleanUp: report.cleanUp });
    expect(tests[0].extra.cause).toEqual({ part: payload, reason: payload, detail: payload });
    expect(tests[0].steps.map((step: { extra: unknown }) => step.extra)).toEqual(report.steps[0]?.findings);
    for (const { message = '' } of tests) expect(message).not.toMatch(UNPRINTABLE);
  });
});
