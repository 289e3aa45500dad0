import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The package as somebody else installs it: in an empty folder, with the oldest and the newest Node that it allows.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAJORS = ['22', '24'];
let folder: string;

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'e2e-package-'));
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--silent', '--pack-destination', folder], ROOT));
  for (const major of MAJORS) {
    await mkdir(join(folder, major));
    await writeFile(join(folder, major, 'package.json'), '{ "type": "module" }');
    npm(['install', `node@${major}`, join(folder, filename)], join(folder, major));
  }
}, 600_000);
afterAll(() => rm(folder, { recursive: true }));

describe.each(MAJORS)('with Node %s', (major) => {
  const at = (...path: string[]) => join(folder, major, ...path);
  const node = (...args: string[]) =>
    execFileSync(at('node_modules/.bin/node'), args, { cwd: at(), encoding: 'utf8' });

  test('the command runs', () => {
    expect(node('-p', 'process.version')).toMatch(new RegExp(`^v${major}\\.`));
    const command = at('node_modules/.bin/cnpa-op');
    expect(node(command, '--version')).toMatch(/\(commit [0-9a-f]{7,}.*, rubric [0-9a-f]{8}\)/);
    expect(node(command, 'explain', '3', '--lang', 'ko')).toContain('몇 번을 돌려도 같은 결과');
  });

  test('the library judges recorded evidence', async () => {
    const evidence = join(ROOT, 'test/evidence/honest.evidence.json');
    const script = `import { judge, STEPS } from 'cnpa-op-grader';
      import { readFileSync } from 'node:fs';
      const { steps } = judge(JSON.parse(readFileSync(process.argv[2], 'utf8')), STEPS);
      console.log(steps.map(({ status }) => status).join());`;
    await writeFile(at('judge.mjs'), script);
    expect(node('judge.mjs', evidence).trim()).toBe(Array(8).fill('passed').join());
  });
});

test('its types are enough to compile against it', async () => {
  const at = join(folder, '24');
  await writeFile(
    join(at, 'use.ts'),
    `import { type Evidence, type GradeReport, judge, STEPS } from 'cnpa-op-grader';
     export const again = (evidence: Evidence): GradeReport => judge(evidence, STEPS);
     export const statuses: string[] = again({} as Evidence).steps.map(({ status }) => status);`,
  );
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  npm(['install', '@types/node@24'], at);
  expect(execFileSync(tsc, [...strict, 'use.ts'], { cwd: at, encoding: 'utf8' })).toBe('');
});

test('the licences of what is bundled are in it', async () => {
  const notices = await readFile(
    join(folder, '24/node_modules/cnpa-op-grader/dist/npm/THIRD-PARTY.txt'),
    'utf8',
  );
  for (const name of ['@kubernetes/client-node', 'ajv', 'commander', 'yaml'])
    expect(notices).toContain(`${name} `);
});

test('publint and arethetypeswrong find nothing', () => {
  expect(() =>
    execFileSync('npm', ['run', '--silent', 'check:package'], { cwd: ROOT, stdio: 'pipe' }),
  ).not.toThrow();
});
