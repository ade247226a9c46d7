import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

let api: ApiFixture;
let client: Client;
let organisation: OrganisationId;
let owner: Awaited<ReturnType<typeof trustedAs>>;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  client = await addClient(api.pool);
  organisation = await organisationOf(api, client.accountId);
  owner = await trustedAs(api, organisation, 'owner');
});
afterAll(() => api.close());

interface Listed {
  readonly id: string;
  readonly person_id: string;
}

const list = async (cookie = owner.cookie): Promise<Listed[]> =>
  JSON.parse((await browse(api, '/v1/sessions', { cookie })).text).data;
const end = (id: string, cookie = owner.cookie) =>
  browse(api, `/v1/sessions/${id}`, { method: 'DELETE', cookie });
const sessionOf = async (personId: string): Promise<string> =>
  (await list()).find(({ person_id }) => person_id === personId)?.id ?? '';

describe('/v1/sessions', () => {
  it('lists the sessions of the people of the organisation, and no one else', async () => {
    await signedInAs(api, await organisationOf(api, (await addClient(api.pool)).accountId), 'viewer');
    const viewer = await signedInAs(api, organisation, 'viewer');
    const when = expect.stringMatching(/^20\d\d-/);
    const common = {
      id: expect.stringMatching(/^ses_/),
      object: 'session',
      signed_in_at: when,
      used_at: when,
      expires_at: when,
      ip_address: '127.0.0.1',
      user_agent: expect.any(String),
    };
    expect(await list()).toEqual([
      { ...common, person_id: viewer.personId, second_factor: false },
      { ...common, person_id: owner.personId, second_factor: true },
    ]);
    await api.pool.query(
      `UPDATE auth_sessions SET created_at = created_at - interval '12 hours' WHERE id::text IN
         (SELECT s.id::text FROM auth_sessions s JOIN auth_people p ON p.id = s.person_id WHERE p.email = $1)`,
      [viewer.email],
    );
    expect(await list()).toMatchObject([{ person_id: owner.personId }]);
  });

  it('ends a session from its next request, on record', async () => {
    const viewer = await signedInAs(api, organisation, 'viewer');
    const id = await sessionOf(viewer.personId);
    expect(JSON.parse((await end(id)).text)).toEqual({ id, object: 'session', deleted: true });
    expect((await browse(api, '/v1/balance', { cookie: viewer.cookie })).status).toBe(401);
    const { rows } = await api.pool.query(
      `SELECT principal_id AS principal, before FROM audit_log WHERE action = 'session_end' AND subject = $1`,
      [id],
    );
    expect(rows).toEqual([{ principal: owner.personId, before: { person_id: viewer.personId } }]);
    expect(refusalOf(await end(id))).toMatchObject({ status: 404, param: 'session_id' });
  });

  it('lets an admin end sessions of people with no more rights, and their own', async () => {
    const admin = await trustedAs(api, organisation, 'admin');
    const denied = { status: 403, details: { required_right: expect.any(String) } };
    expect(refusalOf(await end(await sessionOf(owner.personId), admin.cookie))).toMatchObject(denied);
    const viewer = await signedInAs(api, organisation, 'viewer');
    expect((await end(await sessionOf(viewer.personId), admin.cookie)).status).toBe(200);
    expect((await end(await sessionOf(admin.personId), admin.cookie)).status).toBe(200);
    expect((await browse(api, '/v1/balance', { cookie: admin.cookie })).status).toBe(401);
  });

  it('is closed to roles and keys without the right', async () => {
    const viewer = await signedInAs(api, organisation, 'viewer');
    expect((await browse(api, '/v1/sessions', { cookie: viewer.cookie })).status).toBe(403);
    expect((await call(api, '/v1/sessions', { key: client.key })).status).toBe(403);
    const key = await addScopedKey(api.pool, client.accountId, ['people:read', 'people:manage']);
    const id = await sessionOf(owner.personId);
    expect((await call(api, `/v1/sessions/${id}`, { method: 'DELETE', key })).status).toBe(403);
  });

  it('does not end a session of another organisation', async () => {
    const theirs = await organisationOf(api, (await addClient(api.pool)).accountId);
    const stranger = await trustedAs(api, theirs, 'owner');
    const id = await sessionOf(owner.personId);
    expect(refusalOf(await end(id, stranger.cookie))).toMatchObject({ status: 404, param: 'session_id' });
  });
});
