import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayAdapter, InquiryOutcome } from '../../../adapters/adapter.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { ApiFixture } from '../../support/api/fixture.ts';
import { balanceOf, bought, call, errorOf, purchaseOf } from '../../support/api/http.ts';
import { type StaffApi, startStaffApi } from '../../support/people/staff-api.ts';
import { jsonGateway } from '../../support/purchases/json-gateway.ts';

let api: ApiFixture;
let staff: StaffApi;
let reported: InquiryOutcome;

const gateway: GatewayAdapter = { ...jsonGateway(), inquiry: { inquire: async () => reported } };

beforeAll(async () => {
  staff = await startStaffApi(gateway);
  api = staff.api;
});
afterAll(() => api.close());

const statusOf = async (id: PurchaseId) => purchaseOf(await call(api, `/v1/purchases/${id}`)).status;

describe('a requery', () => {
  it('asks the gateway, books a final answer once, and is on record with its reason', async () => {
    const id = await staff.sent();
    reported = { kind: 'pending', gatewayId: 'G-1' };
    const body = { purchase_ids: [id, id], reason: 'ticket 9' };
    const open = await staff.done('ada', '/purchases/requery', body);
    expect(open.data).toEqual([{ purchase_id: id, asked: true, answer: 'pending' }]);
    expect(await statusOf(id)).toBe('pending');

    reported = { kind: 'confirmed', confirmedAt: new Date(), networkReference: 'N-1' };
    const final = await staff.done('ada', '/purchases/requery', body);
    expect(final.data).toEqual([{ purchase_id: id, asked: true, answer: 'confirmed' }]);
    expect(await statusOf(id)).toBe('successful');
    const again = await staff.done('ada', '/purchases/requery', body);
    expect(again.data).toEqual([{ purchase_id: id, asked: false, answer: 'final' }]);
    const entry = { kind: 'staff', id: staff.idOf('ada'), reason: 'ticket 9' };
    expect(await staff.entriesOf('purchase_requery', id)).toEqual([entry, entry]);
  });

  it('is limited to a few purchases, and names those that do not exist', async () => {
    const unknown = 'pur_00000000000000000000000000';
    const body = (count: number) => ({ purchase_ids: Array(count).fill(unknown), reason: 'r' });
    const { data } = await staff.done('ada', '/purchases/requery', body(20));
    expect(data).toEqual([{ purchase_id: unknown, asked: false, answer: 'no_purchase' }]);
    expect((await staff.as('ada', '/purchases/requery', body(21))).status).toBe(400);
    expect((await staff.as('ada', '/purchases/requery', { purchase_ids: ['x'], reason: 'r' })).status).toBe(
      404,
    );
    const withoutReason = await staff.as('ada', '/purchases/requery', {
      purchase_ids: [unknown],
      reason: ' ',
    });
    expect(errorOf(withoutReason)).toMatchObject({ code: 'invalid_request', param: 'reason' });
  });
});

describe('money by hand', () => {
  const entry = (amount: number, currency = 'NGN') => ({
    type: 'funding',
    amount: { amount, currency },
    reason: 'bank transfer 77',
  });

  it('is booked by finance with its reason, and waits for another person where a rule says so', async () => {
    const path = `/accounts/${api.client.accountId}/entries`;
    const [before] = await balanceOf(api);
    const booked = await staff.done('fola', path, entry(5_000));
    expect(booked.available).toEqual({ amount: before + 5_000, currency: 'NGN' });
    expect((await staff.as('fola', path, entry(5_000, 'USD'))).status).toBe(400);
    expect((await staff.as('fola', path, entry(-5_000))).status).toBe(400);
    const tooMuch = { type: 'adjustment', amount: { amount: -900_000_000, currency: 'NGN' }, reason: 'r' };
    expect((await staff.as('fola', path, tooMuch)).status).toBe(409);

    await staff.needApproval('account_fund');
    const refusal = errorOf(await staff.as('fola', path, entry(7_000)));
    expect(refusal.code).toBe('approval_required');
    const approvalId = String(refusal.details?.approval_id);
    await staff.done('gbenga', `/approvals/${approvalId}/approve`, { reason: 'seen' });
    await staff.done('fola', path, entry(7_000));
    expect((await balanceOf(api))[0]).toBe(before + 12_000);
  });
});

describe('late deliveries and contradictions', () => {
  it('are listed, decided once, and closed', async () => {
    const { id } = await bought(api);
    const purchase = uuidOf('pur', id as PurchaseId);
    await api.pool.query(
      `INSERT INTO late_confirmations (purchase_id, confirmed_at, recorded_at) VALUES ($1, app_now(), app_now())`,
      [purchase],
    );
    await api.pool.query(
      `INSERT INTO contradictions (purchase_id, kind, first_seen_at, last_seen_at)
       VALUES ($1, 'confirmed_after_refused', app_now(), app_now())`,
      [purchase],
    );
    const read = (path: string) => staff.read('fola', path);
    const account = { account_id: api.client.accountId, account_name: 'Test', livemode: true };
    expect(await read('/late-confirmations')).toEqual([
      expect.objectContaining({ purchase_id: id, ...account, resolution: null }),
    ]);
    const decision = { resolution: 'written_off', reason: 'ours' };
    await staff.done('fola', `/purchases/${id}/late-confirmation`, decision);
    expect((await staff.as('fola', `/purchases/${id}/late-confirmation`, decision)).status).toBe(404);
    expect(await read('/late-confirmations')).toEqual([]);
    expect(await read('/late-confirmations?all=true')).toEqual([
      expect.objectContaining({ purchase_id: id, resolution: 'written_off' }),
    ]);

    expect(await read('/contradictions')).toEqual([expect.objectContaining({ purchase_id: id, ...account })]);
    const closed = await staff.done('ada', `/purchases/${id}/contradictions/close`, {
      reason: 'network error',
    });
    expect(closed.closed).toHaveLength(1);
    expect(await read('/contradictions')).toEqual([]);
  });
});
