import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { type BuildOptions, build as esbuild } from 'esbuild';
import type { BuildInfo } from '../build-info.ts';
import { rubricDigest } from '../judge.ts';
import { DEFAULT_RUBRIC } from '../rubric.ts';

/** The oldest Node that a bundle runs on: that of client-node. */
const NODE = 'node22.19';

/**
 * Bundles the program, with everything that it needs but Node itself.
 *
 * @returns the licences of the packages that are in the bundle, as they ask to be passed on
 */
export async function bundle({ define, ...options }: BuildOptions): Promise<string> {
  const { metafile } = await esbuild({
    metafile: true,
    bundle: true,
    platform: 'node',
    target: NODE,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { CNPA_BUILD: JSON.stringify(info()), ...define },
    ...options,
  });
  const folders = Object.keys(metafile?.inputs ?? {}).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return (await Promise.all([...new Set(folders)].sort().map(noticeOf))).join('\n');
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? '' : (await readFile(`${folder}/${file}`, 'utf8')).trim();
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(72)}\n`;
}

function info(): BuildInfo {
  return { commit: commit(), rubricDigest: rubricDigest(DEFAULT_RUBRIC) };
}

function commit(): string {
  try {
    const describe = ['describe', '--always', '--dirty', '--exclude', '*'];
    return execFileSync('git', describe, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // Built from an archive of the source, or where there is no git: it works all the same.
    return 'unknown';
  }
}
