import { afterAll, beforeAll, expect, it } from 'vitest';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { QUEUE } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';

/** So slow that next to nothing comes back while a test stands still; its clock is moved in long steps. */
const PER_SECOND = 0.1;
const STEP_MS = 100_000;
/** What comes back in a step. */
const BURST = 10;
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
  let attempt = 0;
  let unsent: readonly PurchaseId[] = all;
  // A busy machine holds some of them up so long that they are not sent.
  while (unsent.length > 0) {
    attempt += 1;
    const answers = await Promise.all(
      unsent.map(async (purchaseId) => ({ purchaseId, ...(await submit(purchaseId, attempt)) })),
    );
    unsent = answers.flatMap((answer) =>
      'reply' in answer && answer.reply?.reason === 'held_up' ? [answer.purchaseId] : [],
    );
  }
  const submits = () => all.reduce((sum, purchaseId) => sum + fixture.bookOf(purchaseId).submits, 0);
  expect(submits()).toBe(PURCHASES);

  await fixture.pool.query(
    `UPDATE network_queues SET rate_per_second = $2, burst = $3, tokens = 0, tokens_at = app_now() WHERE queue = $1`,
    [QUEUE, PER_SECOND, BURST],
  );
  let waiting: readonly PurchaseId[] = all;
  let movedMs = 0;
  const began = performance.now();
  for (let round = 1; waiting.length > 0 && round < ROUNDS_MAX; round++) {
    attempt += 1;
    const answers = await Promise.all(
      waiting.map(async (purchaseId) => ({ purchaseId, ...(await submit(purchaseId, attempt)) })),
    );
    // A second's worth in advance, and what the bucket has taken in since.
    const seconds = (performance.now() - began + movedMs) / 1_000;
    expect(submits() - PURCHASES).toBeLessThanOrEqual(PER_SECOND * (1 + seconds) + 1);
    const refused = answers.filter(({ kind }) => kind === 'resendable');
    if (round === 1) {
      expect(refused.length).toBeGreaterThan(0);
      expect(refused).toContainEqual(
        expect.objectContaining({ reply: { kind: 'not_submitted', reason: 'rate_limited' } }),
      );
      await fixture.buy(fixture.accountId);
      expect(await admitPurchases(fixture.pool, QUEUE, 10, 1_000)).toMatchObject({ admitted: [] });
    }
    waiting = refused.map(({ purchaseId }) => purchaseId);
    await fixture.moveClock(STEP_MS);
    movedMs += STEP_MS;
  }
  expect(waiting).toEqual([]);
  expect(submits()).toBe(2 * PURCHASES);
});
