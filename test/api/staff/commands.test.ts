import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayAdapter, InquiryOutcome } from '../../../adapters/adapter.ts';
import { replaceStaffRule } from '../../../db/approvals/staff/rules.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import type { StaffRole } from '../../../domain/access/staff.ts';
import type { StaffKind } from '../../../domain/approvals/staff.ts';
import { type PurchaseId, readId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, PRICE, startApi } from '../../support/api/fixture.ts';
import { balanceOf, bought, call, errorOf, order, purchaseOf } from '../../support/api/http.ts';
import { ACTOR, browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';
import { jsonGateway } from '../../support/purchases/json-gateway.ts';

let api: ApiFixture;
let reported: InquiryOutcome;
const people = new Map<string, Awaited<ReturnType<typeof staffAs>>>();

const gateway: GatewayAdapter = { ...jsonGateway(), inquiry: { inquire: async () => reported } };

beforeAll(async () => {
  api = await startApi({ gateway });
  for (const [name, role] of [
    ['ada', 'operator'],
    ['ben', 'operator'],
    ['fola', 'finance'],
    ['gbenga', 'finance'],
  ] as const satisfies readonly (readonly [string, StaffRole])[])
    people.set(name, await staffAs(api, role));
});
afterAll(() => api.close());

function as(name: string, path: string, body: object) {
  const cookie = people.get(name)?.cookie ?? '';
  return browse(api, `/v1/staff${path}`, { method: 'POST', cookie, body });
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
async function done(name: string, path: string, body: object): Promise<any> {
  const answer = await as(name, path, body);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text);
}

async function sent(): Promise<PurchaseId> {
  const id = readId('pur', (await bought(api, order())).id);
  if (id === null) throw new Error('it has an id');
  await openSubmission(api.pool, id, 1);
  await api.pool.query(
    `UPDATE submissions SET answered_at = app_now(), outcome = 'unknown', detail = 'timed_out' WHERE purchase_id = $1`,
    [uuidOf('pur', id)],
  );
  return id;
}

const statusOf = async (id: PurchaseId) => purchaseOf(await call(api, `/v1/purchases/${id}`)).status;

async function entriesOf(action: string, subject: string) {
  const { rows } = await api.pool.query(
    'SELECT principal_kind AS kind, principal_id AS id, reason FROM audit_log WHERE action = $1 AND subject = $2',
    [action, subject],
  );
  return rows;
}

function needApproval(kind: StaffKind) {
  return replaceStaffRule(
    api.pool,
    { kind, currency: 'NGN', oneFrom: 1, twoFrom: null, validHours: 72 },
    ACTOR,
  );
}

describe('a requery', () => {
  it('asks the gateway, books a final answer once, and is on record with its reason', async () => {
    const id = await sent();
    reported = { kind: 'pending', gatewayId: 'G-1' };
    const body = { purchase_ids: [id, id], reason: 'ticket 9' };
    const open = await done('ada', '/purchases/requery', body);
    expect(open.data).toEqual([{ purchase_id: id, asked: true, answer: 'pending' }]);
    expect(await statusOf(id)).toBe('pending');

    reported = { kind: 'confirmed', confirmedAt: new Date(), networkReference: 'N-1' };
    const final = await done('ada', '/purchases/requery', body);
    expect(final.data).toEqual([{ purchase_id: id, asked: true, answer: 'confirmed' }]);
    expect(await statusOf(id)).toBe('successful');
    const again = await done('ada', '/purchases/requery', body);
    expect(again.data).toEqual([{ purchase_id: id, asked: false, answer: 'final' }]);
    const entry = { kind: 'staff', id: people.get('ada')?.personId, reason: 'ticket 9' };
    expect(await entriesOf('purchase_requery', id)).toEqual([entry, entry]);
  });

  it('is limited to a few purchases, and names those that do not exist', async () => {
    const unknown = 'pur_00000000000000000000000000';
    const body = (count: number) => ({ purchase_ids: Array(count).fill(unknown), reason: 'r' });
    const { data } = await done('ada', '/purchases/requery', body(20));
    expect(data).toEqual([{ purchase_id: unknown, asked: false, answer: 'no_purchase' }]);
    expect((await as('ada', '/purchases/requery', body(21))).status).toBe(400);
    expect((await as('ada', '/purchases/requery', { purchase_ids: ['x'], reason: 'r' })).status).toBe(404);
    const withoutReason = await as('ada', '/purchases/requery', { purchase_ids: [unknown], reason: ' ' });
    expect(errorOf(withoutReason)).toMatchObject({ code: 'invalid_request', param: 'reason' });
  });
});

describe('settling by hand', () => {
  it('needs another person where a rule says so, who approves exactly this', async () => {
    await needApproval('purchase_resolve');
    const id = await sent();
    const [availableBefore] = await balanceOf(api);
    const body = { outcome: 'not_delivered', evidence: 'MTN ticket 1', reason: 'client asks' };
    const waits = await done('ada', `/purchases/${id}/resolve`, body);
    expect(waits).toEqual({ purchase_id: id, status: 'pending', moved: false, refused: 'unapproved' });

    const listed = await browse(api, '/v1/staff/approvals', { cookie: people.get('ben')?.cookie ?? '' });
    const [approval] = JSON.parse(listed.text).data;
    expect(approval).toMatchObject({
      kind: 'purchase_resolve',
      status: 'requested',
      amount: { amount: PRICE, currency: 'NGN' },
      terms: { purchase: id, outcome: 'not_delivered' },
      requested_by: { kind: 'person', id: people.get('ada')?.personId },
    });
    const own = await as('ada', `/approvals/${approval.id}/approve`, { reason: 'mine' });
    expect(errorOf(own).code).toBe('permission_denied');
    const notHers = await as('ben', `/approvals/${approval.id}/withdraw`, { reason: 'not mine' });
    expect(errorOf(notHers).code).toBe('permission_denied');
    const approved = await done('ben', `/approvals/${approval.id}/approve`, { reason: 'checked' });
    expect(approved).toMatchObject({ status: 'approved', steps_given: 1 });

    const other = await done('ada', `/purchases/${id}/resolve`, { ...body, evidence: 'another ticket' });
    expect(other.refused).toBe('unapproved');
    const moved = await done('ada', `/purchases/${id}/resolve`, body);
    expect(moved).toEqual({ purchase_id: id, status: 'failed', moved: true, refused: null });
    expect(await balanceOf(api)).toEqual([availableBefore + PRICE, 0]);
    expect((await as('ben', `/approvals/${approval.id}/reject`, { reason: 'late' })).status).toBe(409);
  });

  it('takes no evidence with the phone number, and charges nothing that was never sent', async () => {
    const { id, phone_number } = await bought(api);
    const body = { outcome: 'delivered', evidence: `ticket of ${phone_number}`, reason: 'r' };
    expect(errorOf(await as('ada', `/purchases/${id}/resolve`, body))).toMatchObject({ param: 'evidence' });
    const unsent = await done('ada', `/purchases/${id}/resolve`, { ...body, evidence: 'ticket 2' });
    expect(unsent).toMatchObject({ moved: false, refused: 'never_sent' });
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
    const booked = await done('fola', path, entry(5_000));
    expect(booked.available).toEqual({ amount: before + 5_000, currency: 'NGN' });
    expect((await as('fola', path, entry(5_000, 'USD'))).status).toBe(400);
    expect((await as('fola', path, entry(-5_000))).status).toBe(400);
    const tooMuch = { type: 'adjustment', amount: { amount: -900_000_000, currency: 'NGN' }, reason: 'r' };
    expect((await as('fola', path, tooMuch)).status).toBe(409);

    await needApproval('account_fund');
    const refusal = errorOf(await as('fola', path, entry(7_000)));
    expect(refusal.code).toBe('approval_required');
    const approvalId = String(refusal.details?.approval_id);
    await done('gbenga', `/approvals/${approvalId}/approve`, { reason: 'seen' });
    await done('fola', path, entry(7_000));
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
    const read = async (path: string) =>
      JSON.parse((await browse(api, `/v1/staff${path}`, { cookie: people.get('fola')?.cookie ?? '' })).text)
        .data;
    const account = { account_id: api.client.accountId, account_name: 'Test', livemode: true };
    expect(await read('/late-confirmations')).toEqual([
      expect.objectContaining({ purchase_id: id, ...account, resolution: null }),
    ]);
    const decision = { resolution: 'written_off', reason: 'ours' };
    await done('fola', `/purchases/${id}/late-confirmation`, decision);
    expect((await as('fola', `/purchases/${id}/late-confirmation`, decision)).status).toBe(404);
    expect(await read('/late-confirmations')).toEqual([]);
    expect(await read('/late-confirmations?all=true')).toEqual([
      expect.objectContaining({ purchase_id: id, resolution: 'written_off' }),
    ]);

    expect(await read('/contradictions')).toEqual([expect.objectContaining({ purchase_id: id, ...account })]);
    const closed = await done('ada', `/purchases/${id}/contradictions/close`, { reason: 'network error' });
    expect(closed.closed).toHaveLength(1);
    expect(await read('/contradictions')).toEqual([]);
  });
});
