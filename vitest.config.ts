import { defineConfig } from 'vitest/config';
import { missingPrerequisites, prerequisitesMessage } from './src/sandbox/index.ts';

const unit = { test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/e2e/**'] } };
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
async function obstacle(): Promise<string | undefined> {
  const missing = (await missingPrerequisites()).filter((item) => item.package === '');
  return missing.length > 0 ? prerequisitesMessage(missing) : undefined;
}

export default defineConfig(async () => {
  const reason = await obstacle();
  if (reason !== undefined && process.env.CI) throw new Error(`the end-to-end tests cannot run: ${reason}`);
  if (reason !== undefined) process.stderr.write(`the end-to-end tests are left out: ${reason}\n`);
  return { test: { projects: reason === undefined ? [unit, e2e] : [unit] } };
});
