/*
 * cli.ts ─ esbuild ─▶ dist/exe/cli.cjs ─ node --experimental-sea-config ─▶ dist/exe/cli.blob ─ postject ─▶ executable
 */
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { bundle } from './bundle.ts';

const EXECUTABLE = 'dist/cnpa-op-linux-x64';
const PARTS = 'dist/exe';
/** By this Node finds out that it carries a program; given by its documentation. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

await mkdir(PARTS, { recursive: true });
const notices = await bundle({
  entryPoints: ['src/cli.ts'],
  outfile: `${PARTS}/cli.cjs`,
  format: 'cjs',
  // What the repository alone can do looks for its files beside the source; there are none beside an executable.
  define: { 'import.meta.url': 'CNPA_HERE' },
  banner: { js: "const CNPA_HERE = require('node:url').pathToFileURL(__filename).href;" },
});
await writeFile(`${EXECUTABLE}.THIRD-PARTY.txt`, notices);
await writeFile(
  `${PARTS}/sea.json`,
  JSON.stringify({
    main: `${PARTS}/cli.cjs`,
    output: `${PARTS}/cli.blob`,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
  }),
);
execFileSync(process.execPath, ['--experimental-sea-config', `${PARTS}/sea.json`], { stdio: 'inherit' });
await copyFile(process.execPath, EXECUTABLE);
const injection = [EXECUTABLE, 'NODE_SEA_BLOB', `${PARTS}/cli.blob`, '--sentinel-fuse', FUSE];
execFileSync(process.execPath, ['node_modules/postject/dist/cli.js', ...injection], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
await chmod(EXECUTABLE, 0o755);
