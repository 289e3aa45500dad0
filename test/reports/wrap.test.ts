import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { padTo, widthOf, wrap } from '../../reports/wrap.ts';

const RED = '\u001b[31m';
const END = '\u001b[39m';

test.each<[name: string, text: string, columns: number, lines: string[]]>([
  ['words at blanks', 'one two three', 8, ['one two', 'three']],
  ['Korean at blanks', '쿼터가 되살아났습니다', 14, ['쿼터가', '되살아났습니다']],
  ['a Korean particle stays with a foreign word', '지금 kubectl 의 출력', 14, ['지금', 'kubectl 의', '출력']],
  ['Chinese anywhere', '配额又回来了', 6, ['配额又', '回来了']],
  ['no line begins with a closing mark', '配额回来，然后', 8, ['配额回', '来，然后']],
  ['no line ends with an opening mark', '配额（回来）', 6, ['配额', '（回', '来）']],
  ['a command stays whole', 'see `kubectl get ns` now', 16, ['see', '`kubectl get ns`', 'now']],
  ['a command in Chinese', '请用 `kubectl get ns` 查看。', 22, ['请用 `kubectl get ns`', '查看。']],
  ['a command wider than the line', '`kubectl get ns -o json`', 12, ['`kubectl get', 'ns -o json`']],
  ['an address behind a slash', 'https://a.b/docs/concepts/x/', 20, ['https://a.b/docs/', 'concepts/x/']],
  ['a number keeps its unit', 'not back after 60 s.', 17, ['not back after', '60 s.']],
  ['a number keeps its Chinese unit', '过了 60 秒', 6, ['过了', '60 秒']],
  ['a word wider than the line', 'abcdefgh', 3, ['abc', 'def', 'gh']],
  ['wide characters that do not fit', '가나다', 5, ['가나', '다']],
  ['nothing', '', 10, ['']],
  ['several blanks inside a line', 'a   b', 10, ['a   b']],
  ['colour has no width', `${RED}one${END} two`, 7, [`${RED}one${END} two`]],
])('%s', (_, text, columns, lines) => {
  expect(wrap(text, columns)).toEqual(lines);
});

const someText = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(' ', '`', '配额', '네임스페이스', '，', '（', 'https://a/b/', RED, END, '`kubectl get`'),
  ),
  { maxLength: 30 },
);

test('loses and adds nothing but blanks, and no line is too wide', () => {
  fc.assert(
    fc.property(someText, fc.integer({ min: 2, max: 50 }), (parts, columns) => {
      const text = parts.join('').replaceAll(/\s/g, ' ');
      const lines = wrap(text, columns);
      const dense = (said: string) => said.replaceAll(' ', '');
      expect(dense(lines.join(''))).toBe(dense(text));
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    }),
  );
});

test('a width is what string-width says', () => {
  const texts = fc.oneof(
    someText.map((parts) => parts.join('')),
    fc.string({ unit: fc.constantFrom(...'a ~가힣一鿿、。！（），：；？é́🙂') }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(widthOf(text)).toBe(stringWidth(text));
    }),
  );
});

test.each([
  ['ab', 4, 'ab  '],
  ['기대', 6, '기대  '],
  ['下一步', 4, '下一步'],
])('%j padded to %i columns', (text, columns, padded) => {
  expect(padTo(text, columns)).toBe(padded);
});
