import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
const claims = [...(await read('SECURITY.md')).matchAll(/`(test\/[\w./-]+)` › (.*?) *\|$/gm)].map(
  ([, file = '', name = '']) => ({ file, name: name.replaceAll('\\_', '_') }),
);

test.each(claims)('SECURITY.md names a test that there is: $file › $name', async ({ file, name }) => {
  expect(await read(file)).toContain(name);
});

test('npm run test:hostile runs every test that SECURITY.md names', () => {
  const files = packageJson.scripts['test:hostile'].split(' ').filter((word) => word.startsWith('test/'));
  expect(new Set(files)).toEqual(new Set(claims.map(({ file }) => file)));
});
