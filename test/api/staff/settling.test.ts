import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClock, storeConfirmation } from '../../../db/purchases/submissions.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, PRICE } from '../../support/api/fixture.ts';
import { balanceOf, bought, call, errorOf, purchaseOf } from '../../support/api/http.ts';
import { type StaffApi, startStaffApi } from '../../support/people/staff-api.ts';
import { jsonGateway } from '../../support/purchases/json-gateway.ts';

let api: ApiFixture;
let staff: StaffApi;
beforeAll(async () => {
  staff = await startStaffApi(jsonGateway());
  api = staff.api;
});
afterAll(() => api.close());

const statusOf = async (id: PurchaseId) => purchaseOf(await call(api, `/v1/purchases/${id}`)).status;

describe('settling by hand', () => {
  it('needs another person where a rule says so, who approves exactly this', async () => {
    await staff.needApproval('purchase_resolve');
    const id = await staff.sent();
    const [availableBefore] = await balanceOf(api);
    const body = { outcome: 'not_delivered', evidence: 'MTN ticket 1', reason: 'client asks' };
    const waits = await staff.done('ada', `/purchases/${id}/resolve`, body);
    expect(waits).toEqual({ purchase_id: id, status: 'pending', moved: false, refused: 'unapproved' });

    const [approval] = await staff.read('ben', '/approvals');
    expect(approval).toMatchObject({
      kind: 'purchase_resolve',
      status: 'requested',
      amount: { amount: PRICE, currency: 'NGN' },
      terms: { purchase: id, outcome: 'not_delivered' },
      requested_by: { kind: 'person', id: staff.idOf('ada') },
    });
    const own = await staff.as('ada', `/approvals/${approval.id}/approve`, { reason: 'mine' });
    expect(errorOf(own).code).toBe('permission_denied');
    const notHers = await staff.as('ben', `/approvals/${approval.id}/withdraw`, { reason: 'not mine' });
    expect(errorOf(notHers).code).toBe('permission_denied');
    const approved = await staff.done('ben', `/approvals/${approval.id}/approve`, { reason: 'checked' });
    expect(approved).toMatchObject({ status: 'approved', steps_given: 1 });

    const other = await staff.done('ada', `/purchases/${id}/resolve`, {
      ...body,
      evidence: 'another ticket',
    });
    expect(other.refused).toBe('unapproved');
    const moved = await staff.done('ada', `/purchases/${id}/resolve`, body);
    expect(moved).toEqual({ purchase_id: id, status: 'failed', moved: true, refused: null });
    expect(await balanceOf(api)).toEqual([availableBefore + PRICE, 0]);
    expect((await staff.as('ben', `/approvals/${approval.id}/reject`, { reason: 'late' })).status).toBe(409);
  });

  it('takes no evidence with the phone number, and charges nothing that was never sent', async () => {
    const { id, phone_number } = await bought(api);
    const body = { outcome: 'delivered', evidence: `ticket of ${phone_number}`, reason: 'r' };
    expect(errorOf(await staff.as('ada', `/purchases/${id}/resolve`, body))).toMatchObject({
      param: 'evidence',
    });
    const unsent = await staff.done('ada', `/purchases/${id}/resolve`, { ...body, evidence: 'ticket 2' });
    expect(unsent).toMatchObject({ moved: false, refused: 'never_sent' });
  });
});

describe('a purchase settled by hand', () => {
  const settle = (id: PurchaseId, outcome: string, evidence = 'MTN ticket 3') =>
    staff.done('ada', `/purchases/${id}/resolve`, { outcome, evidence, reason: 'client asks' });
  const settled = async (id: PurchaseId) => (await staff.trace('ben', id)).settled_by_hand;
  const expire = (id: PurchaseId) =>
    api.pool.query('UPDATE purchases SET resolve_by = created_at WHERE id = $1', [uuidOf('pur', id)]);

  beforeAll(() => api.pool.query('DELETE FROM staff_approval_rules'));

  it('says what was booked, also if that is not what was requested', async () => {
    const [delivered, late, confirmed] = [await staff.sent(), await staff.sent(), await staff.sent()];
    await settle(delivered, 'delivered');
    expect(await settled(delivered)).toMatchObject({ outcome: 'delivered', booked: 'delivered' });

    await expire(late);
    expect(await settle(late, 'delivered')).toMatchObject({ status: 'failed', moved: true });
    expect(await settled(late)).toMatchObject({ outcome: 'delivered', booked: 'delivered_too_late' });

    const delivery = { confirmedAt: await readClock(api.pool), networkReference: null };
    await storeConfirmation(api.pool, confirmed, delivery, 'callback');
    expect(await settle(confirmed, 'not_delivered')).toMatchObject({ status: 'successful', moved: true });
    expect(await settled(confirmed)).toMatchObject({
      outcome: 'not_delivered',
      booked: 'confirmed_before',
    });
  });

  it('keeps the one who settled it when a delivery is recorded after that', async () => {
    const id = await staff.sent();
    await settle(id, 'not_delivered', 'first');
    await settle(id, 'delivered', 'second');
    expect(await staff.entriesOf('purchase_resolve', id)).toHaveLength(2);
    expect(await settled(id)).toMatchObject({ booked: 'not_delivered', evidence: 'first' });
  });
});

