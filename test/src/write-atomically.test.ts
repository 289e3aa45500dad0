import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAtomically } from '../../src/write-atomically.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
});
afterAll(() => rm(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

test('a new file is written, and an old one replaced', async () => {
  for (const content of ['one', 'two']) {
    await writeAtomically(at('file'), content);
    expect(await readFile(at('file'), 'utf8')).toBe(content);
  }
  expect(await readdir(folder)).toEqual(['file']);
});

test('a link stays a link to the file that is written', async () => {
  await writeFile(at('target'), 'old');
  await symlink('target', at('link'));
  await writeAtomically(at('link'), 'new');
  expect((await lstat(at('link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(at('target'), 'utf8')).toBe('new');
});

test('what is no regular file stays what it is', async () => {
  execFileSync('mknod', [at('null'), 'c', '1', '3']);
  await writeAtomically(at('null'), 'gone');
  expect((await lstat(at('null'))).isCharacterDevice()).toBe(true);
});

test('a write that fails leaves the old content and nothing else', async () => {
  await expect(writeAtomically(join(folder, 'file', 'below'), 'x')).rejects.toThrow('ENOTDIR');
  expect(await readFile(at('file'), 'utf8')).toBe('two');
  expect((await readdir(folder)).sort()).toEqual(['file', 'link', 'null', 'target']);
});
