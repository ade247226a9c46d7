import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '../../../domain/access/staff.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { type ApiFixture, PRICE, settle } from '../../support/api/fixture.ts';
import { balanceOf, bought, errorOf, order } from '../../support/api/http.ts';
import { failedAfterSend } from '../../support/console/decisions.ts';
import { browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';
import { type StaffApi, startStaffApi } from '../../support/people/staff-api.ts';
import { jsonGateway } from '../../support/purchases/json-gateway.ts';

let api: ApiFixture;
let staff: StaffApi;
beforeAll(async () => {
  staff = await startStaffApi(jsonGateway());
  api = staff.api;
});
afterAll(() => api.close());

const BODY = {
  evidence: 'letter of MTN of 20 November, page 2',
  network_reference: 'MTN-77',
  reason: 'claim 12',
};
const pathOf = (id: string) => `/purchases/${id}/late-confirmations`;

describe('a late confirmation on evidence', () => {
  it('is recorded once, listed with its evidence, and then decided with the approval of a colleague', async () => {
    const id = await failedAfterSend(api, 'letter-1');
    const [before] = await balanceOf(api);
    const recorded = await staff.done('ada', pathOf(id), BODY);
    expect(recorded).toEqual({
      purchase_id: id,
      status: 'failed',
      recorded: true,
      refused: null,
      source: 'operator',
      resolution: null,
      message: expect.stringContaining('Decide who pays'),
    });
    const again = await staff.done('ben', pathOf(id), { ...BODY, evidence: 'another letter' });
    expect(again).toMatchObject({ recorded: false, refused: null, source: 'operator' });
    expect(again.message).toContain('recorded before');
    expect(await staff.entriesOf('late_confirm', id)).toEqual([
      { kind: 'staff', id: staff.idOf('ada'), reason: 'claim 12' },
    ]);
    expect(await staff.read('fola', '/late-confirmations')).toEqual([
      expect.objectContaining({
        purchase_id: id,
        network_reference: 'MTN-77',
        source: 'operator',
        evidence: BODY.evidence,
        resolution: null,
      }),
    ]);
    expect((await balanceOf(api))[0]).toBe(before);

    await staff.needApproval('late_charge');
    const charge = { resolution: 'charged_by_agreement', reason: 'mail of the client' };
    const refusal = errorOf(await staff.as('fola', `/purchases/${id}/late-confirmation`, charge));
    expect(refusal.code).toBe('approval_required');
    await staff.done('gbenga', `/approvals/${refusal.details?.approval_id}/approve`, { reason: 'seen' });
    await staff.done('fola', `/purchases/${id}/late-confirmation`, charge);
    expect((await balanceOf(api))[0]).toBe(before - PRICE);
    expect(await staff.done('ada', pathOf(id), BODY)).toMatchObject({
      recorded: false,
      resolution: 'charged_by_agreement',
    });
  });

  it.each(Object.keys(STAFF_ROLES) as StaffRole[])(
    'of %s is recorded only with the right to settle',
    async (role) => {
      const id = await failedAfterSend(api, `letter-of-${role}`);
      const { cookie } = await staffAs(api, role);
      const answer = await browse(api, `/v1/staff${pathOf(id)}`, { method: 'POST', cookie, body: BODY });
      const entries = await staff.entriesOf('late_confirm', id);
      if (role === 'operator') expect([answer.status, entries.length]).toEqual([200, 1]);
      else expect([answer.status, errorOf(answer).code, entries]).toEqual([403, 'permission_denied', []]);
    },
  );

  it('is refused with what to do instead while the purchase is pending or was never sent', async () => {
    const pending = await staff.sent();
    const answer = await staff.done('ada', pathOf(pending), BODY);
    expect(answer).toMatchObject({ status: 'pending', recorded: false, refused: 'pending', source: null });
    expect(answer.message).toContain(`purchase resolve ${pending} --outcome delivered`);
    const unsent = (await bought(api, order())).id as PurchaseId;
    await settle(api, unsent, { kind: 'refused', code: 'network_rejected' });
    const other = await staff.done('ada', pathOf(unsent), BODY);
    expect(other).toMatchObject({ status: 'failed', recorded: false, refused: 'never_sent' });
    expect(other.message).toContain('gateway reconcile');
    expect(await staff.read('ada', `/late-confirmations?all=true&limit=100`)).not.toContainEqual(
      expect.objectContaining({ purchase_id: pending }),
    );
  });

  it('takes no evidence with the phone number, no empty one, and no unknown purchase', async () => {
    const id = await failedAfterSend(api, 'letter-number');
    const { purchase } = JSON.parse(
      (await browse(api, `/v1/staff/purchases/${id}`, { cookie: (await staffAs(api, 'operator')).cookie }))
        .text,
    );
    const withNumber = { ...BODY, evidence: `MTN lists ${purchase.phone_number}` };
    expect(errorOf(await staff.as('ada', pathOf(id), withNumber))).toMatchObject({ param: 'evidence' });
    expect(errorOf(await staff.as('ada', pathOf(id), { ...BODY, evidence: ' ' }))).toMatchObject({
      code: 'invalid_request',
      param: 'evidence',
    });
    const unknown = await staff.as('ada', pathOf('pur_00000000000000000000000000'), BODY);
    expect([unknown.status, errorOf(unknown).param]).toEqual([404, 'purchase_id']);
    expect(await staff.entriesOf('late_confirm', id)).toEqual([]);
  });
});
