import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientRole } from '../../../domain/access/roles.ts';
import type { StaffRole } from '../../../domain/access/staff.ts';
import { type OrganisationId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { call, errorOf } from '../../support/api/http.ts';
import { setStaffRule } from '../../support/approvals/staff.ts';
import {
  browse,
  invited,
  newEmail,
  organisationOf,
  passFactor,
  signedIn,
} from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

let api: ApiFixture;
let organisation: OrganisationId;
let serial = 0;

beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

/** A person with a second factor, under a given address. */
async function person(role: ClientRole, email: string) {
  const { personId, token } = await invited(api, organisation, role, email);
  const cookie = await signedIn(api, token);
  await passFactor(api, cookie);
  return { personId, cookie };
}

/** Has a person prepare a campaign, whose start two others must approve. */
async function preparedBy(cookie: string): Promise<string> {
  await api.pool.query('DELETE FROM approval_rules');
  await api.pool.query(
    `INSERT INTO approval_rules (account_id, kind, two_from, valid_hours, changed_at)
     VALUES ($1, 'campaign_start', 1, 72, app_now())`,
    [uuidOf('acc', api.client.accountId)],
  );
  serial += 1;
  const uploaded = await browse(api, `/v1/batches?reference=eyes-${serial}&start=manual`, {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id,reference\n+234803${1_000_000 + serial},bnd_mtn_small,eyes-row-${serial}\n`,
  });
  expect(uploaded.status).toBe(201);
  const { id } = JSON.parse(uploaded.text);
  const status = async () => JSON.parse((await browse(api, `/v1/batches/${id}`, { cookie })).text).status;
  await expect.poll(status).toBe('ready');
  // With the key of the account: the role of a preparer may not start.
  const started = await call(api, `/v1/batches/${id}/start`, { method: 'POST', body: {} });
  expect(errorOf(started).code).toBe('approval_required');
  return String(errorOf(started).details?.approval_id);
}

const approve = (cookie: string, id: string) =>
  browse(api, `/v1/approvals/${id}/approve`, { method: 'POST', cookie, body: {} });

const tagged = (email: string) => email.replace('@', '+two@');

describe('a person with a second e-mail address of the same mailbox', () => {
  it('does not approve as an approver what they prepared, on record', async () => {
    const email = newEmail();
    const preparer = await person('preparer', email);
    const alias = await person('approver', tagged(email));
    const id = await preparedBy(preparer.cookie);
    const refused = await approve(alias.cookie, id);
    expect([refused.status, errorOf(refused)]).toMatchObject([
      403,
      { code: 'permission_denied', details: { role: 'preparer' } },
    ]);
    const refusals = async () => {
      const { rows } = await api.pool.query(
        `SELECT principal_id AS by, subject, after FROM audit_log WHERE action = 'refused_approval' AND account_id = $1`,
        [uuidOf('acc', api.client.accountId)],
      );
      return rows;
    };
    await expect.poll(refusals).toEqual([{ by: alias.personId, subject: id, after: { role: 'preparer' } }]);
  });

  it('counts as one of two approvers, and another mailbox as the second', async () => {
    const email = newEmail();
    const id = await preparedBy((await person('preparer', newEmail())).cookie);
    for (const each of [email, tagged(email)])
      expect((await approve((await person('approver', each)).cookie, id)).status).toBe(200);
    const { cookie } = await person('viewer', newEmail());
    const { text } = await browse(api, `/v1/approvals/${id}`, { cookie });
    expect(JSON.parse(text)).toMatchObject({ status: 'requested', steps_given: 1 });
    const other = await approve((await person('approver', newEmail())).cookie, id);
    expect(JSON.parse(other.text).status).toBe('approved');
  });

  it('does not approve as the staff what they requested as the staff, on record', async () => {
    const role: StaffRole = 'finance';
    const email = newEmail();
    const [one, two] = [await staffAs(api, role, email), await staffAs(api, role, tagged(email))];
    await setStaffRule(api.pool, 'account_fund', 1);
    const as = (cookie: string, path: string, body: object) =>
      browse(api, `/v1/staff${path}`, { method: 'POST', cookie, body });
    const entry = { type: 'funding', amount: { amount: 5, currency: 'NGN' }, reason: 'transfer' };
    const asked = await as(one.cookie, `/accounts/${api.client.accountId}/entries`, entry);
    const id = String(errorOf(asked).details?.approval_id);
    const refused = await as(two.cookie, `/approvals/${id}/approve`, { reason: 'mine' });
    expect([refused.status, errorOf(refused).code]).toEqual([403, 'permission_denied']);
    const noted = () =>
      api.pool
        .query(
          `SELECT principal_id AS by FROM audit_log WHERE action = 'refused_approval' AND subject = $1`,
          [id],
        )
        .then(({ rows }) => rows);
    await expect.poll(noted).toEqual([{ by: two.personId }]);
  });
});
