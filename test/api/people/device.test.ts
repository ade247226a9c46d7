import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeStaff } from '../../../db/people/staff.ts';
import { type OrganisationId, uuidOf } from '../../../domain/ids.ts';
import { findCommandLinePerson } from '../../../services/people/staff/command-line.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { begun, decide, taken, tokenIn } from '../../support/people/command-line.ts';
import { ACTOR, browse, organisationOf, post, trustedAs } from '../../support/people/fixture.ts';
import { staffAs, staffSignedIn } from '../../support/people/staff.ts';

const UNKNOWN = { status: 404, code: 'not_found', param: 'user_code', retryable: false };
const FORBIDDEN = { status: 403, code: 'permission_denied', retryable: false };

let api: ApiFixture;
let organisation: OrganisationId;
beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());
// Tests come from one address, which may have few sign-ins that wait.
beforeEach(() => api.pool.query('DELETE FROM device_sign_ins'));

describe('a sign-in of the command line', () => {
  it('waits until a staff member confirms it, then gives a token once', async () => {
    const { cookie, personId, email } = await staffAs(api, 'operator');
    const { device_code, user_code, verification_uri } = await begun(api);
    expect(verification_uri).toBe(`${api.baseUrl}/device`);
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(await taken(api, device_code)).toEqual({ status: 400, body: { error: 'authorization_pending' } });

    expect((await decide(api, cookie, user_code.toLowerCase().replace('-', ' '))).status).toBe(204);
    const answer = await taken(api, device_code);
    expect(answer.body).toEqual({ access_token: expect.stringMatching(/^bwcli_/), token_type: 'Bearer' });
    const person = await findCommandLinePerson(api.pool, tokenIn(answer.body));
    expect(person).toMatchObject({ personId, email, role: 'operator', hasPassed: true });

    expect(await taken(api, device_code)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
    expect(refusalOf(await decide(api, cookie, user_code))).toEqual(UNKNOWN);
  });

  it('gives one token to requests at the same time', async () => {
    const { cookie } = await staffAs(api, 'operator');
    const { device_code, user_code } = await begun(api);
    await decide(api, cookie, user_code);
    const answers = await Promise.all(Array.from({ length: 8 }, () => taken(api, device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is asked to slow down when it asks too often', async () => {
    const { device_code } = await begun(api);
    expect((await taken(api, device_code)).body).toEqual({ error: 'authorization_pending' });
    await api.pool.query(`UPDATE device_sign_ins SET polled_at = app_now() + interval '1 hour'`);
    expect((await taken(api, device_code)).body).toEqual({ error: 'slow_down' });
  });

  it('that has ended is neither confirmed nor given a token', async () => {
    const { cookie } = await staffAs(api, 'operator');
    const late = await begun(api);
    const confirmed = await begun(api);
    await decide(api, cookie, confirmed.user_code);
    await api.pool.query('UPDATE device_sign_ins SET expires_at = app_now()');
    expect(refusalOf(await decide(api, cookie, late.user_code))).toEqual(UNKNOWN);
    for (const { device_code } of [late, confirmed])
      expect(await taken(api, device_code)).toEqual({ status: 400, body: { error: 'expired_token' } });
  });

  it('that was denied gives no token', async () => {
    const { cookie } = await staffAs(api, 'operator');
    const { device_code, user_code } = await begun(api);
    expect((await decide(api, cookie, user_code, 'denied')).status).toBe(204);
    expect(await taken(api, device_code)).toEqual({ status: 400, body: { error: 'access_denied' } });
    expect(await taken(api, device_code)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each([
    ['a person of a client', () => trustedAs(api, organisation, 'owner')],
    ['a staff member without a second factor', () => staffSignedIn(api, 'admin')],
  ])('is not confirmed by %s, which is on record', async (_who, person) => {
    const { cookie, personId } = await person();
    const { device_code, user_code } = await begun(api);
    expect(refusalOf(await decide(api, cookie, user_code))).toEqual(FORBIDDEN);
    expect(refusalOf(await post(api, '/v1/auth/device/find', { user_code }, cookie))).toEqual(FORBIDDEN);
    expect((await taken(api, device_code)).body.error).toMatch(/^(authorization_pending|slow_down)$/);
    await expect
      .poll(async () => {
        const { rows } = await api.pool.query(
          `SELECT action, subject FROM audit_log WHERE principal_id = $1 AND action = 'refused_right'`,
          [personId],
        );
        return rows;
      })
      .toEqual([{ action: 'refused_right', subject: 'device' }]);
  });

  it('is confirmed by no one without a session, and not by a key', async () => {
    const { user_code } = await begun(api);
    const body = { user_code, decision: 'confirmed' };
    const headers = { origin: api.baseUrl, 'sec-fetch-site': 'same-origin' };
    for (const key of [null, api.client.key])
      expect((await call(api, '/v1/auth/device/decide', { method: 'POST', key, body, headers })).status).toBe(
        401,
      );
  });

  it('is not confirmed by another website', async () => {
    const { cookie } = await staffAs(api, 'operator');
    const { user_code } = await begun(api);
    const answer = await call(api, '/v1/auth/device/decide', {
      method: 'POST',
      key: null,
      body: { user_code, decision: 'confirmed' },
      headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(refusalOf(answer)).toEqual(FORBIDDEN);
  });

  it('begins no session for someone who left the staff, or lost the second factor, after confirming', async () => {
    const left = await staffAs(api, 'operator');
    const lost = await staffAs(api, 'operator');
    for (const { cookie, leave } of [
      { ...left, leave: () => removeStaff(api.pool, left.personId, ACTOR) },
      {
        ...lost,
        leave: () => browse(api, '/v1/auth/second-factor', { method: 'DELETE', cookie: lost.cookie }),
      },
    ]) {
      const { device_code, user_code } = await begun(api);
      await decide(api, cookie, user_code);
      await leave();
      expect(await taken(api, device_code)).toEqual({ status: 400, body: { error: 'access_denied' } });
    }
  });

  it('cannot be found by guessing: after five wrong codes, a person must wait', async () => {
    const { cookie } = await staffAs(api, 'operator');
    const { user_code } = await begun(api);
    for (let wrong = 0; wrong < 6; wrong += 1)
      await post(api, '/v1/auth/device/find', { user_code: 'BBBB-BBBB' }, cookie);
    // The first wait is a second, which a slow machine may need for the next request.
    const waits = await api.pool.query(
      `UPDATE sign_in_attempts SET blocked_until = app_now() + interval '1 minute'
        WHERE failures >= 5 AND blocked_until > last_at`,
    );
    expect(waits.rowCount).toBeGreaterThan(0);
    expect((await post(api, '/v1/auth/device/find', { user_code }, cookie)).status).toBe(429);
  });

  it('waits at most twenty times at one address', async () => {
    for (let each = 0; each < 20; each += 1) await begun(api);
    expect((await call(api, '/v1/auth/device', { method: 'POST', key: null })).status).toBe(429);
  });
});

it.each([
  ['/device', 'text/html'],
  ['/device/main.js', 'text/javascript'],
  ['/device/page.css', 'text/css'],
])('%s is the page on which a person confirms', async (path, type) => {
  const answer = await call(api, path, { key: null });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

describe('a session of the command line', () => {
  async function token() {
    const person = await staffAs(api, 'finance');
    const { device_code, user_code } = await begun(api);
    await decide(api, person.cookie, user_code);
    return { ...person, token: tokenIn((await taken(api, device_code)).body) };
  }

  it('is in the list of the person, who can end it', async () => {
    const { cookie, token: value } = await token();
    const { data } = JSON.parse((await browse(api, '/v1/auth/sessions', { cookie })).text);
    const other = data.find(({ current }: { current: boolean }) => !current);
    await browse(api, `/v1/auth/sessions/${other.id}`, { method: 'DELETE', cookie });
    expect(await findCommandLinePerson(api.pool, value)).toBeNull();
  });

  it('ends without use, 12 hours after the sign-in, and with the role', async () => {
    const ends = [
      `UPDATE auth_sessions SET expires_at = app_now() WHERE token LIKE 'cli:%' AND person_id = $1`,
      `UPDATE auth_sessions SET created_at = app_now() - interval '12 hours' WHERE token LIKE 'cli:%' AND person_id = $1`,
      'DELETE FROM staff WHERE person_id = $1',
    ];
    for (const end of ends) {
      const { personId, token: value } = await token();
      expect(await findCommandLinePerson(api.pool, value)).not.toBeNull();
      await api.pool.query(end, [uuidOf('per', personId)]);
      expect(await findCommandLinePerson(api.pool, value)).toBeNull();
    }
  });

  it('is stored as a hash, and opens nothing over HTTP', async () => {
    const { token: value, personId } = await token();
    const { rows } = await api.pool.query('SELECT token FROM auth_sessions WHERE person_id = $1', [
      uuidOf('per', personId),
    ]);
    const stored = rows.map((row) => row.token);
    expect(stored).not.toContain(value);
    expect((await call(api, '/v1/balance', { key: value })).status).toBe(401);
    for (const text of [value, ...stored])
      expect(
        (await browse(api, '/v1/auth/sessions', { cookie: `bundlewire.session_token=${text}` })).status,
      ).toBe(401);
  });
});
