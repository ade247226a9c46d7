import { z } from 'zod';
import { setAccountBundle } from '../../../db/accounts/accounts.ts';
import { replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { invite } from '../../../db/people/invitations/create.ts';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { addMember } from '../../../db/people/people.ts';
import { createRole } from '../../../db/people/roles/changes.ts';
import { createRecurrence } from '../../../db/recurrence/recurrences.ts';
import { storeRequests } from '../../../db/requests/request-log.ts';
import { ALL_RIGHTS } from '../../../domain/access/rights.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { idFromUuid, readId } from '../../../domain/ids.ts';
import type { LoggedRequest, RequestId } from '../../../domain/requests/logged-request.ts';
import { requestErasure } from '../../../services/privacy/request-erasure.ts';
import { CLIENT } from '../client-actor.ts';
import { sealDay } from '../invariants/sealing.ts';
import { type ApiFixture, fund, PRICE, settle } from './fixture.ts';
import { bought, call } from './http.ts';

const ACTOR = { operator: 'test', reason: 'test' };

/** Ids of resources that belong to the fixture's account, or that only it can see. */
export type Owned = Readonly<
  Record<
    | 'purchase_id'
    | 'batch_id'
    | 'recurring_batch_id'
    | 'approval_id'
    | 'event_id'
    | 'endpoint_id'
    | 'key_id'
    | 'person_id'
    | 'role_id'
    | 'erasure_id'
    | 'invitation_id'
    | 'request_id'
    | 'session_id'
    | 'network_id'
    | 'bundle_id',
    string
  >
>;

const Listed = z.object({ data: z.array(z.object({ id: z.string() })).min(2) });

/** Two of everything, so that every list has a second page. */
export async function ownThings(api: ApiFixture): Promise<Owned> {
  const { pool, client } = api;
  await pool.query(`
    INSERT INTO networks (id, name, country) VALUES ('net_own', 'Own', 'NG');
    INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
    VALUES ('bnd_own', 'net_own', 'Own 1 GB', 1024, 24, '9')`);
  await setAccountBundle(pool, client.accountId, 'bnd_own', PRICE);
  await fund(pool, client.accountId, PRICE);
  const delivery = { confirmedAt: new Date(), networkReference: null };
  const purchases = [await bought(api), await bought(api)];
  for (const { id } of purchases) await settle(api, id, { kind: 'confirmed', delivery });
  await pool.query(`
    UPDATE purchases SET metadata = '{"cost_centre": "own"}' WHERE id = (SELECT id FROM purchases ORDER BY id LIMIT 1)`);
  for (const day of ['2026-01-01', '2026-01-02'] as const) await sealDay(pool, client.accountId, day);
  const batches = [await uploaded(api, 'own-1'), await uploaded(api, 'own-2')];
  await recurringBatch(api, 'own-monthly', batches[1] ?? '');
  const events = Listed.parse(JSON.parse((await call(api, '/v1/events')).text));
  return {
    purchase_id: purchases[0]?.id ?? '',
    batch_id: batches[0] ?? '',
    recurring_batch_id: await recurringBatch(api, 'own-weekly', batches[0] ?? ''),
    approval_id: await approval(api, batches),
    event_id: events.data[0]?.id ?? '',
    endpoint_id: await endpointWithAttempts(api),
    key_id: await apiKey(api),
    person_id: await member(api),
    role_id: await role(api),
    erasure_id: await erasure(api),
    invitation_id: await invitation(api),
    session_id: await session(api),
    request_id: await loggedRequest(api),
    network_id: 'net_own',
    bundle_id: 'bnd_own',
  };
}

/** Requests for the start of both batches; their rule has ended since. */
async function approval(api: ApiFixture, batches: readonly string[]): Promise<string> {
  const { pool, client } = api;
  const setRule = (oneFrom: number | null) =>
    replaceApprovalRule(
      pool,
      client.accountId,
      'campaign_start',
      { oneFrom, twoFrom: null, validHours: 72 },
      ACTOR,
    );
  await setRule(1);
  const ids: string[] = [];
  for (const id of batches) {
    const { text } = await call(api, `/v1/batches/${id}/start`, { method: 'POST', body: {} });
    ids.push(Refused.parse(JSON.parse(text)).error.details.approval_id);
  }
  await setRule(null);
  return ids[0] ?? '';
}

const Refused = z.object({ error: z.object({ details: z.object({ approval_id: z.string() }) }) });

/** An endpoint with two attempts, and a second one. */
async function endpointWithAttempts(api: ApiFixture): Promise<string> {
  const body = { url: 'https://hooks.example.com/' };
  const second = { url: 'https://hooks.example.com/second' };
  await call(api, '/v1/webhook-endpoints', { method: 'POST', body: second });
  const created = await call(api, '/v1/webhook-endpoints', { method: 'POST', body });
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(created.text));
  await call(api, `/v1/webhook-endpoints/${id}/test`, { method: 'POST', body: {} });
  await api.pool.query(`
    INSERT INTO delivery_attempts (delivery_id, attempt, endpoint_id, started_at)
    SELECT id, n, endpoint_id, app_now() FROM deliveries, generate_series(1, 2) n`);
  return id;
}

