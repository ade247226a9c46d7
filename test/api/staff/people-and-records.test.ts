import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { recordAction } from '../../../db/audit/record.ts';
import { recordAlert } from '../../../db/networks/gateway-alerts.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { addEvents, uuidOfEvent } from '../../support/api/events.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { keepWorkerAlive } from '../../support/console/decisions.ts';
import { ACTOR, browse, invited, newEmail, organisationOf, signedIn } from '../../support/people/fixture.ts';
import { postOf, staffCalls } from '../../support/people/staff-calls.ts';

let api: ApiFixture;
let calls: Awaited<ReturnType<typeof staffCalls>>;

beforeAll(async () => {
  api = await startApi();
  calls = await staffCalls(api, { ada: 'operator', fola: 'finance', ola: 'admin' });
});
afterAll(() => api.close());

const ask: typeof calls.ask = (...given) => calls.ask(...given);
const done: typeof calls.done = (...given) => calls.done(...given);

describe('people of clients', () => {
  it('are listed with their organisation, and found by a part of their address or name', async () => {
    const organisation = await organisationOf(api, api.client.accountId);
    const person = await invited(api, organisation, 'preparer');
    const found = await done('fola', `/people?q=${encodeURIComponent(person.email.toUpperCase())}`);
    expect(found.data).toEqual([
      {
        id: person.personId,
        object: 'person',
        email: person.email,
        name: 'Amina',
        organisation_id: organisation,
        organisation_name: 'Acme',
        role: 'preparer',
        suspended_at: null,
        last_seen_at: null,
      },
    ]);
    expect((await done('fola', `/people?organisation_id=${organisation}&q=amina`)).data).toHaveLength(1);
    expect((await done('fola', `/people?organisation_id=${organisation}&q=%25`)).data).toEqual([]);
    expect((await ask('fola', '/people?organisation_id=org_x')).status).toBe(404);
  });

  it('are suspended from their next request, also the last owner, and restored', async () => {
    const organisation = await organisationOf(api, api.client.accountId);
    const person = await invited(api, organisation, 'owner', newEmail());
    const cookie = await signedIn(api, person.token);
    const path = `/people/${person.personId}`;
    const body = { organisation_id: organisation, reason: 'stolen laptop' };
    const standing = { person_id: person.personId, organisation_id: organisation };
    expect(await done('ola', `${path}/suspend`, postOf(body))).toEqual({
      ...standing,
      suspended: true,
      changed: true,
    });
    expect((await browse(api, '/v1/auth/sessions', { cookie })).status).toBe(401);
    expect((await done('ola', `${path}/suspend`, postOf(body))).changed).toBe(false);
    const [listed] = (await done('ola', `/people?q=${encodeURIComponent(person.email)}`)).data;
    expect(listed.suspended_at).not.toBeNull();
    expect(await done('ola', `${path}/restore`, postOf(body))).toEqual({
      ...standing,
      suspended: false,
      changed: true,
    });
    const other = await organisationOf(api);
    const elsewhere = { organisation_id: other, reason: 'r' };
    expect((await ask('ola', `${path}/suspend`, postOf(elsewhere))).status).toBe(404);
    const { rows } = await api.pool.query(
      `SELECT after->>'suspended' AS suspended, reason, account_id IS NOT NULL AS seen FROM audit_log
        WHERE subject = $1 AND action = 'person_change' ORDER BY seq`,
      [person.personId],
    );
    expect(rows).toEqual([
      { suspended: 'true', reason: 'stolen laptop', seen: true },
      { suspended: 'false', reason: 'stolen laptop', seen: true },
    ]);
  });
});

describe('an event', () => {
  it('is sent again, once while an attempt waits, and to an endpoint that exists', async () => {
    const [event] = await addEvents(api);
    const path = `/events/${event?.id}/resend`;
    const waiting = () =>
      api.pool.query(`SELECT FROM outbox WHERE subject_id = $1 AND topic = 'deliver_event'`, [
        uuidOfEvent(event?.id ?? ''),
      ]);
    await api.pool.query(`DELETE FROM outbox WHERE topic = 'deliver_event'`);
    expect((await ask('ada', path, postOf({ reason: 'r' }))).status).toBe(404);
    await setWebhookEndpoint(api.pool, api.client.accountId, 'https://hooks.example.com/', Buffer.from('s'));
    const sent = { event_id: event?.id, account_id: api.client.accountId };
    expect(await done('ada', path, postOf({ reason: 'ticket 5' }))).toEqual({ ...sent, queued: true });
    expect(await done('ada', path, postOf({ reason: 'ticket 5' }))).toEqual({ ...sent, queued: false });
    expect((await waiting()).rowCount).toBe(1);
    const trace = await done('ada', `/purchases/${event?.data.object.id}`);
    expect(trace.actions).toEqual([
      expect.objectContaining({
        principal_kind: 'staff',
        action: 'webhook_resend',
        subject: event?.id,
        reason: 'ticket 5',
      }),
    ]);
    for (const endpoint_id of ['wep_x', 'wep_00000000000000000000000000'])
      expect((await ask('ada', path, postOf({ endpoint_id, reason: 'r' }))).status).toBe(404);
  });
});

