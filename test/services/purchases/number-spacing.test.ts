import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetOldTurns } from '../../../db/purchases/number-turns.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { nextNumber } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';

const SPACING_MS = 120_000;
let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
  await fixture.pool.query(`UPDATE networks SET number_spacing_ms = ${SPACING_MS}`);
});
afterAll(() => fixture.close());

function submit(purchaseId: PurchaseId, attempt = 1) {
  return submitPurchase(fixture.ports, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);
}

it('sends one of two purchases for a number, however near, and the other after the spacing', async () => {
  const number = nextNumber();
  const buy = () => fixture.buy(fixture.accountId, number);
  const [first, second] = await Promise.all([buy(), buy()]);
  const answers = await Promise.all([submit(first), submit(second)]);
  const waiting = answers.filter(({ kind }) => kind === 'resendable');
  expect(waiting).toEqual([
    expect.objectContaining({ reply: { kind: 'not_submitted', reason: 'too_soon' } }),
  ]);
  const late = answers[0]?.kind === 'resendable' ? first : second;
  const early = late === first ? second : first;
  expect([fixture.bookOf(early).submits, fixture.bookOf(late).submits]).toEqual([1, 0]);

  const [{ afterMs } = { afterMs: 0 }] = waiting.flatMap((one) => (one.kind === 'resendable' ? [one] : []));
  expect(afterMs).toBeGreaterThan(SPACING_MS - 60_000);
  expect(afterMs).toBeLessThanOrEqual(SPACING_MS);
  expect(await submit(late, 2)).toMatchObject({ kind: 'resendable' });
  await fixture.moveClock(SPACING_MS);
  expect((await submit(late, 3)).kind).toMatch(/settled|accepted/);
  expect(fixture.bookOf(late).submits).toBe(1);
});

it('delays neither purchases for other numbers nor a repeat of the same purchase', async () => {
  const purchaseId = await fixture.buyTold({ refuse: 'rate_limited', times: 1 });
  expect(await submit(purchaseId)).toMatchObject({ kind: 'resendable' });
  expect((await submit(purchaseId, 2)).kind).toMatch(/settled|accepted/);
  expect((await submit(await fixture.buyTold({}))).kind).toMatch(/settled|accepted/);
});

it('does not wait for a time that the clock had before it was set back', async () => {
  const number = nextNumber();
  expect((await submit(await fixture.buy(fixture.accountId, number))).kind).toMatch(/settled|accepted/);
  await fixture.moveClock(-3_600_000);
  expect((await submit(await fixture.buy(fixture.accountId, number))).kind).toMatch(/settled|accepted/);
  await fixture.moveClock(3_600_000);
});

it('forgets numbers that no spacing reaches back to', async () => {
  const count = async () =>
    (await fixture.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM number_turns')).rows[0]
      ?.count;
  await forgetOldTurns(fixture.pool);
  expect(await count()).toBeGreaterThan(0);
  await fixture.moveClock(3 * 3_600_000);
  await forgetOldTurns(fixture.pool);
  expect(await count()).toBe(0);
});
