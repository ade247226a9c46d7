import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { recordAnswer, storeConfirmation } from '../../../db/purchases/submissions.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

function submit(purchaseId: PurchaseId, attempt = 1) {
  return submitPurchase(fixture.ports, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);
}

function inquire(purchaseId: PurchaseId) {
  return fixture.ports.inquirer.inquire({ purchaseId, source: 'inquiry', endWorkflow: false }, CALL);
}

function settle(purchaseId: PurchaseId, kind: 'expired') {
  return fixture.settleLane.settle(fixture.accountId, { purchaseId, report: { kind }, endWorkflow: false });
}

/** Moves the clock to a moment as far from `resolve_by`, for good: later purchases have their own. */
function moveTo(beforeResolveByMs: number) {
  return fixture.moveClock(RESOLVE_WITHIN_MS - beforeResolveByMs);
}

describe('a crash', () => {
  it('between fence and send is not sent again: the gateway is asked, and only "never received" lets it be resent', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    await openSubmission(fixture.pool, purchaseId, 1);

    expect(await submit(purchaseId)).toEqual({ kind: 'unknown', reply: null });
    expect(fixture.bookOf(purchaseId).submits).toBe(0);
    expect(await inquire(purchaseId)).toMatchObject({ kind: 'resendable', afterMs: 0 });

    expect(await submit(purchaseId, 2)).toEqual({ kind: 'settled', report: 'confirmed' });
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
  });

  it('between send and record is not sent again: the inquiry finds what was delivered', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    const recordLost = { ...fixture.ports, pool: brokenAfter(fixture, 1) };
    await expect(
      submitPurchase(recordLost, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL),
    ).rejects.toThrow('the connection is gone');

    expect(await submit(purchaseId)).toEqual({ kind: 'unknown', reply: null });
    expect(await inquire(purchaseId)).toEqual({ kind: 'settled', report: 'confirmed' });
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
  });

  it('after a recorded not_submitted may be sent again, as the next attempt', async () => {
    const purchaseId = await fixture.buyTold({ refuse: 'rate_limited', times: 1 });
    expect(await submit(purchaseId)).toMatchObject({ kind: 'resendable', afterMs: 2_000 });
    expect(await submit(purchaseId)).toEqual({ kind: 'resendable', afterMs: 2_000, reply: null });
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 0 });

    expect(await submit(purchaseId, 2)).toMatchObject({ kind: 'accepted' });
    await expect.poll(() => inquire(purchaseId)).toEqual({ kind: 'settled', report: 'confirmed' });
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 2, deliveries: 1 });
  });
});

describe('an inquiry', () => {
  it('does not report an order that was never sent as never received', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    expect(await inquire(purchaseId)).toMatchObject({ kind: 'unknown' });
  });

  it('that finds the order hidden inside the hold does not let it be resent', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    await submit(purchaseId);
    expect(await inquire(purchaseId)).toMatchObject({ kind: 'accepted' });
  });

  it('that finds a reversal books charge and refund, and a second one changes nothing', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0, reverse_after_ms: 1, answer: 'reset' });
    await submit(purchaseId);
    await expect.poll(() => inquire(purchaseId)).toEqual({ kind: 'settled', report: 'reversed' });
    await inquire(purchaseId);

    const { rows } = await fixture.pool.query<{ type: string }>(
      `SELECT type FROM statement_lines WHERE purchase_id = $1 ORDER BY seq`,
      [uuidOf('pur', purchaseId)],
    );
    expect(rows.map(({ type }) => type)).toEqual(['purchase', 'reversal']);
  });
});

describe('a confirmation', () => {
  it('stored before resolve_by makes it successful although it is settled after', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    await submit(purchaseId);
    await moveTo(60_000);
    const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
    await storeConfirmation(fixture.pool, purchaseId, delivery, 'callback');
    await fixture.moveClock(120_000);

    await settle(purchaseId, 'expired');
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'successful',
      network_reference: 'N-1',
    });
  });

  it('in an answer that was recorded, but never settled, counts as well', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    await openSubmission(fixture.pool, purchaseId, 1);
    const confirmation = { confirmedAt: new Date(), networkReference: 'N-2' };
    await recordAnswer(fixture.pool, purchaseId, 1, {
      outcome: 'confirmed',
      gatewayId: null,
      detail: null,
      confirmation,
      nextActionMs: 0,
    });
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await settle(purchaseId, 'expired');
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'successful',
      network_reference: 'N-2',
    });
  });

  it('after resolve_by is listed as late, charges nothing, and ends the late inquiry', async () => {
    const purchaseId = await fixture.buyTold({ answer: 'reset', end_after_ms: 0 });
    await submit(purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await settle(purchaseId, 'expired');

    expect(await inquire(purchaseId)).toEqual({ kind: 'settled', report: 'confirmed' });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ failure_code: 'network_timeout' });
    const { rows } = await fixture.pool.query<{ lines: number; late: number; inquiries: number }>(
      `SELECT (SELECT count(*)::int FROM statement_lines WHERE purchase_id = $1) AS lines,
              (SELECT count(*)::int FROM late_confirmations WHERE purchase_id = $1) AS late,
              (SELECT count(*)::int FROM late_inquiries WHERE purchase_id = $1) AS inquiries`,
      [uuidOf('pur', purchaseId)],
    );
    expect(rows).toEqual([{ lines: 0, late: 1, inquiries: 1 }]);
  });
});

/** The pool of a process whose connection to PostgreSQL breaks after so many queries. */
function brokenAfter({ pool }: GatewayFixture, queries: number): GatewayFixture['pool'] {
  let left = queries;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (...args: Parameters<typeof target.query>) => {
        left -= 1;
        if (left < 0) throw new Error('the connection is gone');
        return target.query(...args);
      };
    },
  });
}
