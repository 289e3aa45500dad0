import { describe, expect, test } from 'vitest';
import { MAX_YAML_CHARACTERS, readYamlText } from '../../src/yaml-text.ts';

const filled = (unit: string): string => unit.repeat(Math.floor(MAX_YAML_CHARACTERS / unit.length));

describe('a text of YAML', () => {
  test('gives all of its documents', () => {
    expect(readYamlText('a: 1\n---\nb: [1, {c: d}]\n')).toEqual({
      documents: [{ a: 1 }, { b: [1, { c: 'd' }] }],
    });
  });

  test('may use an anchor, and merge', () => {
    const text = 'x: &x {a: 1}\ny: *x\n';
    expect(readYamlText(text)).toEqual({ documents: [{ x: { a: 1 }, y: { a: 1 } }] });
  });

  test.each([
    ['a key that stands twice', 'a: 1\nb:\n  c: 1\n  c: 2\n', { fault: 'DUPLICATE_KEY', line: 4, column: 3 }],
    ['an alias of nothing', 'a: *b', { fault: 'BAD_ALIAS' }],
    ['a tab for indentation', 'a:\n\tb: 1', { fault: 'TAB_AS_INDENT', line: 2, column: 1 }],
  ])('with %s is refused with its place', (_what, text, fault) => {
    expect(readYamlText(text)).toEqual(fault);
  });
});

describe('a text that was written to harm its reader costs less than two seconds of CPU', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghij'.split('').map((name, i) => {
      const before = 'abcdefghij'[i];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`;
    }),
  ].join('\n');
  test.each([
    ['of ever deeper brackets', '['.repeat(100_000)],
    ['of ever deeper dashes', filled('- ')],
    ['of ever deeper maps', Array.from({ length: 700 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['of question marks', filled('? ')],
    ['of many keys', Array.from({ length: 18_000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['of many documents', filled('---\na: 1\n')],
    ['of an exploding number of aliases', bomb],
    ['of one long text', `a: "${filled('\\n').slice(0, -10)}"`],
    ['of nothing but NUL', filled('\0')],
    ['that is too long', `# ${filled('x')}`],
    ['of a tag that names code', 'a: !!js/function "process.exit()"'],
    ['of the key __proto__', '__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}'],
  ])('%s', (_what, text) => {
    const started = process.cpuUsage();
    readYamlText(text);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2_000);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