describe('what is on record', () => {
  it('has open alerts of gateways with a runbook', async () => {
    await recordAlert(
      api.pool,
      {
        networkId: 'net_mtn',
        livemode: true,
        route: 'vtpass',
        kind: 'supplier_account',
        detail: '1006 No balance',
      },
      3,
    );
    const { data } = await done('fola', '/gateway-alerts');
    expect(data).toEqual([
      expect.objectContaining({
        network_id: 'net_mtn',
        route: 'vtpass',
        kind: 'supplier_account',
        detail: '1006 No balance',
        times: 3,
        runbook: '/docs/guides/operators.html#gatewayalert',
      }),
    ]);
  });

  it('has what is wrong now, each with its runbook', async () => {
    const { data } = await done('fola', '/alerts');
    const named = (name: string) => data.find((alert: { name: string }) => alert.name === name);
    expect(named('NoWorker')).toEqual({
      name: 'NoWorker',
      object: 'alert',
      severity: 'page',
      subject: null,
      livemode: null,
      count: null,
      seconds: null,
      since: null,
      detail: null,
      runbook: '/docs/guides/operators.html#noworker',
    });
    expect(named('GatewayAlert')).toMatchObject({
      subject: 'net_mtn',
      detail: 'vtpass: supplier_account: 1006 No balance',
      count: 3,
    });
    await keepWorkerAlive(api);
    const names = (await done('fola', '/alerts')).data.map((alert: { name: string }) => alert.name);
    expect(names).toEqual(['GatewayAlert', 'VerifierSilent']);
  });

  it('has the comparisons with lists of gateways, by network', async () => {
    for (const subject of ['net_mtn', 'net_glo'])
      await inTransaction(api.pool, (tx) =>
        recordAction(tx, {
          ...ACTOR,
          action: 'gateway_reconcile',
          accountId: null,
          subject,
          details: { date: '2026-11-20', livemode: true, ours: 7, listed: 8, findings: 1 },
        }),
      );
    expect((await done('fola', '/reconciliations')).data).toHaveLength(2);
    expect((await done('fola', '/reconciliations?network_id=net_glo')).data).toEqual([
      expect.objectContaining({
        network_id: 'net_glo',
        date: '2026-11-20',
        livemode: true,
        sent: 7,
        listed: 8,
        findings: 1,
        reason: ACTOR.reason,
      }),
    ]);
  });

  it('has the audit log, by account, action, subject and time', async () => {
    const { accountId } = api.client;
    const all = await done('ada', `/audit-log?account_id=${accountId}&limit=100`);
    expect(all.data.length).toBeGreaterThan(1);
    expect(all.data.every((entry: { account_id: string }) => entry.account_id === accountId)).toBe(true);
    const changes = await done('ada', `/audit-log?account_id=${accountId}&action=person_change`);
    expect(changes.data.map(({ action }: { action: string }) => action)).toEqual(
      Array(2).fill('person_change'),
    );
    expect(changes.data[0]).toMatchObject({
      principal_kind: 'staff',
      reason: 'stolen laptop',
      before: { role: 'owner', suspended: true },
      after: { role: 'owner', suspended: false },
    });
    const { data: platform } = await done('ada', '/audit-log?account_id=platform&subject=net_glo');
    expect(platform).toEqual([expect.objectContaining({ account_id: null, action: 'gateway_reconcile' })]);
    const future = encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString());
    expect((await done('ada', `/audit-log?created_from=${future}`)).data).toEqual([]);
    expect((await done('ada', '/audit-log?limit=1')).has_more).toBe(true);
    expect((await ask('ada', '/audit-log?account_id=acc_x')).status).toBe(404);
    expect((await ask('ada', '/audit-log?created_from=yesterday')).status).toBe(400);
  });
});
