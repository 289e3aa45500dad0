import { defineConfig } from 'vitest/config';

/** What `npm run mutation` runs against each mutant of checks/: the tests of the checks, in one worker. */
export default defineConfig({
  test: {
    include: ['test/checks/*.test.ts', 'test/src/check.test.ts'],
    isolate: false,
    // A mutant must be killed by what a test says, not by a busy machine.
    testTimeout: 60_000,
  },
});
