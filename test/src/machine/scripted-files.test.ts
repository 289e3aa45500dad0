import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localMachine } from '../../../src/machine/local.ts';
import { MachineError } from '../../../src/machine/machine.ts';
import { scriptedFiles } from '../../../src/machine/scripted-files.ts';

// A machine whose owner has put a program of their own in the place of python3.
let bin: string;
beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
});
afterAll(() => rm(bin, { recursive: true }));

async function answering(answer: string) {
  await writeFile(join(bin, 'python3'), `#!/bin/sh\ncat >/dev/null\ncat <<'END'\n${answer}\nEND\n`);
  await chmod(join(bin, 'python3'), 0o755);
  return scriptedFiles((argv, options) =>
    localMachine().run(argv, { ...options, env: { PATH: `${bin}:/usr/bin:/bin` } }),
  );
}

describe('a python3 that answers nonsense is trouble of the machine', () => {
  test.each([
    'not JSON',
    'null',
    '{}',
    '[]',
    '[null]',
    '[{"kind":"novel"}]',
    '[{"kind":"file"}]',
    '[{"kind":"file","base64":7,"mode":1,"mtimeMs":1,"size":1}]',
    '[{"kind":"link","mode":"rwx"}]',
  ])('%s, asked for a file', async (answer) => {
    const files = await answering(answer);
    await expect(files.readFiles(['/f'], 1024)).rejects.toThrow(MachineError);
    await expect(files.readFiles(['/f'], 1024)).rejects.toThrow('its python3 answers nonsense');
  });

  test.each(['{"length":1}', '[7]', '"name"'])('%s, asked for a folder', async (answer) => {
    await expect((await answering(answer)).listFolder('/')).rejects.toThrow('its python3 answers nonsense');
  });
});
