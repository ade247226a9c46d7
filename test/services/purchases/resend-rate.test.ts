import { afterAll, beforeAll, expect, it } from 'vitest';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { QUEUE } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';

const PER_SECOND = 10;
const PURCHASES = 40;
const ROUNDS_MAX = 20;

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

function submit(purchaseId: PurchaseId, attempt: number) {
  return submitPurchase(fixture.ports, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);
}

it('repeats no faster than the network’s rate, as its gateway sees it, and lets new purchases wait meanwhile', async () => {
  const all = await Promise.all(
    Array.from({ length: PURCHASES }, () => fixture.buyTold({ refuse: 'rate_limited', times: 1 })),
  );
  await Promise.all(all.map((purchaseId) => submit(purchaseId, 1)));
  const submits = () => all.reduce((sum, purchaseId) => sum + fixture.bookOf(purchaseId).submits, 0);
  expect(submits()).toBe(PURCHASES);

  await fixture.pool.query(
    `UPDATE network_queues SET rate_per_second = $2, burst = $2, tokens = 0, tokens_at = app_now() WHERE queue = $1`,
    [QUEUE, PER_SECOND],
  );
  let waiting: readonly PurchaseId[] = all;
  let movedMs = 0;
  const began = performance.now();
  for (let attempt = 2; waiting.length > 0 && attempt < ROUNDS_MAX; attempt++) {
    const answers = await Promise.all(
      waiting.map(async (purchaseId) => ({ purchaseId, ...(await submit(purchaseId, attempt)) })),
    );
    // A second's worth in advance, and what the bucket has taken in since.
    const seconds = (performance.now() - began + movedMs) / 1_000;
    expect(submits() - PURCHASES).toBeLessThanOrEqual(PER_SECOND * (1 + seconds) + 1);
    const refused = answers.filter(({ kind }) => kind === 'resendable');
    if (attempt === 2) {
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]).toMatchObject({ reply: { kind: 'not_submitted', reason: 'rate_limited' } });
      await fixture.buy(fixture.accountId);
      expect(await admitPurchases(fixture.pool, QUEUE, 10, 1_000)).toMatchObject({ admitted: [] });
    }
    waiting = refused.map(({ purchaseId }) => purchaseId);
    await fixture.moveClock(1_000);
    movedMs += 1_000;
  }
  expect(waiting).toEqual([]);
  expect(submits()).toBe(2 * PURCHASES);
});
