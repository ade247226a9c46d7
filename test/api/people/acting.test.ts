import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeMember } from '../../../db/people/people.ts';
import { listSessions } from '../../../db/people/sessions.ts';
import { GUARDED_RIGHTS } from '../../../domain/access/rights.ts';
import { CLIENT_ROLES } from '../../../domain/access/roles.ts';
import { isClientRole, rightsInSession, roleRights } from '../../../domain/access/session-rights.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { call, order } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { ACTOR, browse, invited, organisationOf, post, signedInAs } from '../../support/people/fixture.ts';

const ENDED = { status: 401, code: 'not_signed_in', retryable: false };
const CROSS_SITE = { status: 403, code: 'permission_denied', retryable: false };
const NOT_YOURS = { status: 404, code: 'not_found', param: 'Bundlewire-Account', retryable: false };

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

describe('a session on /v1', () => {
  it('reads as its account, and may do what its role may', async () => {
    const { cookie } = await signedInAs(api, organisation, 'support');
    const answer = await browse(api, '/v1/purchases', { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-limit')).not.toBeNull();
    expect(refusalOf(await browse(api, '/v1/settings/ip-allowlist', { cookie }))).toEqual({
      status: 403,
      code: 'permission_denied',
      details: { required_right: 'settings:read' },
      retryable: false,
    });
  });

  it('of a role that can spend money only reads, because there was no second factor', async () => {
    const { cookie } = await signedInAs(api, organisation, 'owner');
    expect((await browse(api, '/v1/balance', { cookie })).status).toBe(200);
    expect(refusalOf(await post(api, '/v1/purchases', order(), cookie))).toMatchObject({
      code: 'permission_denied',
      details: { required_right: 'purchases:create' },
    });
  });

  it('that was never made, or was changed, is refused', async () => {
    const { cookie } = await signedInAs(api, organisation, 'viewer');
    const name = cookie.split('=')[0] ?? '';
    const [token = '', signature = ''] = decodeURIComponent(cookie.slice(name.length + 1)).split('.');
    for (const value of ['', 'x', token, `${token}.`, `${token}x.${signature}`, `${token}.${signature}x`])
      expect(refusalOf(await browse(api, '/v1/balance', { cookie: `${name}=${value}` }))).toEqual(ENDED);
  });

  it('is over after signing out, also for a copy of its cookie', async () => {
    const { cookie } = await signedInAs(api, organisation, 'viewer');
    expect((await browse(api, '/v1/auth/sign-out', { method: 'POST', cookie })).status).toBe(204);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(ENDED);
  });

  it('is over when it was not used for 30 minutes', async () => {
    const { cookie, personId } = await signedInAs(api, organisation, 'viewer');
    const { rows } = await api.pool.query(
      `SELECT s.id, s.expires_at - s.created_at < interval '30 minutes 1 second' AS idle FROM auth_sessions s
         JOIN auth_people p ON p.id = s.person_id ORDER BY s.created_at DESC LIMIT 1`,
    );
    expect([personId.startsWith('per_'), rows[0].idle]).toEqual([true, true]);
    await api.pool.query(`UPDATE auth_sessions SET expires_at = now() WHERE id = $1`, [rows[0].id]);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(ENDED);
  });

  it('is over 12 hours after the sign-in, however much it is used', async () => {
    const { cookie, personId } = await signedInAs(api, organisation, 'viewer');
    await api.pool.query(`UPDATE auth_sessions SET created_at = now() - interval '12 hours'`);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(ENDED);
    expect(await listSessions(api.pool, personId)).toEqual([]);
  });

  it('moves its end forward while it is used, at most once a minute', async () => {
    const { cookie } = await signedInAs(api, organisation, 'viewer');
    const unchanged = await browse(api, '/v1/balance', { cookie });
    expect(unchanged.headers.getSetCookie()).toEqual([]);
    await api.pool.query(`UPDATE auth_sessions SET expires_at = expires_at - interval '2 minutes'`);
    const renewed = await browse(api, '/v1/balance', { cookie });
    expect(renewed.headers.getSetCookie()[0]).toMatch(/^bundlewire\.session_token=.*Max-Age=1800/);
  });
});

describe('a role', () => {
  it('that is taken away counts from the next request', async () => {
    const { cookie, personId } = await signedInAs(api, organisation, 'viewer');
    expect((await browse(api, '/v1/balance', { cookie })).status).toBe(200);
    await removeMember(api.pool, organisation, personId, ACTOR);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(NOT_YOURS);
  });

  it('that is changed counts from the next request', async () => {
    const { cookie, email } = await signedInAs(api, organisation, 'finance');
    expect((await browse(api, '/v1/settings/ip-allowlist', { cookie })).status).toBe(200);
    await invited(api, organisation, 'viewer', email);
    expect((await browse(api, '/v1/settings/ip-allowlist', { cookie })).status).toBe(403);
  });

  it.each(Object.keys(CLIENT_ROLES))('%s never has more rights in a session than in the table', (role) => {
    if (!isClientRole(role)) throw new TypeError(role);
    for (const factor of ['none', 'pending', 'passed'] as const)
      for (const right of rightsInSession(CLIENT_ROLES[role], factor))
        expect(new Set<string>(CLIENT_ROLES[role]).has(right)).toBe(true);
    const spends = [...rightsInSession(CLIENT_ROLES[role], 'none')].filter((right) =>
      /:(create|start)$/.test(right),
    );
    expect(spends.filter((right) => right !== 'batches:create')).toEqual([]);
  });

  it.each(['owner', 'admin', 'approver'] as const)(
    '%s has no right over money without a second factor',
    (role) => {
      const guarded = (factor: 'none' | 'passed') =>
        [...rightsInSession(CLIENT_ROLES[role], factor)].filter((right) => GUARDED_RIGHTS.has(right));
      expect(guarded('passed')).not.toEqual([]);
      expect(guarded('none')).toEqual([]);
    },
  );

  it('that may set the rules for approvals cannot set them without a second factor', async () => {
    const { cookie } = await signedInAs(api, organisation, 'admin');
    const body = { campaign_start: { one_approval_from: null, two_approvals_from: null } };
    const answer = await browse(api, '/v1/settings/approval-rules', { method: 'PUT', cookie, body });
    expect(refusalOf(answer)).toMatchObject({
      code: 'permission_denied',
      details: { required_right: 'approvals:rules' },
    });
  });

  it('that does not exist has no rights', () => {
    expect([...roleRights('constructor', null)]).toEqual([]);
  });
});

describe('the account of a request', () => {
  it('is named in the header, if a person may use several', async () => {
    const other = await addClient(api.pool);
    const both = await organisationOf(api, (await addClient(api.pool)).accountId, other.accountId);
    const { cookie } = await signedInAs(api, both, 'viewer');
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual({
      status: 400,
      code: 'invalid_request',
      param: 'Bundlewire-Account',
      retryable: false,
    });
    const headers = { 'bundlewire-account': other.accountId };
    expect((await browse(api, '/v1/balance', { cookie, headers })).status).toBe(200);
  });

  it('of another organisation is as if it did not exist', async () => {
    const { cookie } = await signedInAs(api, organisation, 'owner');
    const { accountId } = await addClient(api.pool);
    for (const account of [accountId, 'acc_00000000000000000000000000', 'acc_x', "' OR 1=1 --"]) {
      const headers = { 'bundlewire-account': account };
      expect(refusalOf(await browse(api, '/v1/balance', { cookie, headers }))).toEqual(NOT_YOURS);
    }
  });

  it('is that of the key, if a request has a key and a cookie', async () => {
    const { cookie } = await signedInAs(api, organisation, 'viewer');
    const other = await addClient(api.pool, { balance: 4_711 });
    const answer = await browse(api, '/v1/balance', { cookie, key: other.key });
    expect(JSON.parse(answer.text).available.amount).toBe(4_711);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie, key: 'bw_live_x' }))).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
  });

  it('keeps its allowlist for people too', async () => {
    const { accountId } = await addClient(api.pool);
    const { cookie } = await signedInAs(api, await organisationOf(api, accountId), 'viewer');
    await api.pool.query(
      `INSERT INTO account_allowed_ranges (account_id, range)
       SELECT a.id, '192.0.2.0/24' FROM accounts a WHERE a.organisation_id IS NOT NULL ORDER BY a.id DESC LIMIT 1`,
    );
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toMatchObject({ code: 'ip_not_allowed' });
  });
});

