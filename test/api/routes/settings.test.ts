import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IpAllowlist, LowBalanceAlert } from '../../../contract/settings.ts';
import { uuidOf } from '../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  addKey,
  type Client,
  PRICE,
  startApi,
} from '../../support/api/fixture.ts';
import { bought, call, errorOf, order } from '../../support/api/http.ts';
import { invalid, knownEverywhere, refusalOf } from '../../support/api/refusal.ts';

const ALLOWLIST = '/v1/settings/ip-allowlist';
const ALERT = '/v1/settings/low-balance';
const OWN = '127.0.0.1';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

function put(path: string, key: string, body: unknown) {
  return call(api, path, { method: 'PUT', key, body });
}

const readList = async (key: string) =>
  IpAllowlist.strict().parse(JSON.parse((await call(api, ALLOWLIST, { key })).text));
const readAlert = async (key: string) =>
  LowBalanceAlert.strict().parse(JSON.parse((await call(api, ALERT, { key })).text));

const actionsOf = async ({ accountId }: Client) => {
  const { rows } = await api.pool.query<{ kind: string; action: string }>(
    'SELECT principal_kind AS kind, action FROM audit_log WHERE account_id = $1 ORDER BY seq',
    [uuidOf('acc', accountId)],
  );
  return rows.flatMap(({ kind, action }) => (action.startsWith('refused') ? [] : [`${kind} ${action}`]));
};

describe('the IP allowlist', () => {
  it('[settings.allowlist] applies within a second to every key, is shown in one form, and is recorded', async () => {
    const client = await addClient(api.pool);
    expect(await readList(client.key)).toEqual({ object: 'ip_allowlist', ranges: [], your_address: OWN });

    const ranges = ['127.0.0.0/8', '2001:DB8::/32', '::ffff:127.0.0.0/104', '198.51.100.7'];
    const answer = await put(ALLOWLIST, client.key, { ranges });
    expect(answer.status).toBe(200);
    const kept = ['127.0.0.0/8', '198.51.100.7/32', '2001:db8::/32'];
    expect(JSON.parse(answer.text)).toEqual({ object: 'ip_allowlist', ranges: kept, your_address: OWN });

    const elsewhere = await put(ALLOWLIST, client.key, { ranges: ['198.51.100.7'], allow_lockout: true });
    expect(elsewhere.status).toBe(200);
    const second = await addKey(api.pool, client.accountId);
    await knownEverywhere();
    for (const key of [client.key, second])
      expect((await call(api, '/v1/balance', { key })).status).toBe(403);
    expect((await put(ALLOWLIST, client.key, { ranges: [] })).status).toBe(403);
    expect(await actionsOf(client)).toEqual(['key allowlist_set', 'key allowlist_set']);
  });

  it('[settings.lockout] is refused without the own address, changes nothing, and says which address that is', async () => {
    const client = await addClient(api.pool);
    await put(ALLOWLIST, client.key, { ranges: [OWN] });
    const answer = await put(ALLOWLIST, client.key, { ranges: ['198.51.100.0/24'] });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      code: 'address_locked_out',
      param: 'ranges',
      retryable: false,
      details: { your_address: OWN },
    });
    expect((await readList(client.key)).ranges).toEqual([`${OWN}/32`]);
    expect(await actionsOf(client)).toEqual(['key allowlist_set']);
  });

  it('can be emptied, so that keys work from anywhere', async () => {
    const client = await addClient(api.pool);
    await put(ALLOWLIST, client.key, { ranges: [OWN] });
    expect((await put(ALLOWLIST, client.key, { ranges: [] })).status).toBe(200);
    expect((await readList(client.key)).ranges).toEqual([]);
  });

  it('[settings.400] refuses what is not a range, and more than 100', async () => {
    const client = await addClient(api.pool);
    const many = Array.from({ length: 101 }, (_, n) => `10.0.0.${n}`);
    const lists = [
      ['x'],
      ['10.0.0.1/8'],
      ['10.0.0.0/33'],
      ['fe80::1%eth0'],
      [''],
      [7],
      'x',
      null,
      many,
      ['1'.repeat(99)],
    ];
    for (const ranges of lists) {
      const answer = await put(ALLOWLIST, client.key, { ranges, allow_lockout: true });
      expect([ranges, refusalOf(answer)]).toEqual([ranges, invalid('ranges')]);
    }
    expect(refusalOf(await put(ALLOWLIST, client.key, { ranges: [], allow_lockout: 1 }))).toEqual(
      invalid('allow_lockout'),
    );
    expect((await readList(client.key)).ranges).toEqual([]);
  });

  it('is one of two lists that are set at the same time, whole', async () => {
    const client = await addClient(api.pool);
    const lists = [0, 1].map((n) => [`${OWN}/32`, ...[1, 2, 3].map((part) => `10.${n}.${part}.0/24`)].sort());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => put(ALLOWLIST, client.key, { ranges: lists[n % 2] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(lists).toContainEqual([...(await readList(client.key)).ranges].sort());
  });
});

