import { type FinalResults, Parser, type Result } from 'tap-parser';
import { describe, expect, test, vi } from 'vitest';
import { en } from '../../reports/messages/en.ts';
import { text } from '../../reports/messages/text.ts';
import { tap } from '../../reports/tap.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { inPart, keys, looks, trial, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying } from '../support/payloads.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Read {
  points: Result[];
  results: FinalResults;
  /** All that is neither the version, the plan nor a test point. */
  others: string[];
}

/** Reads TAP as strictly as the parser can. */
function read(output: string): Read {
  const points: Result[] = [];
  const others: string[] = [];
  let results: FinalResults | undefined;
  const parser = new Parser({ strict: true }, (final) => {
    results = final;
  });
  parser.on('assert', (point) => points.push(point));
  parser.on('version', (version) => expect(version).toBe(14));
  for (const event of ['extra', 'comment', 'bailout', 'pragma', 'child', 'todo'])
    parser.on(event, (what) => others.push(`${event}: ${what}`));
  parser.end(output);
  if (results === undefined) throw new Error('the parser did not finish');
  return { points, results, others };
}

const readReport = (report: GradeReport): Read => read(tap(report, en));

test('begins with the version and the plan', () => {
  expect(tap(judged(), en)).toMatch(/^TAP version 14\n1\.\.8\nok 1 - step 1: Registering the type/);
  const { results, points, others } = readReport(judged());
  expect(results).toMatchObject({ ok: true, count: 8, pass: 8, fail: 0, skip: 0, todo: 0 });
  expect(points.map(({ time }) => time)).toEqual(judged().steps.map(({ durationMs }) => durationMs));
  expect(points.map(({ diag }) => diag)).toEqual(Array(8).fill({ status: 'passed' }));
  expect(others).toEqual([]);
});

test('some steps are counted from 1 and named by their own numbers', () => {
  const report = judged();
  const { points, results } = readReport({ ...report, steps: report.steps.slice(2, 4) });
  expect(results).toMatchObject({ ok: true, count: 2 });
  expect(points.map(({ id, name }) => [id, name.slice(0, 7)])).toEqual([
    [1, 'step 3:'],
    [2, 'step 4:'],
  ]);
});

test('a failed step is not ok and has its failures in the block', () => {
  const { points, results } = readReport(judged(keys('generation.json', { gen_after_spec: 3 })));
  expect(results).toMatchObject({ ok: false, fail: 1, pass: 7 });
  expect(points[1]).toMatchObject({ ok: false, id: 2, name: 'step 2: What raises generation' });
  expect(points[1]?.diag.failures).toEqual([
    {
      id: 'generation-after-spec',
      title: en.findings['generation-after-spec'].title,
      wrong: expect.stringContaining('the status patch was counted'),
      where: 'generation.json /gen_after_spec',
      found: '{"gen_initial":1,"gen_after_spec":3}',
      hint: expect.stringContaining('step 1'),
      docs: expect.stringMatching(/^https:\/\/kubernetes\.io\/docs\//),
    },
  ]);
});

test('a failure has what was expected', () => {
  const { points } = readReport(judged(looks('failed/failed')));
  expect(points[3]?.diag.failures[0]).toMatchObject({ expected: 'active', found: 'failed (failed)' });
});

test('a skipped step says why', () => {
  const { points, results } = readReport(judged(unavailable('service-not-running', 'drift')));
  expect(results).toMatchObject({ ok: true, skip: 1, fail: 0 });
  expect(points[4]).toMatchObject({ ok: true, skip: 'skipped: mend step 4 first' });
});

test('a step that could not be judged is skipped, says so and has its cause', () => {
  const { points, results } = readReport(judged(unavailable('api-forbidden', 'crd')));
  expect(results).toMatchObject({ ok: true, skip: 1, fail: 0 });
  expect(points[0]?.skip).toBe('Could not be judged (step 1); this costs nothing');
  expect(points[0]?.diag).toMatchObject({
    status: 'error',
    cause: 'the credentials are not allowed to do this: no crd',
  });
});

test('advice and what is unknown are in the block', () => {
  const change = inPart('service', (s) => void s.outsideWorkers.push({ pid: 4711, command: 'bash x' }));
  const { points } = readReport(judged(change, trial('pods-0', { code: 500 })));
  expect(points[3]).toMatchObject({ ok: true, skip: false });
  expect(points[3]?.diag.advice[0].wrong).toContain('4711');
  expect(points[0]?.diag.unknown[0]).toMatchObject({ id: 'schema-trial', found: '500' });
});

test('hash signs and backslashes of a title are no directive', () => {
  const title = 'a # SKIP b \\# TODO c \\';
  const messages = { ...en, steps: { ...en.steps, 1: title } };
  const { points, results, others } = read(tap(judged(), messages));
  expect(points[0]).toMatchObject({ ok: true, name: `step 1: ${title}`, skip: false, todo: false });
  expect(results).toMatchObject({ skip: 0, todo: 0 });
  expect(others).toEqual([]);
});

test('hash signs and backslashes of a reason are part of it', () => {
  const reason = 'a # TODO b \\ c \\# d';
  const messages = { ...en, words: { ...en.words, blockedBy: () => reason } };
  const { points } = read(tap(judged(unavailable('service-not-running', 'drift')), messages));
  expect(points[4]).toMatchObject({ name: 'step 5: The deleted quota came back', skip: reason, todo: false });
});

describe('text of learners', () => {
  test.each(PAYLOADS)('stays inside of the blocks: %s', (_, payload) => {
    const report = reportSaying(payload);
    // What YAML calls printable; readers are not strict about it.
    expect(tap(report, en)).not.toMatch(/[^\n\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    const { points, results, others } = readReport(report);
    expect(others).toEqual([]);
    expect(results).toMatchObject({ bailout: false, count: 8, fail: 1, skip: 3, todo: 0 });
    expect(results.failures.map(({ id, tapError }) => [id, tapError])).toEqual([[1, null]]);
    expect(points.map(({ name }) => name)).toEqual(
      report.steps.map(({ step }) => `step ${step}: ${en.steps[step as 1]}`),
    );
    const shown = text(payload).toWellFormed();
    expect(points[0]?.diag.failures[0]).toMatchObject({ expected: shown, found: shown });
    expect(points[1]?.diag.cause).toBe([shown, shown].filter(Boolean).join(': '));
  });
});
