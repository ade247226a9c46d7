import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BatchResource } from '../../../../contract/batches/batch.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import { verifyInvariants } from '../../../../services/invariants/verify.ts';
import { atPrice } from '../../../support/batches/at-price.ts';
import {
  asBatchId,
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { settleOne } from '../../../support/batches/settle-one.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

/** Amounts, after checking that they add up. */
function amountsOf({ cost, charged, refunded, held, not_spent }: BatchResource) {
  expect(cost.amount).toBe(charged.amount - refunded.amount + held.amount + not_spent.amount);
  return [charged.amount, refunded.amount, held.amount, not_spent.amount];
}

async function amounts(id: string) {
  return amountsOf(await getBatch(fixture, id));
}

/** Charges and refunds of a batch on the account's statement. */
async function onStatement(id: string) {
  const { rows } = await fixture.pool.query<{ charged: number; refunded: number }>({
    text: `
      SELECT coalesce(-sum(amount) FILTER (WHERE type = 'purchase'), 0)::bigint AS charged,
             coalesce(sum(amount) FILTER (WHERE type = 'reversal'), 0)::bigint AS refunded
        FROM statement_lines WHERE purchase_id IN (SELECT id FROM purchases WHERE batch_id = $1)`,
    values: [uuidOf('bat', asBatchId(id))],
  });
  return rows[0];
}

async function brokenInvariants() {
  const { results } = await verifyInvariants({
    pool: fixture.pool,
    temporal: null,
    books: null,
    recheckAfterMs: 0,
  });
  return results.filter(({ kind }) => kind === 'broken');
}

it('[batch.money] equals the statement to the kobo through delivery, failure and reversal', async () => {
  const batch = await uploaded(fixture, goodFile(5), { reference: 'money' });
  const { id } = batch;
  expect(amountsOf(batch)).toEqual([0, 0, 0, 5 * PRICE]);
  expect(batch.file_sha256).toMatch(/^[0-9a-f]{64}$/);

  await releaseOnce(await atPrice(fixture, PRICE - 7), id);
  const paid = PRICE - 7;
  expect(await amounts(id)).toEqual([0, 0, 5 * paid, 35]);

  await settleOne(fixture, 'refused');
  expect(await amounts(id)).toEqual([0, 0, 4 * paid, PRICE + 28]);
  await settleOne(fixture, 'reversed');
  await confirmAll(fixture);
  expect(await amounts(id)).toEqual([4 * paid, paid, 0, 2 * PRICE + 21]);
  expect(await onStatement(id)).toEqual({ charged: 4 * paid, refunded: paid });
  expect(await brokenInvariants()).toEqual([]);
});

it('reads the purchases where an older process moved the counts, and fills the tallies in at the end', async () => {
  const { id } = await uploaded(fixture, goodFile(2), { reference: 'rolling' });
  await releaseOnce(fixture, id);
  // As the previous version counts a delivery.
  await confirmAll(fixture);
  await fixture.pool.query(`UPDATE batch_tallies SET pending = 1, successful = 1`);
  await fixture.pool.query(`UPDATE batch_tallies SET pending = 0, successful = 2`);
  expect(await tallied()).toEqual([{ held: null, charged: null, refunded: null }]);
  expect(await amounts(id)).toEqual([2 * PRICE, 0, 0, 0]);

  expect(await releaseOnce(fixture, id)).toMatchObject({ state: 'completed' });
  expect(await tallied()).toEqual([{ held: 0, charged: 2 * PRICE, refunded: 0 }]);
  expect(await amounts(id)).toEqual([2 * PRICE, 0, 0, 0]);
  expect(await brokenInvariants()).toEqual([]);
});

async function tallied() {
  const { rows } = await fixture.pool.query('SELECT held, charged, refunded FROM batch_tallies');
  return rows;
}
