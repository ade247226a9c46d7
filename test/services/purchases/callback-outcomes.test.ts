import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InquiryOutcome } from '../../../adapters/adapter.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { DUE_SOON_MS } from '../../../domain/purchase/deadline.ts';
import { NETWORK, RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';
import {
  alertsOf,
  CONFIRMED,
  inquire,
  lateConfirmationsOf,
  scripted,
  submit,
} from '../../support/purchases/scripted-gateway.ts';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

describe('a callback', () => {
  async function receive(
    reading: object,
    inquired: InquiryOutcome = { kind: 'unavailable', detail: 'not expected' },
  ) {
    const body = Buffer.from(JSON.stringify(reading));
    const stored = await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} });
    if (stored === null) throw new Error('it was handled before');
    await scripted(fixture, inquired).callbacks.handle(stored, CALL);
    const { rows } = await fixture.pool.query<{ handled_as: string }>(
      `SELECT handled_as FROM gateway_callbacks WHERE id = $1`,
      [stored.id],
    );
    return rows[0]?.handled_as;
  }

  it('that is signed is booked without an inquiry', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, { kind: 'accepted', gatewayId: '1' }), purchaseId);
    const outcome = { ...CONFIRMED, confirmedAt: new Date().toISOString() };
    expect(await receive({ kind: 'verified', gatewayReference: purchaseId, outcome })).toBe('confirmed');
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'successful',
      network_reference: 'N1',
    });
  });

  it.each([
    ['has been reversed since leaves nothing open', 'voided', 'taken back by the network'],
    ['still stands is our loss until an operator decides', 'confirmed', null],
    ['cannot be inquired of is our loss until an operator decides', 'unavailable', null],
  ] as const)('of a delivery after a refund, whose order %s', async (_what, found, resolution) => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, { kind: 'accepted', gatewayId: '1' }), purchaseId);
    const now = new Date().toISOString();
    const voided = {
      kind: 'reversed',
      deliveryKnown: false,
      confirmedAt: now,
      reversedAt: now,
      networkReference: 'N1',
      reason: 'Refunded by the network.',
    };
    expect(await receive({ kind: 'verified', gatewayReference: purchaseId, outcome: voided })).toBe('voided');
    const inquired: Record<typeof found, InquiryOutcome> = {
      voided: { ...voided, kind: 'reversed', confirmedAt: new Date(), reversedAt: new Date() },
      confirmed: CONFIRMED,
      unavailable: { kind: 'unavailable', detail: 'no answer' },
    };
    const delivered = { ...CONFIRMED, confirmedAt: now };
    expect(
      await receive({ kind: 'verified', gatewayReference: purchaseId, outcome: delivered }, inquired[found]),
    ).toBe('confirmed');

    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'failed',
      failure_code: 'network_rejected',
    });
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([{ resolution }]);
  });

  it('that is rejected books nothing and raises an alert', async () => {
    expect(await receive({ kind: 'rejected', detail: 'its signature is wrong' })).toBe('rejected');
    expect(await alertsOf(fixture, 'callback_rejected')).toEqual([
      expect.objectContaining({ detail: 'its signature is wrong' }),
    ]);
  });

  it('with the body of a rejected one is stored when its headers are right', async () => {
    const body = Buffer.from(JSON.stringify({ kind: 'of_no_order', detail: 'prices' }));
    const forged = await storeCallback(fixture.pool, NETWORK, true, {
      body,
      headers: { signature: 'wrong' },
    });
    const genuine = await storeCallback(fixture.pool, NETWORK, true, {
      body,
      headers: { signature: 'right' },
    });
    expect(forged?.id).not.toBe(genuine?.id);
  });
});

describe('a signed callback that came in time, and whose process died, goes before a report that comes late', () => {
  const now = () => new Date().toISOString();
  /** Until `resolve_by`: it is due soon, and there is time for a send. */
  const LEFT_MS = DUE_SOON_MS - 2_000;

  /** A purchase that was sent, whose callback waits, after an outage until past its deadline. */
  async function afterOutage(outcome: object): Promise<PurchaseId> {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, { kind: 'accepted', gatewayId: '1' }), purchaseId);
    const body = Buffer.from(JSON.stringify({ kind: 'verified', gatewayReference: purchaseId, outcome }));
    await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} }, purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS + 60_000);
    return purchaseId;
  }
  const delivered = () => ({ ...CONFIRMED, confirmedAt: now() });
  const reversed = {
    kind: 'reversed',
    deliveryKnown: true,
    networkReference: 'N1',
    reason: 'Refunded by the network.',
  } as const;

  it('of an inquiry', async () => {
    const purchaseId = await afterOutage(delivered());
    await inquire(scripted(fixture, CONFIRMED), purchaseId);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([]);
  });

  it('of a reversal', async () => {
    const purchaseId = await afterOutage(delivered());
    const found = { ...reversed, confirmedAt: new Date(), reversedAt: new Date() };
    await inquire(scripted(fixture, found), purchaseId);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'reversed' });
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([]);
  });

  it('of the answer to the order', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await fixture.moveClock(RESOLVE_WITHIN_MS - LEFT_MS);
    const ports = scripted(fixture, CONFIRMED);
    const adapter = ports.adapterFor(NETWORK, true);
    if (adapter === null) throw new Error('the network has a gateway');
    const submitAfterOutage = async (...order: Parameters<typeof adapter.submit>) => {
      const verified = { kind: 'verified', gatewayReference: purchaseId, outcome: delivered() };
      const body = Buffer.from(JSON.stringify(verified));
      await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} }, purchaseId);
      await fixture.moveClock(LEFT_MS + DUE_SOON_MS);
      return adapter.submit(...order);
    };
    await submit({ ...ports, adapterFor: () => ({ ...adapter, submit: submitAfterOutage }) }, purchaseId);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([]);
  });

  it('of a second callback', async () => {
    const purchaseId = await afterOutage(delivered());
    const later = {
      kind: 'verified',
      gatewayReference: purchaseId,
      outcome: { ...delivered(), networkReference: 'N2' },
    };
    const body = Buffer.from(JSON.stringify(later));
    const stored = await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} }, purchaseId);
    if (stored === null) throw new Error('it is new');
    await scripted(fixture).callbacks.handle(stored, CALL);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'successful',
      network_reference: 'N1',
    });
  });
});
