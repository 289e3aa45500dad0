import type { Machine } from './machine.ts';
import { scriptedFiles } from './scripted-files.ts';
import { spawnLimited } from './spawn.ts';

/** This computer as the graded machine. */
export function localMachine(): Machine {
  const run: Machine['run'] = (argv, options) => spawnLimited(argv, options);
  return { name: 'local', run, ...scriptedFiles(run), tunnel: async () => null, close: async () => {} };
}
