import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiKey, ApiKeyWithSecret } from '../../../contract/api-key.ts';
import {
  type ApiFixture,
  addClient,
  addScopedKey,
  type Client,
  startApi,
} from '../../support/api/fixture.ts';
import { type Answer, call } from '../../support/api/http.ts';
import { invalid, knownEverywhere, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
let own: Client;

beforeAll(async () => {
  api = await startApi({ keyUseMs: 20 });
  own = await addClient(api.pool, { balance: 1_000_000 });
});
afterAll(() => api.close());

function send(method: string, path: string, body?: unknown, key = own.key): Promise<Answer> {
  return call(api, `/v1/api-keys${path}`, { method, key, ...(body === undefined ? {} : { body }) });
}

async function created(body: object = {}, key = own.key) {
  const answer = await send('POST', '', { name: 'Orders', scopes: ['all'], ...body }, key);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return ApiKeyWithSecret.parse(JSON.parse(answer.text));
}

async function shown(id: string) {
  return ApiKey.parse(JSON.parse((await send('GET', `/${id}`)).text));
}

function opens(key: string): Promise<number> {
  return call(api, '/v1/balance', { key }).then(({ status }) => status);
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('creating a key', () => {
  it('shows it once, and it works with its scopes', async () => {
    const made = await created({ name: 'Balance', scopes: ['balance:read', 'balance:read'] });
    expect(made).toMatchObject({
      name: 'Balance',
      scopes: ['balance:read'],
      status: 'active',
      current: false,
    });
    expect(made.key.endsWith(made.last_four)).toBe(true);
    expect(await opens(made.key)).toBe(200);
    const denied = await call(api, '/v1/purchases', { key: made.key });
    expect(refusalOf(denied)).toMatchObject({
      code: 'permission_denied',
      details: { required_right: 'purchases:read' },
    });

    const { key, ...shownAgain } = made;
    // The use of a key is recorded beside its request.
    await expect.poll(() => shown(made.id)).toMatchObject({ ...shownAgain, last_used_at: expect.anything() });
    expect((await send('GET', '')).text).not.toContain(key);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes'],
    [{ scopes: 'all' }, 'scopes'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: '2999-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ key: 'bw_live_mine' }, 'key'],
  ])('refuses %j and creates nothing', async (fields, param) => {
    const before = await send('GET', '?limit=100');
    const answer = await send('POST', '', { name: 'Orders', scopes: ['all'], ...fields });
    expect(refusalOf(answer)).toEqual(invalid(param));
    expect((await send('GET', '?limit=100')).text).toBe(before.text);
  });

  it('ends at 100 keys that work', async () => {
    const { accountId, key } = await addClient(api.pool);
    const { rowCount } = await api.pool.query(
      `INSERT INTO api_keys (id, account_id, key_hash, last_four)
       SELECT uuidv7(), account_id, sha256(n::text::bytea), '0000' FROM api_keys, generate_series(1, 98) n
        WHERE account_id = (SELECT account_id FROM api_keys WHERE last_four = $1 ORDER BY id DESC LIMIT 1)`,
      [key.slice(-4)],
    );
    expect([rowCount, accountId]).toEqual([98, expect.any(String)]);
    const last = await created({}, key);
    const full = await send('POST', '', { name: 'One more', scopes: ['all'] }, key);
    expect(refusalOf(full)).toEqual({ status: 422, code: 'api_key_limit', retryable: false });
    await send('POST', `/${last.id}/revoke`, undefined, key);
    await created({}, key);
  });
});

describe('a key', () => {
  it('[keys.grants] cannot make, change or rotate a key that may do more than itself', async () => {
    const scopes = ['keys:write', 'keys:read', 'balance:read'];
    const weak = await created({ name: 'Weak', scopes, expires_at: inAnHour() });
    const strong = await created({ name: 'Strong' });
    const refuse = async (answer: Promise<Answer>, details: object) =>
      expect(refusalOf(await answer)).toEqual({
        status: 403,
        code: 'permission_denied',
        retryable: false,
        details,
      });
    const right = { required_right: expect.stringMatching(/^[a-z-]+:[a-z]+$/) };
    const latest = { expires_at: weak.expires_at };
    await refuse(send('POST', '', { name: 'All', scopes: ['all'] }, weak.key), right);
    await refuse(send('POST', '', { name: 'Buys', scopes: ['purchases:create'] }, weak.key), {
      required_right: 'purchases:create',
    });
    await refuse(send('POST', '', { name: 'Longer', scopes: ['balance:read'] }, weak.key), latest);
    await refuse(send('PATCH', `/${weak.id}`, { scopes: ['all'] }, weak.key), right);
    await refuse(send('PATCH', `/${weak.id}`, { expires_at: null }, weak.key), latest);
    await refuse(send('PATCH', `/${strong.id}`, { name: 'Mine' }, weak.key), right);
    await refuse(send('POST', `/${strong.id}/rotate`, {}, weak.key), right);
    expect(await shown(strong.id)).toMatchObject({ name: 'Strong', scopes: ['all'] });
    expect(await shown(weak.id)).toMatchObject({ scopes, expires_at: weak.expires_at });

    const made = await created({ scopes: ['balance:read'], expires_at: weak.expires_at }, weak.key);
    expect(await opens(made.key)).toBe(200);
  });

  it('cannot manage keys without keys:write, nor see them without keys:read', async () => {
    const key = await addScopedKey(api.pool, own.accountId, ['balance:read']);
    const denied = (right: string) => ({ status: 403, details: { required_right: right } });
    expect(refusalOf(await send('POST', '', { name: 'x', scopes: ['balance:read'] }, key))).toMatchObject(
      denied('keys:write'),
    );
    expect(refusalOf(await send('GET', '', undefined, key))).toMatchObject(denied('keys:read'));
  });

  it('changes within a second, and shows which one is in use', async () => {
    const made = await created({ scopes: ['balance:read', 'keys:read'] });
    expect(await opens(made.key)).toBe(200);
    const changed = await send('PATCH', `/${made.id}`, { name: 'Seen', scopes: ['keys:read'] });
    expect(JSON.parse(changed.text)).toMatchObject({ name: 'Seen', scopes: ['keys:read'], expires_at: null });
    await knownEverywhere();
    expect(await opens(made.key)).toBe(403);
    const listed = await send('GET', `/${made.id}`, undefined, made.key);
    expect(JSON.parse(listed.text)).toMatchObject({ current: true });
    expect(refusalOf(await send('PATCH', `/${made.id}`, {}))).toEqual(invalid());
  });

  it('was last used when it was, to the minute', async () => {
    const made = await created();
    expect((await shown(made.id)).last_used_at).toBeNull();
    const before = Date.now();
    await opens(made.key);
    await expect.poll(async () => (await shown(made.id)).last_used_at).not.toBeNull();
    const first = (await shown(made.id)).last_used_at;
    const at = new Date(first ?? '').getTime();
    expect(at).toBeGreaterThanOrEqual(before - 1_000);
    expect(at).toBeLessThanOrEqual(Date.now());
    await opens(made.key);
    await knownEverywhere();
    expect((await shown(made.id)).last_used_at).toBe(first);
  });
});

describe('the end of a key', () => {
  it('[keys.ends] revoked, it opens nothing a second later, and is never changed again', async () => {
    const made = await created();
    expect(await opens(made.key)).toBe(200);
    const Revoked = z.object({ status: z.literal('revoked'), revoked_at: z.string() });
    const first = Revoked.parse(JSON.parse((await send('POST', `/${made.id}/revoke`)).text));
    const again = Revoked.parse(JSON.parse((await send('POST', `/${made.id}/revoke`)).text));
    expect(again).toEqual(first);
    await knownEverywhere();
    expect(await opens(made.key)).toBe(401);
    const revoked = { status: 409, code: 'api_key_revoked', retryable: false };
    expect(refusalOf(await send('PATCH', `/${made.id}`, { name: 'Back' }))).toEqual(revoked);
    expect(refusalOf(await send('POST', `/${made.id}/rotate`, {}))).toEqual(revoked);
  });

  it('[keys.ends] rotated, both keys work until the overlap ends, with one id and the same rights', async () => {
    const made = await created({ scopes: ['balance:read'] });
    const rotated = ApiKeyWithSecret.parse(
      JSON.parse((await send('POST', `/${made.id}/rotate`, { overlap_seconds: 3_600 })).text),
    );
    expect(rotated).toMatchObject({
      id: made.id,
      scopes: ['balance:read'],
      former_key_until: expect.any(String),
    });
    expect(rotated.key).not.toBe(made.key);
    await knownEverywhere();
    expect([await opens(made.key), await opens(rotated.key)]).toEqual([200, 200]);
    const again = await send('POST', `/${made.id}/rotate`, {});
    expect(refusalOf(again)).toEqual({
      status: 409,
      code: 'secret_rotation_under_way',
      retryable: false,
      details: { former_key_until: rotated.former_key_until },
    });

    const last = ApiKeyWithSecret.parse(
      JSON.parse((await send('POST', `/${made.id}/rotate`, { overlap_seconds: 0 })).text),
    );
    expect(last.former_key_until).toBeNull();
    await knownEverywhere();
    expect([await opens(made.key), await opens(rotated.key), await opens(last.key)]).toEqual([401, 401, 200]);
  });

  it('revoked in an overlap, neither key works', async () => {
    const made = await created();
    const rotated = ApiKeyWithSecret.parse(JSON.parse((await send('POST', `/${made.id}/rotate`, {})).text));
    await send('POST', `/${made.id}/revoke`);
    await knownEverywhere();
    expect([await opens(made.key), await opens(rotated.key)]).toEqual([401, 401]);
  });

  it('is recorded with what changed, without the key', async () => {
    const made = await created({ name: 'Recorded' });
    await send('PATCH', `/${made.id}`, { name: 'Renamed' });
    await send('POST', `/${made.id}/rotate`, { overlap_seconds: 0 });
    await send('POST', `/${made.id}/revoke`);
    const { rows } = await api.pool.query(
      'SELECT action, after AS details FROM audit_log WHERE subject = $1 ORDER BY seq',
      [made.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['key_issue', 'key_change', 'key_rotate', 'key_revoke']);
    expect(rows[1]).toMatchObject({ details: { before: { name: 'Recorded' }, after: { name: 'Renamed' } } });
    expect(JSON.stringify(rows)).not.toContain('bw_');
  });
});
