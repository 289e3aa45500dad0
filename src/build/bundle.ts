import { execFileSync } from 'node:child_process';
import { type BuildOptions, build as esbuild } from 'esbuild';
import type { BuildInfo } from '../build-info.ts';
import { rubricDigest } from '../judge.ts';
import { DEFAULT_RUBRIC } from '../rubric.ts';

/** The oldest Node that a bundle runs on: that of client-node. */
const NODE = 'node22.19';

/** Bundles the program, with everything that it needs but Node itself. */
export async function bundle({ define, ...options }: BuildOptions): Promise<void> {
  await esbuild({
    bundle: true,
    platform: 'node',
    target: NODE,
    minifySyntax: true,
    legalComments: 'linked',
    logLevel: 'warning',
    define: { CNPA_BUILD: JSON.stringify(info()), ...define },
    ...options,
  });
}

function info(): BuildInfo {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit = git('describe', '--always', '--dirty', '--exclude', '*');
  return { commit, rubricDigest: rubricDigest(DEFAULT_RUBRIC) };
}
