import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMargins } from '../../../db/costs/margins.ts';
import { resolveLateConfirmation } from '../../../db/purchases/late-confirmations.ts';
import { endLateInquiry } from '../../../db/purchases/late-inquiries.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, settle, startApi } from '../../support/api/fixture.ts';
import { bought, call, order } from '../../support/api/http.ts';
import { failedAfterSend } from '../../support/console/decisions.ts';
import { ACTOR } from '../../support/people/fixture.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const CONFIRMED_AT = new Date('2026-11-21T10:00:00.000Z');
const delivery = { confirmedAt: CONFIRMED_AT, networkReference: 'N-1' };

async function read(id: string) {
  const answer = await call(api, `/v1/purchases/${id}/late-delivery`);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}

/** How many deliveries the margins count. */
async function deliveries(): Promise<number> {
  const span = { from: new Date('2026-01-01T00:00:00Z'), to: new Date(Date.now() + 86_400_000) };
  const found = await readMargins(api.pool, span, 'network');
  return found.reduce((sum, margin) => sum + margin.deliveries, 0);
}

const nothing = { delivered_at: null, charged_at: null, asked_until: null };

describe('the late delivery of a purchase', () => {
  it('is possible until the network confirms it, and then shows when it arrived and was charged', async () => {
    const id = await failedAfterSend(api, 'late-1');
    const { completed_at: failedAt } = JSON.parse((await call(api, `/v1/purchases/${id}`)).text);
    const before = await read(id);
    expect(before).toEqual({
      ...nothing,
      object: 'late_delivery',
      purchase_id: id,
      status: 'possible',
      asked_until: expect.any(String),
    });
    expect(Date.parse(before.asked_until)).toBeGreaterThan(Date.parse(failedAt));

    await settle(api, id, { kind: 'confirmed', delivery });
    const { confirmed_at: stored } = (
      await api.pool.query('SELECT confirmed_at FROM late_confirmations ORDER BY recorded_at DESC LIMIT 1')
    ).rows[0];
    const delivered = {
      ...before,
      status: 'delivered',
      asked_until: null,
      delivered_at: stored.toISOString(),
    };
    expect(await read(id)).toEqual(delivered);

    await resolveLateConfirmation(api.pool, id, 'charged_by_agreement', ACTOR);
    expect(await read(id)).toEqual({ ...delivered, charged_at: expect.any(String) });
    expect(JSON.parse((await call(api, `/v1/purchases/${id}`)).text)).toMatchObject({
      status: 'failed',
      delivery: null,
    });
  });

  it('is shown as reversed once the network took it back', async () => {
    const id = await failedAfterSend(api, 'late-2');
    await settle(api, id, { kind: 'confirmed', delivery });
    const reversal = { reversedAt: new Date(), reason: 'Reversed.' };
    await settle(api, id, { kind: 'reversed', delivery, reversal });
    expect(await read(id)).toMatchObject({ status: 'reversed', charged_at: null });
  });

  it.each([
    ['written_off', null],
    ['settled_with_network', null],
    ['charged_by_agreement', expect.any(String)],
  ] as const)('is shown as reversed also if it was %s before', async (resolution, chargedAt) => {
    const id = await failedAfterSend(api, `late-${resolution}`);
    await settle(api, id, { kind: 'confirmed', delivery });
    await resolveLateConfirmation(api.pool, id, resolution, ACTOR);
    expect(await read(id)).toMatchObject({ status: 'delivered', charged_at: chargedAt });
    const counted = await deliveries();
    const reversal = { reversedAt: new Date(), reason: 'Reversed.' };
    await settle(api, id, { kind: 'reversed', delivery, reversal });
    expect(await read(id)).toMatchObject({ status: 'reversed', charged_at: chargedAt });
    // What the network bore was not counted before either.
    expect(await deliveries()).toBe(resolution === 'settled_with_network' ? counted : counted - 1);
    const record = async () =>
      (
        await api.pool.query(
          'SELECT resolution, resolved_at, taken_back_at FROM late_confirmations WHERE purchase_id = $1',
          [uuidOf('pur', id)],
        )
      ).rows;
    const kept = await record();
    expect(kept).toEqual([{ resolution, resolved_at: expect.any(Date), taken_back_at: expect.any(Date) }]);
    await settle(api, id, { kind: 'reversed', delivery, reversal });
    expect(await record()).toEqual(kept);
  });

  it('is shown as reversed also if that came before its time was kept', async () => {
    const id = await failedAfterSend(api, 'late-3');
    await settle(api, id, { kind: 'confirmed', delivery });
    await settle(api, id, {
      kind: 'reversed',
      delivery,
      reversal: { reversedAt: new Date(), reason: 'Reversed.' },
    });
    await api.pool.query('UPDATE late_confirmations SET taken_back_at = NULL WHERE purchase_id = $1', [
      uuidOf('pur', id),
    ]);
    expect(await read(id)).toMatchObject({ status: 'reversed' });
  });

  it.each([
    ['never_received', 'not_delivered'],
    ['unknown', 'unknown'],
  ])('after inquiries that ended as %s is %s', async (outcome, status) => {
    const id = await failedAfterSend(api, `late-${outcome}`);
    await endLateInquiry(api.pool, id, outcome);
    expect(await read(id)).toMatchObject({ status });
  });

  it('does not exist if the network refused the purchase, or while it is pending', async () => {
    const { id } = await bought(api, order());
    expect(await read(id)).toEqual({ ...nothing, object: 'late_delivery', purchase_id: id, status: 'none' });
    await settle(api, id, { kind: 'refused', code: 'number_barred' });
    expect(await read(id)).toMatchObject({ ...nothing, status: 'none' });
  });

  it('of an unknown purchase is not found', async () => {
    expect((await call(api, '/v1/purchases/pur_none/late-delivery')).status).toBe(404);
  });
});
