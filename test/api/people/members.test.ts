import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ROLES } from '../../../domain/access/roles.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  addScopedKey,
  type Client,
  startApi,
} from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { browse, organisationOf, signedInAs, trustedAs } from '../../support/people/fixture.ts';

type Owner = Awaited<ReturnType<typeof trustedAs>>;

let api: ApiFixture;
let client: Client;
let organisation: OrganisationId;
let owner: Owner;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  client = await addClient(api.pool);
  organisation = await organisationOf(api, client.accountId);
  owner = await trustedAs(api, organisation, 'owner');
});
afterAll(() => api.close());

const get = (path: string, cookie = owner.cookie) => browse(api, path, { cookie });
const patch = (id: string, body: object, cookie = owner.cookie) =>
  browse(api, `/v1/people/${id}`, { method: 'PATCH', body, cookie });
const remove = (id: string, cookie = owner.cookie) =>
  browse(api, `/v1/people/${id}`, { method: 'DELETE', cookie });

async function entries(action: string): Promise<{ principal: string; subject: string; after: unknown }[]> {
  const { rows } = await api.pool.query(
    `SELECT principal_id AS principal, subject, after FROM audit_log
      WHERE account_id = (SELECT id FROM accounts WHERE organisation_id IS NOT NULL ORDER BY id DESC LIMIT 1)
        AND action = $1 ORDER BY seq`,
    [action],
  );
  return rows;
}

describe('/v1/people', () => {
  it('lists the people of the organisation, with role, status, second factor and last sign-in', async () => {
    const viewer = await signedInAs(api, organisation, 'viewer');
    await signedInAs(api, await organisationOf(api, (await addClient(api.pool)).accountId), 'viewer');
    const { data } = JSON.parse((await get('/v1/people')).text);
    const when = expect.stringMatching(/^20\d\d-/);
    const common = {
      object: 'person',
      name: 'Amina',
      status: 'active',
      joined_at: when,
      last_sign_in_at: when,
    };
    expect(data).toEqual([
      { ...common, id: viewer.personId, email: viewer.email, role: 'viewer', second_factor: false },
      { ...common, id: owner.personId, email: owner.email, role: 'owner', second_factor: true },
    ]);
    expect(JSON.parse((await get(`/v1/people/${viewer.personId}`)).text)).toEqual(data[0]);
  });

  it('changes a role from the next request of a living session, on record', async () => {
    const person = await signedInAs(api, organisation, 'finance');
    expect((await get('/v1/settings/ip-allowlist', person.cookie)).status).toBe(200);
    const changed = await patch(person.personId, { role: 'viewer' });
    expect(JSON.parse(changed.text)).toMatchObject({ id: person.personId, role: 'viewer' });
    expect((await get('/v1/settings/ip-allowlist', person.cookie)).status).toBe(403);
    expect(await entries('person_change')).toEqual([
      { principal: owner.personId, subject: person.personId, after: { role: 'viewer', suspended: false } },
    ]);
  });

  it('suspends a person, whose sessions end, and lets them act again', async () => {
    const person = await signedInAs(api, organisation, 'viewer');
    expect(JSON.parse((await patch(person.personId, { suspended: true })).text).status).toBe('suspended');
    expect((await get('/v1/balance', person.cookie)).status).toBe(401);
    expect(JSON.parse((await patch(person.personId, { suspended: false })).text).status).toBe('active');
  });

  it('removes a person, whose sessions end', async () => {
    const person = await signedInAs(api, organisation, 'viewer');
    const answer = await remove(person.personId);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { id: person.personId, object: 'person', deleted: true },
    ]);
    expect((await get('/v1/balance', person.cookie)).status).toBe(401);
    expect(refusalOf(await remove(person.personId))).toMatchObject({ status: 404, param: 'person_id' });
    expect(await entries('person_remove')).toHaveLength(1);
  });

  it('keeps one active owner, also if two remove each other at the same time', async () => {
    const LAST = { status: 409, code: 'invalid_request', retryable: false };
    expect(refusalOf(await patch(owner.personId, { role: 'admin' }))).toEqual(LAST);
    expect(refusalOf(await patch(owner.personId, { suspended: true }))).toEqual(LAST);
    expect(refusalOf(await remove(owner.personId))).toEqual(LAST);
    const second = await trustedAs(api, organisation, 'owner');
    const answers = await Promise.all([remove(second.personId), remove(owner.personId, second.cookie)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await api.pool.query(
      `SELECT count(*)::int AS owners FROM memberships
        WHERE role = 'owner' AND person_id IN (SELECT id FROM auth_people WHERE email = ANY ($1))`,
      [[owner.email, second.email]],
    );
    expect(rows[0].owners).toBe(1);
  });

  it.each(['owner', 'approver'] as const)('lets no admin make an %s, or touch one', async (role) => {
    const admin = await trustedAs(api, organisation, 'admin');
    const viewer = await signedInAs(api, organisation, 'viewer');
    const above = await signedInAs(api, organisation, role);
    const denied = {
      status: 403,
      code: 'permission_denied',
      details: { required_right: expect.any(String) },
    };
    for (const answer of [
      await patch(viewer.personId, { role }, admin.cookie),
      await patch(admin.personId, { role }, admin.cookie),
      await patch(above.personId, { role: 'viewer' }, admin.cookie),
      await patch(above.personId, { suspended: true }, admin.cookie),
      await remove(above.personId, admin.cookie),
    ])
      expect(refusalOf(answer)).toMatchObject(denied);
    expect((await patch(viewer.personId, { role: 'preparer' }, admin.cookie)).status).toBe(200);
  });

  it('refuses a role that does not exist, and a body without a change', async () => {
    const person = await signedInAs(api, organisation, 'viewer');
    for (const role of ['constructor', 'Owner', '', 'x'.repeat(65)])
      expect(refusalOf(await patch(person.personId, { role }))).toMatchObject({ status: 400, param: 'role' });
    expect(refusalOf(await patch(person.personId, {}))).toMatchObject({ status: 400 });
  });

  it('is as if it did not exist for people of another organisation', async () => {
    const theirs = await organisationOf(api, (await addClient(api.pool)).accountId);
    const stranger = await trustedAs(api, theirs, 'owner');
    for (const answer of [
      await get(`/v1/people/${owner.personId}`, stranger.cookie),
      await patch(owner.personId, { role: 'viewer' }, stranger.cookie),
      await remove(owner.personId, stranger.cookie),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 404, param: 'person_id' });
  });

  it('is closed to keys that do not name the right, and gives them no role that spends or approves', async () => {
    expect((await call(api, '/v1/people', { key: client.key })).status).toBe(403);
    const person = await signedInAs(api, organisation, 'viewer');
    const scopes = ['all', 'approvals:decide', 'approvals:rules', 'people:read', 'people:manage'];
    const key = await addScopedKey(api.pool, client.accountId, scopes);
    const change = (role: string) =>
      call(api, `/v1/people/${person.personId}`, { method: 'PATCH', key, body: { role } });
    for (const role of ['owner', 'approver', 'admin'])
      expect([role, (await change(role)).status]).toEqual([role, 403]);
    expect((await change('preparer')).status).toBe(200);
  });
});

