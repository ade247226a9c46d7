import { defineConfig } from 'vitest/config';

const SECOND = 1_000;
/** Tests that need neither a database nor Temporal. */
const UNIT = [
  'test/{domain,adapters,tools/prose}/**/*.test.ts',
  'test/db/roles/statements.test.ts',
  'test/services/batches/{header,judge-rows,read-csv,read-number}.test.ts',
];

/** Projects of `npm test` are unit and integration; `long` runs only by `npm run test:long`. */
export default defineConfig({
  test: {
    // Temporal's native module must be loaded in separate processes, not in threads.
    pool: 'forks',
    teardownTimeout: 60 * SECOND,
    // Tests wait for conditions. What never comes true fails; what is slow to come on a busy machine does not.
    expect: { poll: { timeout: 55 * SECOND } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          // No test is about speed: a busy machine may take its time.
          testTimeout: 60 * SECOND,
          hookTimeout: 120 * SECOND,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: [...UNIT, 'test/long/**'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 120 * SECOND,
          hookTimeout: 120 * SECOND,
          // More than there are cores: much of a test's time is waiting for another process.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [
            'test/long/**/*.test.ts',
            // What docs/guarantees.md names besides; short, and so in `npm test` as well.
            'test/{services/purchases/lost-commit,services/purchases/accept-lane,api/disturbed-lane}.test.ts',
            'test/workflows/**/*.test.ts',
          ],
          globalSetup: ['test/support/global-setup.ts', 'test/support/faults/table-setup.ts'],
          testTimeout: 20 * 60 * SECOND,
          hookTimeout: 5 * 60 * SECOND,
          // Chaos and timing want the machine for themselves.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
