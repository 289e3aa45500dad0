import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import { gradescope } from '../../reports/gradescope.ts';
import { en } from '../../reports/messages/en.ts';
import { text } from '../../reports/messages/text.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { keys, looks, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying, UNPRINTABLE } from '../support/payloads.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

const visibility = { enum: ['hidden', 'after_due_date', 'after_published', 'visible'] };
/** results.json as Gradescope documents it; a score is required at the top or in every test. */
const RESULTS = {
  type: 'object',
  required: ['score'],
  additionalProperties: false,
  properties: {
    score: { type: 'number' },
    execution_time: { type: 'number', minimum: 0 },
    output: { type: 'string' },
    visibility,
    stdout_visibility: visibility,
    extra_data: { type: 'object' },
    tests: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          score: { type: 'number' },
          max_score: { type: 'number' },
          status: { enum: ['passed', 'failed'] },
          name: { type: 'string' },
          number: { type: 'string' },
          output: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          visibility,
          extra_data: { type: 'object' },
        },
      },
    },
  },
};
const isResults = new Ajv2020().compile(RESULTS);

function parsed(report: GradeReport) {
  const results = JSON.parse(gradescope(report, en));
  expect(isResults(results), JSON.stringify(isResults.errors)).toBe(true);
  return results;
}

test('has the points, the time in seconds and what was graded', () => {
  const report = judged(keys('report.json', { trigger: 'edge' }));
  expect(parsed(report)).toMatchObject({
    score: 7,
    execution_time: report.durationMs / 1000,
    output: expect.stringMatching(/^7 of 8 steps passed in \d+\.\d s$/),
    visibility: 'visible',
    extra_data: {
      graderVersion: report.grader.version,
      rubricDigest: report.grader.rubricDigest,
      clusterUid: report.cluster?.uid,
    },
  });
});

test('the score is that of the report', () => {
  expect(parsed({ ...judged(), score: { earned: 62.5, possible: 100, notJudged: 0 } })).toMatchObject({
    score: 62.5,
    output: expect.stringContaining('62.5 of 100'),
  });
});

test('has one visible test for each step', () => {
  const report = judged();
  expect(parsed(report).tests).toEqual(
    report.steps.map(({ step }) => ({
      score: 1,
      max_score: 1,
      status: 'passed',
      name: `step ${step}: ${en.steps[step as 1]}`,
      number: String(step),
      output: '',
      visibility: 'visible',
    })),
  );
});

test('a failed step has no point and says what to do', () => {
  expect(parsed(judged(looks('failed/failed'))).tests[3]).toMatchObject({
    score: 0,
    max_score: 1,
    status: 'failed',
    output: expect.stringMatching(
      /\n {2}where: cnpa-op.service.*\n {2}expected: active\n {2}found: .*\n {2}do: /,
    ),
  });
});

test('a skipped step has no point and says which one is to be mended first', () => {
  expect(parsed(judged(unavailable('service-not-running', 'drift'))).tests[4]).toMatchObject({
    score: 0,
    status: 'failed',
    output: 'skipped: mend step 4 first',
  });
});

test('a step that could not be judged is neither passed nor failed', () => {
  const [first] = parsed(judged(unavailable('api-forbidden', 'crd'))).tests;
  expect(first).toEqual({
    name: 'step 1: Registering the type alone does nothing',
    number: '1',
    output: expect.stringMatching(/costs nothing: the credentials are not allowed.*: no crd$/),
    visibility: 'visible',
  });
});

describe('text of learners', () => {
  test.each(PAYLOADS)('is shown safely: %s', (_, payload) => {
    const report = reportSaying(payload);
    expect(gradescope(report, en)).not.toMatch(UNPRINTABLE);
    const { tests, extra_data } = parsed(report);
    expect(extra_data).toMatchObject({ machine: payload, clusterUid: payload });
    expect(tests[0].output).toContain(`\n  found: ${text(payload).toWellFormed()}\n`);
    for (const { output } of tests) expect(output).not.toMatch(UNPRINTABLE);
  });
});
