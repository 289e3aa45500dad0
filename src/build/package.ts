/*
 * cli.ts, index.ts ─ esbuild ─▶ dist/npm/*.js, what is loaded late in files of its own
 * index.ts ─ tsc ─▶ dist/npm/types
 */
import { execFileSync } from 'node:child_process';
import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { bundle } from './bundle.ts';

const OUT = 'dist/npm';

await rm(OUT, { recursive: true, force: true });
const notices = await bundle({
  entryPoints: { cli: 'src/cli.ts', index: 'src/index.ts' },
  outdir: OUT,
  format: 'esm',
  splitting: true,
  // Packages that are CommonJS ask for Node's modules by require.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});
await chmod(`${OUT}/cli.js`, 0o755);
await writeFile(`${OUT}/THIRD-PARTY.txt`, notices);
execFileSync('node_modules/.bin/tsc', ['-p', 'src/build/tsconfig.json'], { stdio: 'inherit' });
await cp('schemas/types', `${OUT}/types/schemas/types`, { recursive: true });
