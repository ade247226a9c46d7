import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { movingMoney } from '../../../api/routes/staff/missing.ts';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { createPool } from '../../../db/pool.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type CommitProxy, startCommitProxy } from '../../support/purchases/commit-proxy.ts';
import { createLaneFixture, type LaneFixture, openAccount } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
let proxy: CommitProxy;
let pool: Pool;
beforeAll(async () => {
  fixture = await createLaneFixture();
  proxy = await startCommitProxy(fixture.databaseUrl);
  pool = createPool(proxy.url, { max: 1, applicationName: 'test-lossy' });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await fixture.close();
});

it('a movement by hand whose COMMIT had no answer may not be repeated blindly', async () => {
  const accountId = await openAccount(fixture, 0);
  const entry = { type: 'funding', amount: 50_000, operator: 'fola', reason: 'transfer 7' } as const;
  proxy.cutNextCommit('after_server', { loss: 'reset' });
  const error: unknown = await movingMoney(() => fundAccount(pool, accountId, entry)).catch(
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ status: 409, code: 'invalid_request' });
  expect(String(error)).toContain('this may have been done');

  const { rows } = await fixture.pool.query({
    text: `SELECT sum(amount)::int AS sum, count(*)::int AS n FROM statement_lines WHERE account_id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  expect(rows).toEqual([{ sum: 50_000, n: 1 }]);
});
