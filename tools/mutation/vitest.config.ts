import { defineConfig } from 'vitest/config';

/** The tests that mutants of pure code must not survive: the unit tests of vitest.config.ts that need no server. */
export default defineConfig({
  test: {
    root: process.cwd(),
    include: ['test/domain/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