describe('settling several by hand', () => {
  const body = { outcome: 'not_delivered', evidence: 'MTN ticket 5', reason: 'outage' };

  it('settles each by itself, and says the outcome of each', async () => {
    await api.pool.query('DELETE FROM staff_approval_rules');
    const [first, second] = [await staff.sent(), await staff.sent()];
    await staff.done('ada', `/purchases/${second}/resolve`, body);
    const { data } = await staff.done('ada', '/purchases/resolve', {
      ...body,
      purchase_ids: [first, second, first],
    });
    expect(data).toEqual([
      { purchase_id: first, status: 'failed', moved: true, refused: null },
      { purchase_id: second, status: 'failed', moved: false, refused: null },
    ]);
    const trace = await staff.trace('ben', first);
    expect(trace.settled_by_hand).toEqual({
      at: expect.any(String),
      principal_kind: 'staff',
      principal_id: staff.idOf('ada'),
      outcome: 'not_delivered',
      booked: 'not_delivered',
      evidence: 'MTN ticket 5',
      reason: 'outage',
    });
    expect((await staff.trace('ben', await staff.sent())).settled_by_hand).toBeNull();
    const entry = { kind: 'staff', id: staff.idOf('ada'), reason: 'outage' };
    expect(await staff.entriesOf('purchase_resolve', first)).toEqual([entry]);
  });

  it('requests an approval of each where a rule says so', async () => {
    await staff.needApproval('purchase_resolve');
    const ids = [await staff.sent(), await staff.sent()];
    const waits = await staff.done('ada', '/purchases/resolve', { ...body, purchase_ids: ids });
    expect(waits.data).toEqual(
      ids.map((id) => ({ purchase_id: id, status: 'pending', moved: false, refused: 'unapproved' })),
    );
    const approvals: { id: string; terms: { purchase: string } }[] = await staff.read('ben', '/approvals');
    const approved = approvals.find(({ terms }) => terms.purchase === ids[0]);
    await staff.done('ben', `/approvals/${approved?.id}/approve`, { reason: 'checked' });
    const { data } = await staff.done('ada', '/purchases/resolve', { ...body, purchase_ids: ids });
    expect(data).toEqual([
      { purchase_id: ids[0], status: 'failed', moved: true, refused: null },
      { purchase_id: ids[1], status: 'pending', moved: false, refused: 'unapproved' },
    ]);
  });

  it('does nothing if an id is unknown, the evidence holds one of the numbers, or there are too many', async () => {
    const id = await staff.sent();
    const unknown = { ...body, purchase_ids: [id, 'pur_00000000000000000000000000'] };
    const refused = await staff.as('ada', '/purchases/resolve', unknown);
    expect(refused.status).toBe(404);
    expect(errorOf(refused)).toMatchObject({ param: 'purchase_ids' });
    const { phone_number } = purchaseOf(await call(api, `/v1/purchases/${id}`));
    const named = { ...body, evidence: `ticket of ${phone_number}`, purchase_ids: [id] };
    expect(errorOf(await staff.as('ada', '/purchases/resolve', named))).toMatchObject({ param: 'evidence' });
    expect(
      (await staff.as('ada', '/purchases/resolve', { ...body, purchase_ids: Array(101).fill(id) })).status,
    ).toBe(400);
    const single = { ...body, purchase_ids: [id], network_reference: 'N-1' };
    expect((await staff.as('ada', '/purchases/resolve', single)).status).toBe(400);
    expect(await statusOf(id)).toBe('pending');
  });
});