describe('/v1/roles', () => {
  it('lists the built-in roles with their rights', async () => {
    const { data } = JSON.parse((await get('/v1/roles')).text);
    expect(data).toHaveLength(Object.keys(CLIENT_ROLES).length);
    const trusted = data.filter((role: { needs_second_factor: boolean }) => role.needs_second_factor);
    expect(trusted.map(({ id }: { id: string }) => id)).toEqual(['owner', 'admin', 'approver']);
    expect(data[0].rights).toEqual([...CLIENT_ROLES.owner].toSorted());
  });
});

describe('/v1/organisation', () => {
  it('shows the organisation with its accounts, and renames it on record', async () => {
    const accounts = [{ id: client.accountId, name: expect.any(String), livemode: true }];
    const shown = JSON.parse((await get('/v1/organisation')).text);
    expect(shown).toMatchObject({ id: organisation, object: 'organisation', name: 'Acme', accounts });
    const rename = (name: string) =>
      browse(api, '/v1/organisation', { method: 'PATCH', body: { name }, cookie: owner.cookie });
    expect(JSON.parse((await rename('  Acme Rewards ')).text).name).toBe('Acme Rewards');
    expect(refusalOf(await rename('   '))).toMatchObject({ status: 400, param: 'name' });
    expect(await entries('organisation_rename')).toEqual([
      { principal: owner.personId, subject: organisation, after: { name: 'Acme Rewards' } },
    ]);
  });

  it('is not there for an account that only keys use', async () => {
    const alone = await addClient(api.pool);
    const key = await addScopedKey(api.pool, alone.accountId, ['people:read', 'people:manage']);
    expect(refusalOf(await call(api, '/v1/organisation', { key }))).toMatchObject({ status: 404 });
    expect(JSON.parse((await call(api, '/v1/people', { key })).text).data).toEqual([]);
  });
});
