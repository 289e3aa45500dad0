import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages, stepTitle, textOf } from '../../reports/messages/index.ts';
import { list, say, text } from '../../reports/messages/text.ts';
import { STEPS } from '../../src/lab.ts';
import { CONTROL, everyFinding, finding, HOSTILE, paramsOf } from '../support/report.ts';

describe.each(Object.entries(languages))('%s', (_, messages) => {
  test.each([...new Set(everyFinding.map(({ id }) => id))])(
    '%s has a title, what is wrong and what to do',
    (id) => {
      const { title, wrong, hint } = textOf(messages, id);
      for (const params of [{}, paramsOf('x'), paramsOf(1), paramsOf(true), paramsOf(null)]) {
        // Numbers are numbers wherever they come from.
        Object.assign(params, { durationMs: 1000 });
        const said = [title, say(wrong, finding(id, { params })), say(hint, finding(id, { params }))];
        for (const sentence of said) {
          expect(sentence.trim()).not.toBe('');
          expect(sentence).not.toMatch(/\[object|NaN s/);
        }
      }
    },
  );

  test.each(STEPS)('the findings of step %i have texts of their own', (step) => {
    const ids = everyFinding.filter((f) => f.step === step).map(({ id }) => id);
    const titles = ids.map((id) => textOf(messages, id).title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(stepTitle(messages, step)).not.toBe('');
  });

  const hostileIds = [...new Set(everyFinding.map(({ id }) => id))];
  test.each(hostileIds.filter((id) => id !== 'script-writes-nothing'))(
    'the sentences of %s show learner text, never obey it',
    (id) => {
      const { wrong, hint } = textOf(messages, id);
      for (const params of [paramsOf(HOSTILE), { ...paramsOf(HOSTILE), journal: HOSTILE }]) {
        const hostile = finding(id, { params, expected: HOSTILE, actual: HOSTILE });
        expect(say(wrong, hostile)).not.toMatch(CONTROL);
        expect(say(hint, hostile)).not.toMatch(CONTROL);
      }
    },
  );

  // A schema that keeps unknown fields lets a TeamSpace have keys of any text.
  test('the sentences of script-writes-nothing show learner text, never obey it', () => {
    const hostile = finding('script-writes-nothing', { params: paramsOf(HOSTILE) });
    expect(say(textOf(messages, hostile.id).wrong, hostile)).not.toMatch(CONTROL);
  });
});

describe('an id that this version does not know', () => {
  test('is shown as it is', () => {
    expect(textOf(languages.en as never, 'from-the-future')).toEqual({
      title: 'from-the-future',
      wrong: 'from-the-future',
      hint: '',
    });
  });

  test.each(['constructor', 'toString', '__proto__'])('is not taken from JavaScript itself: %s', (id) => {
    const { title } = textOf(languages.en as never, id);
    expect(title).toBe(id);
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
