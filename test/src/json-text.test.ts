import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readJsonText } from '../../src/json-text.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('one JSON document', () => {
  test.each([
    ['an object', '{"a": false, "b": null, "c": [1]}', { a: false, b: null, c: [1] }],
    ['a byte-order mark is stripped', '\uFEFF{"a":1}', { a: 1 }],
    ['blanks round it', ' \r\n\t{"a":1}\n\n', { a: 1 }],
    ['Windows line breaks', '{\r\n"a": 1\r\n}\r\n', { a: 1 }],
    ['integers in other spellings', '[3.0, 3e0, 30E-1, -0]', [3, 3, 3, -0]],
    ['a value that is no object', 'null', null],
    ['brackets in a string are no nesting', `"${'['.repeat(500)}"`, '['.repeat(500)],
    ['a key that is special in JavaScript', '{"constructor":1}', { constructor: 1 }],
  ])('%s', (_, text, value) => {
    expect(readJsonText(text)).toEqual({ value });
  });

  test('keeps __proto__ as a key of its own', () => {
    const read = readJsonText('{"__proto__": {"uid": "x"}}');
    expect('value' in read && Object.keys(read.value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf({})).not.toHaveProperty('uid');
  });
});

describe('faults, by name with line and column', () => {
  test.each([
    [
      'an unset variable left nothing',
      '{\n  "a": 1,\n  "b": ,\n  "c": 2\n}',
      { fault: 'syntax', line: 3, column: 8, near: ',' },
    ],
    ['a trailing comma', '{\n  "a": 1,\n}', { fault: 'syntax', line: 3, column: 1, near: '}' }],
    ['a comment', '{\n  // no\n  "a": 1\n}', { fault: 'syntax', line: 2, column: 3, near: '//' }],
    ['single quotes', "{'a': 1}", { fault: 'syntax', line: 1, column: 2 }],
    ['curly quotes', '{“a”: 1}', { fault: 'syntax', line: 1, column: 2 }],
    ['a non-breaking space', '{\u00a0"a": 1}', { fault: 'syntax', line: 1, column: 2 }],
    ['a number with a leading zero', '{"a": 01}', { fault: 'syntax', line: 1, column: 7 }],
    ['no quotes at all', '{"a": level}', { fault: 'syntax', line: 1, column: 7 }],
    ['NaN', '{\n"a": NaN}', { fault: 'not-a-number', line: 2, column: 6 }],
    ['Infinity', '[1, Infinity]', { fault: 'not-a-number', line: 1, column: 5 }],
    ['-Infinity', '[-Infinity]', { fault: 'not-a-number', line: 1, column: 2 }],
    ['two objects', '{"a":1}\n{"a":2}\n', { fault: 'two-documents', line: 2, column: 1 }],
    ['two objects in one line', '{"a":1}{"a":2}', { fault: 'two-documents', line: 1, column: 8 }],
    [
      'a key twice',
      '{\n "uid": 1,\n "uid": 2\n}',
      { fault: 'duplicate-key', line: 3, column: 2, near: 'uid' },
    ],
    [
      'a key twice, spelled otherwise',
      '{"a":1,"\\u0061":2}',
      { fault: 'duplicate-key', line: 1, column: 8, near: 'a' },
    ],
    [
      'a key twice further down',
      '[{"b": {"a":1,\n"a":2}}]',
      { fault: 'duplicate-key', line: 2, column: 1, near: 'a' },
    ],
  ])('%s', (_, text, fault) => {
    expect(readJsonText(text)).toMatchObject(fault);
  });

  test.each([[''], [' \n'], ['\uFEFF'], ['\uFEFF\n']])('empty: %j', (text) => {
    expect(readJsonText(text)).toEqual({ fault: 'empty' });
  });

  test('nested too deeply, however deep', () => {
    expect(readJsonText('['.repeat(101) + ']'.repeat(101))).toMatchObject({ fault: 'nested-too-deeply' });
    expect(readJsonText('['.repeat(1_000_000))).toMatchObject({ fault: 'nested-too-deeply' });
    expect(readJsonText('['.repeat(100) + ']'.repeat(100))).toHaveProperty('value');
  });

  test('a file cut off is at fault where it ends', () => {
    expect(readJsonText('{\n  "uid": "x",\n  "namespace_exists":')).toMatchObject({
      fault: 'syntax',
      line: 3,
    });
  });

  test('a control character in a text is at fault where it stands', () => {
    expect(readJsonText('{\n  "uid": "a\tb"\n}')).toMatchObject({ fault: 'syntax', line: 2 });
  });

  test('a comment after the document is not a second document', () => {
    expect(readJsonText('{"a":1} // done\n')).toMatchObject({ fault: 'syntax', line: 1, column: 9 });
  });
});

describe('for whatever text', () => {
  const parsed = (text: string): { value: unknown } | null => {
    try {
      return { value: JSON.parse(text) };
    } catch {
      return null;
    }
  };

  test('a document that was written as JSON is read as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJsonText(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  test('any text gets a value that JSON.parse agrees with, or a fault; never an exception', () => {
    const scraps = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b"',
        '1',
        '-',
        '.5',
        'e',
        'null',
        'NaN',
        '//',
        ' ',
        '\n',
        '"',
        '\\',
        '\u0000',
        '\uFEFF',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          scraps.map((s) => s.join('')),
        ),
        (text) => {
          const read = readJsonText(text);
          if ('value' in read) expect(read).toEqual(parsed(text.replace(/^\uFEFF/, '')));
          else if (read.fault !== 'duplicate-key' && read.fault !== 'nested-too-deeply')
            expect(parsed(text.replace(/^\uFEFF/, ''))).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});
