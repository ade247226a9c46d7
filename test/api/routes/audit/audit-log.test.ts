import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditEntry } from '../../../../contract/audit-entry.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  addScopedKey,
  type Client,
  startApi,
} from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { invalid, refusalOf } from '../../../support/api/refusal.ts';

const LOG = '/v1/audit-log';
const LIMITS = '/v1/settings/spending-limits';
const ALLOWLIST = '/v1/settings/ip-allowlist';
const AGENT = 'Reports/1.0';

const Listed = z.strictObject({
  object: z.literal('list'),
  data: z.array(AuditEntry.strict()),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const send = (method: string, path: string, key: string, body?: unknown) =>
  call(api, path, { method, key, headers: { 'user-agent': AGENT }, ...(body === undefined ? {} : { body }) });

const limit = (amount: number | null) => ({
  per_campaign: null,
  per_day: amount === null ? null : { amount, currency: 'NGN' },
  per_month: null,
});

async function listed({ key }: Client, query = '') {
  return Listed.parse(JSON.parse((await call(api, `${LOG}${query}`, { key })).text));
}

async function keyIdOf({ accountId }: Client): Promise<string> {
  const { rows } = await api.pool.query<{ id: string }>({
    text: `SELECT principal_id AS id FROM audit_log WHERE account_id = $1 AND principal_kind = 'key' ORDER BY seq LIMIT 1`,
    values: [uuidOf('acc', accountId)],
  });
  return rows[0]?.id ?? '';
}

async function uploaded(client: Client, reference: string): Promise<string> {
  const answer = await call(api, `/v1/batches?reference=${reference}&start=manual`, {
    method: 'POST',
    key: client.key,
    headers: { 'content-type': 'text/csv' },
    body: 'phone_number,bundle_id\n+2348031000001,bnd_mtn_small\n',
  });
  return z.object({ id: z.string() }).parse(JSON.parse(answer.text)).id;
}

describe('a change over the API', () => {
  it('[audit.entry] is recorded with who, when, from where, before and after', async () => {
    const client = await addClient(api.pool);
    await send('PUT', LIMITS, client.key, limit(5_000));
    await send('PUT', LIMITS, client.key, limit(7_000));

    const [second, first] = (await listed(client)).data;
    const principal = { kind: 'key', id: await keyIdOf(client) };
    const common = { principal, address: '127.0.0.1', user_agent: AGENT, session_id: null, reason: null };
    const change = { action: 'spending_limits_set', subject: 'limits', ...common };
    const facts = (day: number | null) => ({ campaign: null, day, month: null });
    expect(first).toMatchObject({ ...change, number: 1, before: facts(null), after: facts(5_000) });
    expect(second).toMatchObject({ ...change, number: 2, before: facts(5_000), after: facts(7_000) });
    expect(second?.previous_hash).toBe(first?.hash);
    expect(principal.id).toMatch(/^key_/);
  });

  it('[audit.transaction] is not made if it cannot be recorded', async () => {
    const client = await addClient(api.pool);
    await api.pool.query(
      `ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (action <> 'spending_limits_set') NOT VALID`,
    );
    try {
      expect((await send('PUT', LIMITS, client.key, limit(5_000))).status).toBe(500);
    } finally {
      await api.pool.query('ALTER TABLE audit_log DROP CONSTRAINT full_disk');
    }
    expect(JSON.parse((await send('GET', LIMITS, client.key)).text).per_day).toBeNull();
    expect((await listed(client)).data).toEqual([]);
  });

  it('[audit.covers] of batches, endpoints and settings is in the log, without numbers and secrets', async () => {
    const client = await addClient(api.pool);
    const { key } = client;
    const batch = await uploaded(client, 'audit-1');
    await send('PATCH', `/v1/batches/${batch}/rows`, key, {
      edits: [{ line: 2, phone_number: '+2348031000009' }],
    });
    await send('POST', `/v1/batches/${batch}/cancel`, key, {});
    await send('PUT', ALLOWLIST, key, { ranges: ['127.0.0.1'] });
    await send('PUT', '/v1/settings/blocklist/numbers', key, { phone_numbers: ['+2348031000001'] });
    const created = await send('POST', '/v1/webhook-endpoints', key, { url: 'https://hooks.example.com/a' });
    const { id, secret } = z.object({ id: z.string(), secret: z.string() }).parse(JSON.parse(created.text));
    await send('DELETE', `/v1/webhook-endpoints/${id}`, key);

    const { data } = await listed(client);
    expect(data.map(({ action, subject }) => [action, subject]).reverse()).toEqual([
      ['batch_upload', batch],
      ['batch_rows_change', batch],
      ['batch_cancel', batch],
      ['allowlist_set', 'allowlist'],
      ['blocklist_block', 'blocklist'],
      ['endpoint_create', id],
      ['endpoint_delete', id],
    ]);
    const text = JSON.stringify(data);
    expect(text).not.toContain('803100000');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(key);
  });
});

describe('the list', () => {
  let client: Client;
  beforeAll(async () => {
    client = await addClient(api.pool, { balance: 1_000 });
    for (const amount of [1, 2, 3, 4]) await send('PUT', LIMITS, client.key, limit(amount));
    await send('PUT', ALLOWLIST, client.key, { ranges: [] });
  });

  it('[audit.list] is of the own account only, newest first, page by page', async () => {
    const all = await listed(client);
    expect(all.data.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
    const numbers: number[] = [];
    for (let query = '?limit=2'; query !== ''; ) {
      const page = await listed(client, query);
      numbers.push(...page.data.map(({ number }) => number));
      query = page.next_cursor === null ? '' : `?limit=2&cursor=${page.next_cursor}`;
    }
    expect(numbers).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await listed(await addClient(api.pool))).data).toEqual([]);
  });

  it('[audit.filters] takes filters by action, principal, subject and time', async () => {
    const { data } = await listed(client);
    const at = data[2]?.created_at ?? '';
    const counts = async (query: string) => (await listed(client, query)).data.length;
    expect(await counts('?action=allowlist_set')).toBe(1);
    expect(await counts('?subject=limits')).toBe(4);
    expect(await counts(`?principal=${await keyIdOf(client)}`)).toBe(5);
    expect(await counts('?principal=key_00000000000000000000000000')).toBe(0);
    expect((await counts(`?created_from=${at}`)) + (await counts(`?created_to=${at}`))).toBe(6);
    expect(await counts('?action=spending_limits_set&created_to=2026-01-01T00:00:00Z')).toBe(0);
    expect(refusalOf(await call(api, `${LOG}?action=A-B`, { key: client.key }))).toEqual(invalid('action'));
    expect(refusalOf(await call(api, `${LOG}?principal=ada`, { key: client.key }))).toEqual(
      invalid('principal'),
    );
  });

  it('[audit.platform] shows what operators did without their names, reasons and details', async () => {
    const { data } = await listed(client, '?action=funding');
    expect(data).toMatchObject([
      {
        number: 1,
        principal: { kind: 'platform', id: null },
        subject: 'account',
        address: null,
        reason: null,
        before: null,
        after: null,
      },
    ]);
  });

  it('[audit.right] needs the right audit:read', async () => {
    const key = await addScopedKey(api.pool, client.accountId, ['balance:read']);
    expect(refusalOf(await call(api, LOG, { key }))).toMatchObject({
      status: 403,
      code: 'permission_denied',
    });
    const reader = await addScopedKey(api.pool, client.accountId, ['audit:read']);
    expect((await call(api, LOG, { key: reader })).status).toBe(200);
  });
});

describe('as a file', () => {
  it('[audit.csv] has all matching entries with a header, and formulas are defused', async () => {
    const client = await addClient(api.pool);
    await call(api, LIMITS, {
      method: 'PUT',
      key: client.key,
      headers: { 'user-agent': '=1+1' },
      body: limit(5),
    });
    for (let n = 0; n < 250; n++) {
      await api.pool.query({
        text: `INSERT INTO audit_log (id, account_id, principal_kind, principal_id, action, subject)
               VALUES (gen_random_uuid(), $1, 'key', 'unknown', 'many', $2)`,
        values: [uuidOf('acc', client.accountId), String(n)],
      });
    }
    const answer = await call(api, `${LOG}?created_from=2026-01-01T00:00:00Z`, {
      key: client.key,
      headers: { accept: 'text/csv' },
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv');
    const rows: Record<string, string>[] = parse(answer.text, { columns: true });
    const recorded = rows.filter(({ action }) => action !== 'audit_log_download');
    expect(recorded.map(({ number }) => Number(number))).toEqual(
      Array.from({ length: 251 }, (_, n) => 251 - n),
    );
    expect(recorded.at(-1)).toMatchObject({
      action: 'spending_limits_set',
      user_agent: "'=1+1",
      after: JSON.stringify({ campaign: null, day: 5, month: null }),
    });
    const [newest] = (await listed(client)).data;
    expect(newest).toMatchObject({ action: 'audit_log_download', after: { format: 'csv' } });
  });

  it('[audit.downloads] every download of a file with phone numbers is recorded before its first byte', async () => {
    const client = await addClient(api.pool);
    const batch = await uploaded(client, 'audit-files');
    const day = new Date().toISOString().slice(0, 10);
    for (const path of [`/v1/batches/${batch}/rows`, `/v1/statements/${day}/lines`]) {
      const answer = await call(api, path, { key: client.key, headers: { accept: 'text/csv' } });
      expect(answer.status).toBe(200);
    }
    const head = await call(api, `/v1/batches/${batch}/rows`, {
      method: 'HEAD',
      key: client.key,
      headers: { accept: 'text/csv' },
    });
    expect(head.status).toBe(200);
    const { data } = await listed(client);
    expect(data.map(({ action, subject }) => [action, subject])).toEqual([
      ['statement_download', day],
      ['batch_rows_download', batch],
      ['batch_upload', batch],
    ]);
  });
});
