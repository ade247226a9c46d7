import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAction } from '../../db/audit/record.ts';
import { readProvedVolume } from '../../db/purchases/proved-volume.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import { createProcessMetrics } from '../../observability/metrics/process.ts';
import { addProvedVolume } from '../../observability/metrics/proved-volume.ts';
import { submitPurchase } from '../../services/purchases/submit.ts';
import type { Sender } from '../../services/webhooks/send.ts';
import { NETWORK } from '../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../support/purchases/gateway.ts';

const DAY_MS = 86_400_000;

describe('the metrics of promises', () => {
  it('count final purchases by whether they were in time, and no reversal', async () => {
    const { registry, settled } = createProcessMetrics('worker');
    const resolveBy = new Date(10_000);
    const settle = (state: object) => settled({ order: { resolveBy }, state } as unknown as Purchase);
    settle({ status: 'successful', completedAt: new Date(9_000) });
    settle({ status: 'failed', completedAt: new Date(10_000) });
    settle({ status: 'failed', completedAt: new Date(10_001) });
    settle({ status: 'reversed', completedAt: new Date(9_000) });
    const text = await registry.metrics();
    expect(text).toMatch(/^bundlewire_purchases_final_total\{in_time="yes"\} 2$/m);
    expect(text).toMatch(/^bundlewire_purchases_final_total\{in_time="no"\} 1$/m);
  });

  it('measure how long an event waited for its first attempt, and for no other', async () => {
    const { registry, countSends } = createProcessMetrics('worker');
    const delivered = { outcome: 'delivered', httpStatus: 200, error: null } as const;
    const sender = countSends({
      send: async () => ({ ...delivered, address: null, durationMs: 1, answer: null }),
      close: async () => {},
    } satisfies Sender);
    const common = {
      purchaseId: null,
      type: 'purchase.successful',
      body: '{}',
      url: 'https://a.example',
      secrets: [],
    };
    const eventId = newId('evt', Date.now() - 7_000);
    await sender.send({ ...common, eventId, attempt: 1 });
    await sender.send({ ...common, eventId, attempt: 2 });
    await sender.send({ ...common, eventId: newId('evt'), attempt: 1 });
    const text = await registry.metrics();
    const name = 'bundlewire_webhook_first_attempt_delay_seconds';
    expect(text).toContain(`${name}_count{outcome="delivered"} 2`);
    expect(text).toContain(`${name}_bucket{le="5",outcome="delivered"} 1`);
    expect(text).toContain(`${name}_bucket{le="10",outcome="delivered"} 2`);
  });
});

describe('the volume that was proved', () => {
  let fixture: GatewayFixture;
  beforeAll(async () => {
    fixture = await createGatewayFixture();
  });
  afterAll(() => fixture.close());

  it('is what was charged on routes whose list was compared within 24 hours after the day', async () => {
    const prices = [await buy(), await buy()];
    const [onMain = 0, elsewhere = 0] = prices;
    // The second was sent on another route, whose list no one compares in time.
    await fixture.pool.query(
      `UPDATE submissions SET route = 'other' WHERE purchase_id = (SELECT id FROM purchases ORDER BY id DESC LIMIT 1)`,
    );
    const { rows } = await fixture.pool.query<{ day: string }>(
      `SELECT to_char(app_now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
    );
    const day = rows[0]?.day ?? '';

    await compare(day, 'other');
    await pass(DAY_MS);
    await compare(day, 'main');
    await pass(DAY_MS);
    await compare(day, 'other');
    const [volume] = await readProvedVolume(fixture.pool);
    expect(volume).toEqual({ currency: 'NGN', charged: onMain + elsewhere, proved: onMain });

    const registry = new Registry();
    addProvedVolume(registry, fixture.pool);
    const wanted = [
      `bundlewire_charged_volume{currency="NGN"} ${onMain + elsewhere}`,
      `bundlewire_proved_volume{currency="NGN"} ${onMain}`,
    ];
    // A read that takes too long on a busy machine is left out.
    await expect
      .poll(async () => (await registry.metrics()).split('\n'))
      .toEqual(expect.arrayContaining(wanted));
  });

  async function buy(): Promise<number> {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    await submitPurchase(fixture.ports, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    const { rows } = await fixture.pool.query<{ price: string }>(
      'SELECT price FROM purchases ORDER BY id DESC LIMIT 1',
    );
    return Number(rows[0]?.price);
  }

  function compare(date: string, route: string): Promise<void> {
    return inTransaction(fixture.pool, (tx) =>
      recordAction(tx, {
        operator: 'ada',
        reason: 'daily',
        action: 'gateway_reconcile',
        accountId: null,
        subject: NETWORK,
        details: { date, livemode: true, route },
      }),
    );
  }

  async function pass(ms: number): Promise<void> {
    await fixture.pool.query('UPDATE app_clock SET offset_ms = offset_ms + $1', [ms]);
  }
});