/** An organisation with two people. */
async function member({ pool, client }: ApiFixture): Promise<string> {
  const organisationId = await createOrganisation(pool, 'Own', ACTOR);
  await assignAccount(pool, organisationId, client.accountId, ACTOR);
  const add = (email: string) =>
    addMember(pool, { organisationId, email, name: 'Own', role: 'viewer' }, ACTOR);
  await add('own-1@own.example');
  return add('own-2@own.example');
}

/** Two erasures, of which the second is returned. */
async function erasure({ pool, client, secretsKeys }: ApiFixture): Promise<string> {
  let id = '';
  for (const number of ['+2348030000901', '+2348030000902']) {
    const stored = await requestErasure(pool, secretsKeys, client.accountId, number, ACTOR);
    if (stored.kind !== 'stored') throw new Error(`${number}: ${stored.kind}`);
    id = stored.erasure.id;
  }
  return id;
}

/** Two roles, of which the second is returned. */
async function role({ pool, client }: ApiFixture): Promise<string> {
  let id = '';
  for (const name of ['Own 1', 'Own 2']) {
    const manager = { actor: CLIENT, rights: ALL_RIGHTS };
    const created = await createRole(
      pool,
      client.accountId,
      { name, rights: new Set(['balance:read']) },
      manager,
    );
    if (created.kind !== 'done') throw new Error(`${name}: ${created.kind}`);
    id = created.role.id;
  }
  return id;
}

/** Two invitations, of which the second is returned. */
async function invitation({ pool, client }: ApiFixture): Promise<string> {
  let id = '';
  for (const email of ['own-3@own.example', 'own-4@own.example']) {
    const manager = { actor: CLIENT, rights: ALL_RIGHTS };
    const invited = await invite(pool, client.accountId, { email, role: 'viewer' }, manager);
    if (invited.kind !== 'invited') throw new Error(`${email}: ${invited.kind}`);
    id = invited.id;
  }
  return id;
}

/** Two sessions of a person. */
async function session({ pool }: ApiFixture): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`
    INSERT INTO auth_sessions (id, person_id, token, expires_at)
    SELECT gen_random_uuid(), id, 'own-' || n, app_now() + interval '30 minutes'
      FROM auth_people, generate_series(1, 2) n WHERE email = 'own-1@own.example'
    RETURNING id`);
  return idFromUuid('ses', rows[0]?.id ?? '');
}

/** Two requests in the log, of which the second is returned. */
async function loggedRequest({ pools, client }: ApiFixture): Promise<string> {
  const [first, second] = [newId('req'), newId('req')];
  const none = { text: null, isCut: false };
  const entry = (id: RequestId): LoggedRequest => ({
    id,
    accountId: client.accountId,
    at: new Date(),
    method: 'GET',
    path: '/v1/balance',
    status: 200,
    durationMs: 1,
    principalKind: 'key',
    principalId: newId('key'),
    address: '127.0.0.1',
    request: none,
    response: none,
  });
  await storeRequests(pools.requests, [entry(first), entry(second)]);
  return second;
}

/** A key beside that of the fixture. */
async function apiKey(api: ApiFixture): Promise<string> {
  const body = { name: 'Own', scopes: ['all'] };
  const created = await call(api, '/v1/api-keys', { method: 'POST', body });
  return z.object({ id: z.string() }).parse(JSON.parse(created.text)).id;
}

async function recurringBatch(
  { pool, client }: ApiFixture,
  reference: string,
  batch: string,
): Promise<string> {
  const sourceId = readId('bat', batch);
  if (sourceId === null) throw new Error(`${batch} is no batch`);
  const id = newId('rec');
  const calendar = { timeZone: 'Africa/Lagos', minute: 480, weekdays: [1], monthDays: [], endsAt: null };
  const created = await createRecurrence(
    pool,
    {
      id,
      accountId: client.accountId,
      reference,
      sourceId,
      calendar,
      approvedCost: PRICE,
      currency: 'NGN',
      duplicateWindowHours: 0,
    },
    CLIENT,
  );
  if (created.kind !== 'created') throw new Error(`${reference}: ${created.kind}`);
  return id;
}

async function uploaded(api: ApiFixture, reference: string): Promise<string> {
  const rows = ['phone_number,bundle_id', '+2348031000001,bnd_mtn_small', '+2348031000002,bnd_mtn_small'];
  const answer = await call(api, `/v1/batches?reference=${reference}&start=manual`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `${rows.join('\n')}\n`,
  });
  if (answer.status !== 201) throw new Error(`uploading answered ${answer.status}: ${answer.text}`);
  return z.object({ id: z.string() }).parse(JSON.parse(answer.text)).id;
}
