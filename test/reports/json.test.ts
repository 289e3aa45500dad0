import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { json } from '../../reports/json.ts';
import { en } from '../../reports/messages/en.ts';
import { serialize } from '../../reports/serialize.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { schemaErrors } from '../../src/schema.ts';
import { inPart, keys, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying, UNPRINTABLE } from '../support/payloads.ts';
import { HOSTILE } from '../support/report.ts';
import { failedOf, judged } from '../support/verdict.ts';

const parsed = (report: GradeReport): GradeReport => JSON.parse(json(report, en));
const wrong = judged(
  keys('drift.json', { reverted_to: 99 }),
  keys('generation.json', { gen_after_spec: 3 }),
  keys('report.json', { trigger: HOSTILE }),
);

test('is one document with a line break at its end', () => {
  expect(json(wrong, en)).toMatch(/^\{\n[\s\S]*\n\}\n$/);
  expect(JSON.parse(json(wrong, en))).toMatchObject({ reportVersion: 1, score: { earned: 5, possible: 8 } });
});

test('holds the whole report', () => {
  const { steps, ...rest } = parsed(wrong);
  expect(rest).toEqual(JSON.parse(JSON.stringify({ ...wrong, steps: undefined })));
  expect(steps.map(({ status }) => status)).toEqual(wrong.steps.map(({ status }) => status));
});

test('adds a message and a hint to what did not pass, and only to that', () => {
  for (const { findings } of parsed(judged()).steps)
    for (const f of findings) expect(Object.keys(f)).not.toContain('message');
  const told = parsed(wrong).steps.flatMap(({ findings }) => failedOf(findings));
  expect(told.map(({ id }) => id)).toEqual(['generation-after-spec', 'drift-reverted-to', 'report-trigger']);
  expect(told[0]).toMatchObject({
    subject: { file: 'generation.json', pointer: '/gen_after_spec' },
    actual: { gen_initial: 1, gen_after_spec: 3 },
    message: expect.stringContaining('the status patch was counted'),
    hint: expect.stringContaining('step 1'),
  });
  expect(told[1]?.message).toBe("You read the value before the controller's next pass.");
});

test('advice has its message too', () => {
  const report = judged(
    inPart('service', (s) => void s.outsideWorkers.push({ pid: 4711, command: 'bash x' })),
  );
  const [advice] = parsed(report).steps.flatMap(({ findings }) =>
    findings.filter(({ outcome }) => outcome === 'advice'),
  );
  expect(advice).toMatchObject({ id: 'outside-worker', message: expect.stringContaining('4711') });
});

test('an error has its cause', () => {
  expect(parsed(judged(unavailable('api-forbidden', 'crd'))).steps[0]).toMatchObject({
    status: 'error',
    cause: { part: 'crd', reason: 'api-forbidden', detail: 'no crd' },
  });
});

test('is well-formed by its schema', () => {
  for (const report of [judged(), wrong, judged(unavailable('api-error', 'crd'))]) {
    expect(schemaErrors('grade-report', parsed(report))).toEqual([]);
  }
});

describe('text of learners', () => {
  test.each(PAYLOADS)('is kept as it is, and can be shown on a terminal: %s', (_, payload) => {
    const report = reportSaying(payload);
    const output = json(report, en);
    expect(output).not.toMatch(UNPRINTABLE);
    const { steps, ...rest } = JSON.parse(output);
    const { steps: own, ...others } = report;
    expect(rest).toEqual(others);
    expect(steps[0].findings[0]).toMatchObject({ subject: own[0]?.findings[0]?.subject, actual: payload });
    expect(steps[0].findings[0].message).not.toMatch(UNPRINTABLE);
  });

  test('of any kind is what a parser reads again', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const output = serialize(value);
        expect(output).not.toMatch(UNPRINTABLE);
        expect(JSON.parse(output)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('that is printable stays readable', () => {
    expect(serialize('ünïcode, 한국어, 中文 🙂 <b>')).toBe('"ünïcode, 한국어, 中文 🙂 <b>"\n');
    expect(serialize('\u009b\u202e\u{e0041}\ud800')).toBe('"\\u009b\\u202e\\udb40\\udc41\\ud800"\n');
  });
});
