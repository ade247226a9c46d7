import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceStaffRule } from '../../../db/approvals/staff/rules.ts';
import type { StaffKind } from '../../../domain/approvals/staff.ts';
import {
  type ApiFixture,
  GLO_BUNDLE,
  MTN_BUNDLE,
  MTN_LARGE_BUNDLE,
  PRICE,
  startApi,
} from '../../support/api/fixture.ts';
import { type Answer, call, errorOf } from '../../support/api/http.ts';
import { ACTOR } from '../../support/people/fixture.ts';
import { postOf, staffCalls } from '../../support/people/staff-calls.ts';

let api: ApiFixture;
let calls: Awaited<ReturnType<typeof staffCalls>>;

beforeAll(async () => {
  api = await startApi();
  calls = await staffCalls(api, { ada: 'operator', ben: 'operator', fola: 'finance', gbenga: 'finance' });
});
afterAll(() => api.close());

const ask: typeof calls.ask = (...given) => calls.ask(...given);
const done: typeof calls.done = (...given) => calls.done(...given);

const needApproval = (kind: StaffKind) =>
  replaceStaffRule(api.pool, { kind, currency: '', oneFrom: 1, twoFrom: null, validHours: 72 }, ACTOR);

/** Has another person approve what an answer of 409 has requested. */
async function approveBy(name: string, refused: Answer): Promise<void> {
  const error = errorOf(refused);
  expect([refused.status, error.code]).toEqual([409, 'approval_required']);
  await done(name, `/approvals/${String(error.details?.approval_id)}/approve`, postOf({ reason: 'seen' }));
}

describe('prices of an account', () => {
  const path = () => `/accounts/${api.client.accountId}/prices`;
  const change = (amount: number | null, currency = 'NGN') =>
    postOf({
      changes: [{ bundle_id: MTN_BUNDLE, price: amount === null ? null : { amount, currency } }],
      reason: 'contract 114',
    });
  const priceNow = async () =>
    (await done('ada', path())).data.find((one: { bundle_id: string }) => one.bundle_id === MTN_BUNDLE)
      ?.price;

  it('are read, and changed once another person has approved exactly this', async () => {
    expect(await priceNow()).toEqual({ amount: PRICE, currency: 'NGN' });
    await done('fola', path(), change(PRICE + 1));
    expect(await priceNow()).toEqual({ amount: PRICE + 1, currency: 'NGN' });

    await needApproval('account_prices');
    const refused = await ask('fola', path(), change(PRICE));
    await approveBy('gbenga', refused);
    expect(errorOf(await ask('fola', path(), change(PRICE + 2))).code).toBe('approval_required');
    expect(await priceNow()).toEqual({ amount: PRICE + 1, currency: 'NGN' });
    await done('fola', path(), change(PRICE));
    expect(await priceNow()).toEqual({ amount: PRICE, currency: 'NGN' });
    const { rows } = await api.pool.query(
      `SELECT principal_kind AS kind, reason FROM audit_log WHERE action = 'account_prices' ORDER BY seq`,
    );
    expect(rows).toEqual(Array(2).fill({ kind: 'staff', reason: 'contract 114' }));
  });

  it.each([
    ['in another currency', () => change(5, 'GHS'), 400],
    ['of zero', () => change(0), 400],
    [
      'of a bundle that is given twice',
      () => {
        const one = { bundle_id: MTN_BUNDLE, price: null };
        return postOf({ changes: [one, one], reason: 'r' });
      },
      400,
    ],
    ['of no bundle', () => postOf({ changes: [], reason: 'r' }), 400],
    [
      'of an unknown bundle',
      () => postOf({ changes: [{ bundle_id: 'bnd_x', price: null }], reason: 'r' }),
      404,
    ],
    ['without a reason', () => postOf({ changes: [{ bundle_id: MTN_BUNDLE, price: null }] }), 400],
  ] as const)('are refused %s, and stay', async (_how, wish, status) => {
    const before = await priceNow();
    expect((await ask('fola', path(), wish())).status).toBe(status);
    expect(await priceNow()).toEqual(before);
  });
});

it('all bundles are listed by network and size, withdrawn ones too, whatever is sold to whom', async () => {
  await api.pool.query(`UPDATE bundles SET withdrawn_at = app_now() WHERE id = $1`, [MTN_LARGE_BUNDLE]);
  const { data, has_more } = await done('fola', '/bundles');
  expect([data.map(({ id }: { id: string }) => id), has_more]).toEqual([
    [GLO_BUNDLE, MTN_BUNDLE, MTN_LARGE_BUNDLE],
    false,
  ]);
  expect(data[2]).toEqual({
    id: MTN_LARGE_BUNDLE,
    name: 'MTN 1 GB',
    network_id: 'net_mtn',
    network_name: 'MTN',
    withdrawn: true,
  });
  expect((await ask('fola', '/bundles?limit=1')).status).toBe(400);
});

describe('approval rules of an account', () => {
  const path = () => `/accounts/${api.client.accountId}/approval-rules`;
  const put = (amount: number, currency = 'NGN') => ({
    method: 'PUT',
    body: {
      campaign_start: { one_approval_from: { amount, currency }, two_approvals_from: null, valid_hours: 24 },
      reason: 'at their request',
    },
  });

  it('are set for the client, and with a rule only after another person has approved', async () => {
    expect((await done('ada', path())).campaign_start.one_approval_from).toBeNull();
    await done('ada', path(), put(5_000));
    const { text } = await call(api, '/v1/settings/approval-rules');
    expect(JSON.parse(text).campaign_start).toEqual({
      one_approval_from: { amount: 5_000, currency: 'NGN' },
      two_approvals_from: null,
      valid_hours: 24,
    });
    await needApproval('approval_rules');
    const refused = await ask('ada', path(), put(6_000));
    await approveBy('ben', refused);
    expect((await done('ada', path(), put(6_000))).campaign_start.one_approval_from.amount).toBe(6_000);
    expect((await ask('ada', path(), put(6_000, 'GHS'))).status).toBe(400);
  });
});
