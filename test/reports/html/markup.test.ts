import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { markup } from '../../../reports/html/markup.ts';
import { printable } from '../../../reports/messages/text.ts';
import { attribute, elements, textIn } from '../../support/page.ts';

test.each([
  ['<b>&amp;</b>', '&lt;b&gt;&amp;amp;&lt;/b&gt;'],
  [`"'`, '&quot;&#39;'],
  ['plain, 한국어, 中文 🙂', 'plain, 한국어, 中文 🙂'],
  ['a\nb\u202Ec', 'a\\u{a}b\\u{202e}c'],
  ['\uFFFE\u{1FFFF}', '\\u{fffe}\\u{1ffff}'],
  [0, '0'],
  ['', ''],
])('%j is shown as text', (value, shown) => {
  expect(markup`<p>${value}</p>`.toString()).toBe(`<p>${shown}</p>`);
});

test('pieces of markup stay markup, lists are joined, and nothing leaves nothing', () => {
  expect(
    markup`<p>${markup`<b>${'<'}</b>`}${['a', markup`<i>b</i>`]}${undefined}${null}${false}</p>`.toString(),
  ).toBe('<p><b>&lt;</b>a<i>b</i></p>');
});

test('something that only looks like markup is text', () => {
  const forged = JSON.parse('{"source":"<script>","constructor":{"name":"Markup"}}');
  expect(() => markup`${forged}`.toString()).toThrow();
});

describe('any text', () => {
  const character = fc.oneof(
    fc.constantFrom(...'"\'<>&;=/`\\'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((c) => !/\p{NChar}/u.test(c)),
  );

  test('comes back as the text that people are to see, from an element and from an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (said) => {
        const shown = printable(said);
        const fragment = parseFragment(markup`<p title="${said}">${said}</p>`.toString());
        const [paragraph, ...others] = elements(fragment);
        expect(others).toEqual([]);
        expect(paragraph && [attribute(paragraph, 'title'), textIn(paragraph)]).toEqual([shown, shown]);
      }),
    );
  });
});
