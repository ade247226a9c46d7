import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const SECOND = 1_000;
/** Tests that need neither a database nor Temporal. */
const UNIT = [
  'test/{domain,adapters,tools/chaos,tools/prose}/**/*.test.ts',
  'test/db/roles/statements.test.ts',
  'test/services/batches/{header,judge-rows,read-csv,read-number}.test.ts',
];
/** They measure time or memory for a quarter of an hour, so they are a separate suite. */
const MEASURES = [
  'test/long/{abuse,bad-input-memory,bulkheads,ceilings,idle-connections,upload-memory,worker-memory}.test.ts',
  'test/long/campaigns/estimates.test.ts',
  'test/long/console/explored.test.ts',
];
/** They hold a purchase to a short deadline, use both cores themselves, or compile a program once. */
const ALONE = [
  'test/long/{demo,previous-version,proof}.test.ts',
  'test/long/chart/*.test.ts',
  'test/long/faults/{chaos,deadline-race,gateways,several-processes,temporal-away,two-workers}.test.ts',
];
/** They wait for a browser, a deadline or a process, and are otherwise like the tests of `npm test`. */
const SHARED = [
  'test/long/{adapters,db,deploy,docs,scenarios,tools}/**/*.test.ts',
  'test/long/api/{cannot-start,several-*,people/*,plugins/*}.test.ts',
  'test/long/clients/{conformance,typescript}/**/*.test.ts',
  'test/long/console/*/*.test.ts',
  'test/long/console/{approvals,passkeys,single-sign-on,statements}.test.ts',
  'test/long/contract/reference-page.test.ts',
  'test/long/services/{invariants,privacy,reconciliations}/*.test.ts',
  'test/long/services/batches/*.test.ts',
];
/** What the long suite has in common. */
const LONG = {
  globalSetup: ['test/support/global-setup.ts', 'test/support/faults/table-setup.ts'],
  testTimeout: 20 * 60 * SECOND,
  hookTimeout: 10 * 60 * SECOND,
};

/** `npm test` runs unit and integration; `npm run test:long` shared, long and alone; `npm run test:measures` measures. */
export default defineConfig({
  test: {
    // Temporal's native module must be loaded in separate processes, not in threads.
    pool: 'forks',
    teardownTimeout: 60 * SECOND,
    // Tests wait for conditions. What never comes true fails; what is slow to come on a busy machine does not.
    expect: { poll: { timeout: 55 * SECOND } },
    sequence: { sequencer: LongestFirst },
    // Of tests that may run at the same time in one file: they wait, and take hardly any processor time.
    maxConcurrency: 12,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          // Pure functions leave nothing behind, so the files of a worker share their imports.
          isolate: false,
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
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 5 * 60 * SECOND,
          // A hook may start a whole stack, and its processes again.
          hookTimeout: 10 * 60 * SECOND,
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: [...UNIT, 'test/long/**'],
          // Loading the code took longer than most tests: the files of a worker share it.
          isolate: false,
          // More than there are cores: much of a test's time is waiting for another process.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...LONG,
          name: 'shared',
          include: SHARED,
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...LONG,
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          exclude: [...SHARED, ...ALONE, ...MEASURES],
          // Each file has its stack, and waits for it most of the time.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...LONG,
          name: 'alone',
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          ...LONG,
          name: 'measures',
          include: MEASURES,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