describe('the low-balance alert', () => {
  const terms = (amount: number, email = 'finance@example.com') => ({
    threshold: { amount, currency: 'NGN' },
    email,
  });

  it('[settings.low_balance] is raised once each time the balance falls below the threshold', async () => {
    const client = await addClient(api.pool, { balance: 3 * PRICE });
    const none = { object: 'low_balance_alert', threshold: null, email: null };
    expect(await readAlert(client.key)).toEqual(none);
    const wanted = terms(2 * PRICE);
    expect((await put(ALERT, client.key, wanted)).status).toBe(200);
    expect(await readAlert(client.key)).toEqual({ object: 'low_balance_alert', ...wanted });

    for (let n = 0; n < 3; n++) await bought(api, order(), { key: client.key });
    const { rows } = await api.pool.query<{ threshold: number; available: number }>(
      'SELECT threshold, available FROM low_balance_alerts WHERE account_id = $1',
      [uuidOf('acc', client.accountId)],
    );
    expect(rows).toEqual([{ threshold: 2 * PRICE, available: PRICE }]);

    const ended = await put(ALERT, client.key, { threshold: null, email: null });
    expect(JSON.parse(ended.text)).toEqual(none);
    expect(await readAlert(client.key)).toEqual(none);
    expect(await actionsOf(client)).toContain('key low_balance_set');
    expect(api.logged()).not.toContain('finance@example.com');
  });

  it('[settings.400] refuses half an alert, another currency and impossible amounts, by their field', async () => {
    const { key } = await addClient(api.pool);
    const money = { amount: 1, currency: 'NGN' };
    const email = 'finance@example.com';
    const wrong: [object, string][] = [
      [{ threshold: money, email: null }, 'email'],
      [{ threshold: null, email }, 'threshold'],
      [{ threshold: { ...money, currency: 'USD' }, email }, 'threshold'],
      [{ threshold: { ...money, amount: 0 }, email }, 'threshold'],
      [{ threshold: { ...money, amount: 1.5 }, email }, 'threshold'],
      [{ threshold: { ...money, amount: 2 ** 53 }, email }, 'threshold'],
      [{ threshold: 5, email }, 'threshold'],
      [{ threshold: money, email: 'nowhere' }, 'email'],
      [{ threshold: money, email: `${'x'.repeat(250)}@example.com` }, 'email'],
      [{ threshold: money }, 'email'],
      [{ email }, 'threshold'],
    ];
    for (const [body, param] of wrong) {
      const answer = await put(ALERT, key, body);
      expect([body, refusalOf(answer)]).toEqual([body, invalid(param)]);
      expect(errorOf(answer).message).toMatch(/\.$/);
    }
    expect((await readAlert(key)).threshold).toBeNull();
  });
});
