import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOpenCallbacks, type StoredCallback, storeCallback } from '../../../db/purchases/callbacks.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { NETWORK, OTHER_NETWORK } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';
import { createPurchasePorts } from '../../support/purchases/ports.ts';

let fixture: GatewayFixture;
let received = 0;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

function submit(purchaseId: PurchaseId) {
  return submitPurchase(fixture.ports, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL);
}

/** A callback that claims COMPLETED; each body is another unless `id` says so. */
function claim(purchaseId: string, id = ++received): string {
  return JSON.stringify({
    id,
    external_id: purchaseId,
    status: { id: 70_000, message: 'COMPLETED', class: { id: 7 } },
  });
}

function cameIn(body: string) {
  return { body: Buffer.from(body), headers: {} };
}

async function receive(body: string, networkId = NETWORK): Promise<StoredCallback> {
  const stored = await storeCallback(fixture.pool, networkId, true, cameIn(body));
  if (stored === null) throw new Error('it was handled before');
  await fixture.ports.callbacks.handle(stored, CALL);
  return stored;
}

async function handledAs({ id }: StoredCallback): Promise<string | null> {
  const { rows } = await fixture.pool.query<{ handled_as: string | null }>(
    `SELECT handled_as FROM gateway_callbacks WHERE id = $1`,
    [id],
  );
  return rows[0]?.handled_as ?? null;
}

async function eventsOf(purchaseId: PurchaseId): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ type: string }>(
    `SELECT type FROM events WHERE subject_id = $1 ORDER BY id`,
    [uuidOf('pur', purchaseId)],
  );
  return rows.map(({ type }) => type);
}

describe('a callback', () => {
  it('is a hint: the result of an inquiry is booked, and the waiting workflow is notified', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 30 });
    await submit(purchaseId);
    await expect.poll(() => fixture.bookOf(purchaseId).deliveries).toBe(1);
    expect(await handledAs(await receive(claim(purchaseId)))).toBe('confirmed');

    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    const { rowCount } = await fixture.pool.query(
      `SELECT FROM outbox WHERE subject_id = $1 AND topic = 'end_purchase'`,
      [uuidOf('pur', purchaseId)],
    );
    expect(rowCount).toBe(1);
  });

  it('that claims what the gateway denies books nothing and stays open', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    await submit(purchaseId);
    expect(await handledAs(await receive(claim(purchaseId)))).toBeNull();
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'pending' });
  });

  it('about a purchase of another network is ignored', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0, answer: 'reset' });
    await submit(purchaseId);
    const adapterFor = () => fixture.ports.adapterFor(NETWORK, true);
    const { callbacks } = createPurchasePorts({ ...fixture.ports, adapterFor });
    const stored = await storeCallback(fixture.pool, OTHER_NETWORK, true, cameIn(claim(purchaseId)));
    if (stored === null) throw new Error('it is new');
    await callbacks.handle(stored, CALL);
    expect(await handledAs(stored)).toBe('not_ours');
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'pending' });
  });

  it.each([
    ['an unknown external_id', () => claim(newId('pur')), 'not_ours'],
    ['an external_id in another format', () => claim('order-17'), 'not_ours'],
    ['no JSON', () => '<html>', 'unreadable'],
    ['JSON that names no order', () => '{"id":1}', 'unreadable'],
  ])('forged with %s is marked and never handled again', async (_name, body, expected) => {
    const stored = await receive(body());
    expect(await handledAs(stored)).toBe(expected);
    const open = await findOpenCallbacks(fixture.pool, -1_000, 3_600_000, 1_000);
    expect(open.map(({ id }) => id)).not.toContain(stored.id);
  });

  it('that comes before the answer to the submit settles once', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0, answer_after_ms: 300 });
    const answer = submit(purchaseId);
    await expect.poll(() => fixture.bookOf(purchaseId).deliveries).toBe(1);
    await receive(claim(purchaseId));
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });

    expect(await answer).toEqual({ kind: 'settled', report: 'confirmed' });
    expect(await eventsOf(purchaseId)).toEqual(['purchase.successful']);
  });

  it('that is doubled, one body or two, settles once', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0, answer: 'reset' });
    await submit(purchaseId);
    const same = claim(purchaseId);
    const stored = await Promise.all(
      [same, same, claim(purchaseId)].map((body) => storeCallback(fixture.pool, NETWORK, true, cameIn(body))),
    );
    expect(stored[0]?.id).toBe(stored[1]?.id);
    await Promise.all(
      stored.map(async (callback) => callback && fixture.ports.callbacks.handle(callback, CALL)),
    );

    expect(await eventsOf(purchaseId)).toEqual(['purchase.successful']);
    expect(await storeCallback(fixture.pool, NETWORK, true, cameIn(same))).toBeNull();
    const { rows } = await fixture.pool.query<{ lines: number }>(
      `SELECT count(*)::int AS lines FROM statement_lines WHERE purchase_id = $1`,
      [uuidOf('pur', purchaseId)],
    );
    expect(rows).toEqual([{ lines: 1 }]);
  });

  it('that reports a reversal refunds once, however often it arrives', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0, reverse_after_ms: 20 });
    await submit(purchaseId);
    await expect
      .poll(async () => {
        await receive(claim(purchaseId));
        return eventsOf(purchaseId);
      })
      .toEqual(['purchase.successful', 'purchase.reversed']);
    await receive(claim(purchaseId));
    expect(await eventsOf(purchaseId)).toHaveLength(2);
  });

  it('that was never handled is found among any number of others that stay open', async () => {
    for (let stuck = 0; stuck < 60; stuck++) {
      await storeCallback(fixture.pool, NETWORK, true, cameIn(claim(newId('pur'))));
    }
    const last = await storeCallback(fixture.pool, NETWORK, true, cameIn(claim(newId('pur'))));
    await expect
      .poll(async () => (await findOpenCallbacks(fixture.pool, -1_000, 3_600_000, 50)).map(({ id }) => id))
      .toContain(last?.id);
  });
});
