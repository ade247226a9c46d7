import { expect, it } from 'vitest';
import { checkOutOnThisSchema, findReleasedCommit, runTests } from '../support/previous-version.ts';
import { temporaryStateDir } from '../support/state-dir.ts';

/** Tests of the parts that write and read what later migrations changed: purchases, events, deliveries, campaigns. */
const FILES = [
  'test/services/webhooks',
  'test/services/purchases/settle',
  'test/services/batches/release',
  'test/api/routes/events.test.ts',
  'test/api/routes/resends.test.ts',
  'test/worker/relay',
  'test/db/purchases/lost-waits.test.ts',
];

it('the last released version passes its own tests on the schema of this version', async (context) => {
  const commit = findReleasedCommit();
  if (commit === null) return context.skip('There is no Git history with the last release.');
  const folder = temporaryStateDir();
  checkOutOnThisSchema(commit, folder);
  const { exitCode, output } = await runTests(folder, FILES);
  expect(exitCode, output).toBe(0);
});
