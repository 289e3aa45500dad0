import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localMachine } from '../../../src/machine/local.ts';

const MAX_BYTES = 1024 * 1024;
const machine = localMachine();
let base: string;
let folder: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
  folder = join(base, 'lab');
  await mkdir(join(folder, 'archive'), { recursive: true });
});
afterAll(() => rm(base, { recursive: true, force: true }));

/** What is found under a name of the lab folder. */
async function kindOf(name: string): Promise<string | undefined> {
  const path = join(folder, name);
  return (await machine.readFiles([path], MAX_BYTES, folder)).get(path)?.kind;
}
const sh = (script: string) => execFileSync('sh', ['-ec', script], { cwd: folder });

describe('a file of the lab folder', () => {
  test.each([
    ['that is regular is read', 'echo x > f', 'f', 'file'],
    ['of just 1 MiB is read', `head -c ${MAX_BYTES} /dev/zero > limit`, 'limit', 'file'],
    ['that is a link is not followed', 'ln -s /etc/shadow link', 'link', 'link'],
    [
      'that is a link inside the folder is not followed either',
      'echo x > g; ln -s g inside',
      'inside',
      'link',
    ],
    ['that is a pipe is not opened', 'mkfifo pipe', 'pipe', 'special'],
    ['that is a device is not opened', 'mknod zero c 1 5', 'zero', 'special'],
    ['that is a folder is none', 'mkdir sub', 'sub', 'directory'],
    ['of 10 GB is not read', 'truncate -s 10G huge', 'huge', 'too-large'],
    ['of one byte too much is not read', `head -c ${MAX_BYTES + 1} /dev/zero > more`, 'more', 'too-large'],
    ['that is not there is missing', 'true', 'nothing', 'missing'],
    ['behind a file is missing', 'echo x > h', 'h/below', 'missing'],
  ])('%s', async (_what, script, name, kind) => {
    sh(script);
    const started = performance.now();
    expect(await kindOf(name)).toBe(kind);
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  test('that is a socket is not opened', async () => {
    const server = createServer().listen(join(folder, 'socket'));
    await once(server, 'listening');
    expect(await kindOf('socket')).toBe('special');
    server.close();
  });

  test('behind a folder that leads out of the lab is told as such, and not read', async () => {
    const outside = join(base, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'beta.json'), '{"secret": true}');
    await symlink(outside, join(folder, 'linked'));
    expect(await kindOf('linked/beta.json')).toBe('outside');
    expect(await kindOf('archive/../../outside/beta.json')).toBe('outside');
  });

  test('is read when the lab folder itself is reached by a link', async () => {
    await writeFile(join(folder, 'archive', 'beta.json'), '{}');
    const link = join(base, 'link-to-lab');
    await symlink(folder, link);
    const path = join(link, 'archive/beta.json');
    expect((await machine.readFiles([path], MAX_BYTES, link)).get(path)?.kind).toBe('file');
  });
});

const fuse = await access('/dev/fuse').then(
  () => true,
  () => false,
);
// A file system that stops answering can be had without hardware only by FUSE.
describe.skipIf(!fuse && !process.env.CI)('a file system that does not answer', () => {
  test('makes the file unreadable after 5 s, and the others are read all the same', async () => {
    if (!hasBindfs()) execFileSync('apt-get', ['install', '-y', '-qq', 'bindfs'], { stdio: 'ignore' });
    const [source, mounted] = [join(base, 'source'), join(folder, 'mounted')];
    await Promise.all([mkdir(source), mkdir(mounted)]);
    await writeFile(join(source, 'stuck.json'), '{}');
    await writeFile(join(folder, 'fine.json'), '{}');
    const bindfs = spawn('bindfs', ['-f', source, mounted], { stdio: 'ignore' });
    try {
      await expect.poll(() => kindOf('mounted/stuck.json'), { timeout: 5_000 }).toBe('file');
      bindfs.kill('SIGSTOP');
      const paths = [join(mounted, 'stuck.json'), join(folder, 'fine.json')];
      const read = await machine.readFiles(paths, MAX_BYTES, folder);
      expect([...read.values()].map(({ kind }) => kind)).toEqual(['unreadable', 'file']);
      expect(read.get(paths[0] ?? '')).toMatchObject({ reason: 'no answer within 5 s' });
    } finally {
      bindfs.kill('SIGCONT');
      bindfs.kill('SIGTERM');
      await once(bindfs, 'exit');
    }
  }, 30_000);
});

function hasBindfs(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v bindfs'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
