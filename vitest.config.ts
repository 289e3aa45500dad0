import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/e2e/**'] } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Each file boots real control planes: one file after the other, with time to build what is not cached.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 1_500_000,
        },
      },
    ],
  },
});
