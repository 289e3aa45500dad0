import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { lockHolder } from '../../src/lock-holder.ts';

const own = lockHolder(process.pid);

test('a holder names host and process, the same way every time', () => {
  expect(own.holder).toContain(`${hostname()} pid ${process.pid} (`);
  expect(lockHolder(process.pid).holder).toBe(own.holder);
});

test('a process that runs is not gone', async () => {
  const child = spawn('sleep', ['60']);
  const other = lockHolder(child.pid ?? 0).holder;
  expect(own.isGone(own.holder)).toBe(false);
  expect(own.isGone(other)).toBe(false);
  child.kill();
  await once(child, 'exit');
  expect(own.isGone(other)).toBe(true);
});

test('a process that ended long ago is gone', () => {
  const { pid } = spawnSync('true');
  const dead = own.holder.replace(`pid ${process.pid} `, `pid ${pid} `);
  expect(own.isGone(dead)).toBe(true);
});

test('a process whose pid another one has now is gone', () => {
  expect(own.isGone(own.holder.replace(/\d+\)$/, '1)'))).toBe(true);
});

test.each([
  ['another system', own.holder.replace(/\([0-9a-f]{8}/, '(00000000')],
  ['another pid namespace', own.holder.replace(/pid:\[\d+\]/, 'pid:[1]')],
  ['somebody else', 'kube-controller-manager-1'],
  ['nobody', ''],
])('of %s nothing is known, so it is not gone', (_, holder) => {
  expect(own.isGone(holder)).toBe(false);
});
