import { defineConfig } from 'vitest/config';
import { missingPrerequisites, prerequisitesMessage } from './src/sandbox/index.ts';
import { findChromium } from './test/browser/support/chromium.ts';

const unit = {
  test: {
    name: 'unit',
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/browser/**'],
    // Some start the command itself, and the machine may be busy: what is slow is no failure.
    testTimeout: 60_000,
  },
};
const browser = {
  test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
};
const e2e = {
  test: {
    name: 'e2e',
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/support/setup.ts'],
    // Each file boots real control planes: one file after the other.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
};

/** Why the end-to-end tests cannot run here; what apt-get can install is no reason. */
async function sandboxObstacle(): Promise<string | undefined> {
  const missing = (await missingPrerequisites()).filter((item) => item.package === '');
  return missing.length > 0 ? prerequisitesMessage(missing) : undefined;
}

const browserObstacle = (): string | undefined =>
  findChromium() === undefined
    ? 'There is no chromium. Install it with: apt-get install -y chromium'
    : undefined;

/** The project, or nothing and a word on why; where nobody reads that word, it is an error. */
function unless<P>(project: P, which: string, reason: string | undefined): P[] {
  if (reason === undefined) return [project];
  if (process.env.CI) throw new Error(`the ${which} tests cannot run: ${reason}`);
  process.stderr.write(`the ${which} tests are left out: ${reason}\n`);
  return [];
}

export default defineConfig(async () => ({
  test: {
    projects: [
      unit,
      ...unless(browser, 'browser', browserObstacle()),
      ...unless(e2e, 'end-to-end', await sandboxObstacle()),
    ],
  },
}));
