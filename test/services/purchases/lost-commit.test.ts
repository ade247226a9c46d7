import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { findPurchase } from '../../../db/purchases/purchases.ts';
import { TransactionError } from '../../../db/transaction.ts';
import { isUnavailable } from '../../../db/unavailable.ts';
import { type CommitProxy, startCommitProxy } from '../../support/purchases/commit-proxy.ts';
import {
  accountRow,
  bought,
  createLaneFixture,
  expectInvariants,
  type LaneFixture,
  lanesOn,
  openAccount,
  wish,
} from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
let proxy: CommitProxy;
let pool: Pool;
let lossy: ReturnType<typeof lanesOn>;
beforeAll(async () => {
  fixture = await createLaneFixture();
  proxy = await startCommitProxy(fixture.databaseUrl);
  pool = createPool(proxy.url, { max: 4, applicationName: 'test-lossy', use: 'lanes' });
  lossy = lanesOn(pool);
});
afterEach(() => {
  proxy.mend();
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await fixture.close();
});

it('answers that it was bought when only the answer to COMMIT was lost', async () => {
  const account = await openAccount(fixture, 3);
  proxy.cutNextCommit('after_server');
  const answers = await Promise.all(
    ['one', 'two', 'three', 'four'].map((reference) => lossy.acceptLane.buy(account, wish(reference))),
  );

  expect(answers.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted', 'refused']);
  const [first] = answers;
  if (first?.kind !== 'accepted') throw new Error('not accepted');
  expect(first.purchase).toEqual(await findPurchase(fixture.pool, account, first.purchase.order.id));
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 0, held: 3, starts: 3 });
  await expectInvariants(fixture.pool);
});

it.each(['ended', 'reset'] as const)(
  'says that nothing was bought when COMMIT never arrived and the connection was %s, and buys when asked again',
  async (loss) => {
    const account = await openAccount(fixture, 3);
    const asked = wish('again');
    proxy.cutNextCommit('before_server', { loss });
    const error = await lossy.acceptLane.buy(account, asked).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'TransactionError', outcome: 'rolled_back' });
    // So the API says that the database was away, and not that something unexpected failed.
    expect(isUnavailable(error)).toBe(true);
    expect(await accountRow(fixture.pool, account)).toMatchObject({ held: 0, purchases: 0, starts: 0 });

    expect(await lossy.acceptLane.buy(account, asked)).toMatchObject({ kind: 'accepted' });
    expect(await accountRow(fixture.pool, account)).toMatchObject({ held: 1, purchases: 1, starts: 1 });
    await expectInvariants(fixture.pool);
  },
);

it('answers replays, conflicts and refusals though the answer to COMMIT was lost: nothing was to be written', async () => {
  const account = await openAccount(fixture, 1);
  const known = wish('known');
  await fixture.acceptLane.buy(account, known);
  proxy.cutNextCommit('after_server');
  const answers = await Promise.all(
    [known, wish('known'), wish('poor')].map((request) => lossy.acceptLane.buy(account, request)),
  );
  expect(answers.map(({ kind }) => kind)).toEqual(['replayed', 'conflict', 'refused']);
});

it.each(['before_server', 'after_server'] as const)(
  'claims nothing when COMMIT was lost %s and PostgreSQL is no longer reachable',
  async (cut) => {
    const account = await openAccount(fixture, 3);
    const asked = wish('open');
    proxy.cutNextCommit(cut, { thenDown: true });
    await expect(lossy.acceptLane.buy(account, asked)).rejects.toMatchObject({
      name: 'TransactionError',
      outcome: 'unknown',
    });

    proxy.mend();
    const expected = cut === 'after_server' ? 'replayed' : 'accepted';
    expect(await lossy.acceptLane.buy(account, asked)).toMatchObject({ kind: expected });
    expect(await accountRow(fixture.pool, account)).toMatchObject({ held: 1, purchases: 1, starts: 1 });
  },
);

it.each(['before_server', 'after_server'] as const)(
  'settles once when its COMMIT was lost %s and the report is repeated',
  async (cut) => {
    const account = await openAccount(fixture, 3);
    const purchaseId = await bought(fixture, account, 'charged');
    const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
    const request = { purchaseId, report: { kind: 'confirmed', delivery }, endWorkflow: true } as const;
    proxy.cutNextCommit(cut);
    await expect(lossy.settleLane.settle(account, request)).rejects.toBeInstanceOf(TransactionError);

    const again = await lossy.settleLane.settle(account, request);
    const kind = cut === 'before_server' ? 'settled' : 'already_final';
    expect(again).toMatchObject({ kind, state: { status: 'successful' } });
    expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 2, held: 0, lines: 2 });
    await expectInvariants(fixture.pool);
  },
);
