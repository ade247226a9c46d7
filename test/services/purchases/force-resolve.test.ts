import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSubmission } from '../../../db/purchases/fence.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { type Forced, forceResolve } from '../../../services/purchases/force-resolve.ts';
import { beginPatiently } from '../../support/database.ts';
import { createLedgerFixture, type LedgerFixture } from '../../support/purchases/fixture.ts';
import { holdAccount, untilWaiting } from '../../support/purchases/holding.ts';

let fixture: LedgerFixture;
beforeAll(async () => {
  fixture = await createLedgerFixture();
});
afterAll(() => fixture.close());

function resolveAsUndelivered(purchaseId: PurchaseId): Promise<Forced> {
  const evidence = { operator: 'ada', reason: 'ticket 4711', evidence: 'MTN support, case 88' };
  const { pool, settleLane: ledger } = fixture;
  return forceResolve({ pool, ledger }, { purchaseId, outcome: 'not_delivered', ...evidence });
}

it('a purchase is not resolved as undelivered when a send began after the operator asked', async () => {
  const accountId = await fixture.openAccount();
  const purchaseId = await fixture.buy(accountId);
  const release = await holdAccount(fixture.pool, accountId);
  const resolving = resolveAsUndelivered(purchaseId);
  await untilWaiting(fixture.pool);
  const fence = await openSubmission(fixture.pool, purchaseId, 1);
  await release();

  expect(fence.kind).toBe('open');
  expect(await resolving).toEqual({ status: 'pending', moved: false, refused: 'send_under_way' });
  expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'pending' });
});

it('no send begins while a purchase is being resolved as undelivered', async () => {
  const purchaseId = await fixture.buy(await fixture.openAccount());
  const holder = await fixture.pool.connect();
  // The settlement has locked the purchase and waits to write its event.
  await beginPatiently(holder);
  await holder.query('LOCK TABLE events IN SHARE MODE');
  const resolving = resolveAsUndelivered(purchaseId);
  await untilWaiting(fixture.pool);
  const fence = openSubmission(fixture.pool, purchaseId, 1);
  await untilWaiting(fixture.pool, 2);
  await holder.query('COMMIT');
  holder.release();

  expect(await resolving).toEqual({ status: 'failed', moved: true, refused: null });
  expect(await fence).toEqual({ kind: 'final', status: 'failed' });
});