describe('a request of another website', () => {
  it.each([
    ['says so in Origin', { origin: 'https://evil.example' }],
    ['says so in Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['comes from another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['hides its origin', { origin: 'null' }],
  ])('is refused when it %s', async (_how, headers) => {
    const { cookie } = await signedInAs(api, organisation, 'admin');
    const body = { ranges: [] };
    const answer = await browse(api, '/v1/settings/ip-allowlist', { method: 'PUT', body, cookie, headers });
    expect(refusalOf(answer)).toEqual(CROSS_SITE);
    const out = await browse(api, '/v1/auth/sign-out', { method: 'POST', cookie, headers });
    expect(refusalOf(out)).toEqual(CROSS_SITE);
  });

  it('is refused when it says nothing of its origin, and has a cookie', async () => {
    const { cookie } = await signedInAs(api, organisation, 'admin');
    const options = { method: 'PUT', body: { ranges: [] }, key: null, headers: { cookie } };
    expect(refusalOf(await call(api, '/v1/settings/ip-allowlist', options))).toEqual(CROSS_SITE);
  });

  it('cannot sign anyone in', async () => {
    const { token } = await invited(api, organisation, 'viewer');
    const headers = { origin: 'https://evil.example' };
    const body = { token };
    const answer = await browse(api, '/v1/auth/sign-in/link', { method: 'POST', body, headers });
    expect(refusalOf(answer)).toEqual(CROSS_SITE);
  });
});

describe('sessions', () => {
  it('are listed for their person, and ended one by one', async () => {
    const { cookie, email } = await signedInAs(api, organisation, 'viewer');
    const again = await invited(api, organisation, 'viewer', email);
    const second = await post(api, '/v1/auth/sign-in/link', { token: again.token });
    expect(second.status).toBe(200);
    const listed = JSON.parse((await browse(api, '/v1/auth/sessions', { cookie })).text).data;
    expect(listed.map((each: { current: boolean }) => each.current)).toEqual([false, true]);
    expect(JSON.stringify(listed)).not.toContain('token');

    const end = (id: string) => browse(api, `/v1/auth/sessions/${id}`, { method: 'DELETE', cookie });
    expect((await end(listed[0].id)).status).toBe(204);
    expect((await end(listed[0].id)).status).toBe(404);
    const left = JSON.parse((await browse(api, '/v1/auth/sessions', { cookie })).text).data;
    expect(left).toHaveLength(1);
  });

  it('of others cannot be ended', async () => {
    const mine = await signedInAs(api, organisation, 'owner');
    const theirs = await signedInAs(api, organisation, 'viewer');
    const [session] = JSON.parse(
      (await browse(api, '/v1/auth/sessions', { cookie: theirs.cookie })).text,
    ).data;
    const options = { method: 'DELETE', cookie: mine.cookie };
    expect(refusalOf(await browse(api, `/v1/auth/sessions/${session.id}`, options))).toMatchObject({
      code: 'not_found',
    });
    expect((await browse(api, '/v1/balance', { cookie: theirs.cookie })).status).toBe(200);
  });
});
