import { recordAction } from '../../../db/audit/record.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { setStaffRule } from '../approvals/staff.ts';
import { contradicted, deliveredLate, failedAfterSend } from '../console/decisions.ts';
import { ACTOR, browse, invited, organisationOf } from '../people/fixture.ts';
import { staffAs } from '../people/staff.ts';
import { type ApiFixture, addClient, MTN_BUNDLE } from './fixture.ts';
import { call } from './http.ts';

/** How many items each staff list has at least. */
export const STAFF_LIST_ITEMS = 5;

/** Fills every staff list that has pages. @param cookie of an operator */
export async function fillStaffLists(api: ApiFixture, cookie: string): Promise<void> {
  await addPurchases(api);
  await addClients(api);
  await addRequests(api, cookie);
}

/** Most are of the same time, so that the order of a list needs the id. */
async function addPurchases(api: ApiFixture): Promise<void> {
  for (let at = 0; at < STAFF_LIST_ITEMS; at += 1) {
    await deliveredLate(api, `late-${at}`);
    await failedAfterSend(api, `failed-${at}`);
    const id = await contradicted(api, `contradicted-${at}`);
    await api.pool.query(
      `INSERT INTO contradictions (purchase_id, kind, first_seen_at, last_seen_at)
       VALUES ($1, 'unknown_to_carrier', app_now(), app_now())`,
      [uuidOf('pur', id)],
    );
  }
  await api.pool.query(
    'UPDATE late_confirmations SET recorded_at = (SELECT min(recorded_at) FROM late_confirmations)',
  );
  await api.pool.query(
    'UPDATE contradictions SET first_seen_at = (SELECT min(first_seen_at) FROM contradictions)',
  );
  await api.pool.query(
    `UPDATE purchases SET completed_at = (SELECT min(completed_at) FROM purchases) WHERE status = 'failed'`,
  );
  await api.pool.query(
    `UPDATE purchases SET created_at = created_at - interval '5 minutes',
                          resolve_by = (SELECT min(resolve_by) FROM purchases WHERE status = 'pending')`,
  );
}

async function addClients(api: ApiFixture): Promise<void> {
  for (let at = 0; at < STAFF_LIST_ITEMS; at += 1) {
    const { accountId } = await addClient(api.pool, { balance: 0 });
    const account = uuidOf('acc', accountId);
    await invited(api, await organisationOf(api, accountId), 'owner');
    await api.pool.query(
      `INSERT INTO webhook_endpoints (account_id, url, sealed_secret, extra_events, failures)
       VALUES ($1, 'https://acme.example/hooks', '\\x00', '{}', $2)`,
      [account, 1 + (at % 2)],
    );
    await api.pool.query(
      `INSERT INTO client_endpoints (id, account_id, slot, url, description, event_types, sealed_secret, failures)
       VALUES ($1, $2, 1, 'https://acme.example/more', '', '{purchase.failed}', '\\x00', $3)`,
      [newUuid(), account, 1 + (at % 2)],
    );
  }
}

async function addRequests(api: ApiFixture, cookie: string): Promise<void> {
  await setStaffRule(api.pool, 'account_adjust', 1);
  const finance = await staffAs(api, 'finance');
  for (let at = 1; at <= STAFF_LIST_ITEMS; at += 1) {
    const uploaded = await call(api, `/v1/batches?reference=page-${at}&start=manual`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: `phone_number,bundle_id\n+234803100000${at},${MTN_BUNDLE}\n`,
    });
    if (uploaded.status !== 201) throw new Error(`the campaign was answered with ${uploaded.status}`);
    const details = { date: `2026-11-0${at}`, livemode: true, ours: 1, listed: 1, findings: 0 };
    await inTransaction(api.pool, (tx) =>
      recordAction(tx, {
        ...ACTOR,
        action: 'gateway_reconcile',
        accountId: null,
        subject: 'net_mtn',
        details,
      }),
    );
    await posted(api, '/reconciliation-requests', cookie, 200, {
      network_id: 'net_mtn',
      date: `2026-10-0${at}`,
      reason: `day ${at}`,
    });
    await posted(api, `/accounts/${api.client.accountId}/entries`, finance.cookie, 409, {
      type: 'adjustment',
      amount: { amount: at, currency: 'NGN' },
      reason: `correction ${at}`,
    });
  }
}

async function posted(
  api: ApiFixture,
  path: string,
  by: string,
  status: number,
  body: object,
): Promise<void> {
  const answer = await browse(api, `/v1/staff${path}`, { method: 'POST', cookie: by, body });
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
}
