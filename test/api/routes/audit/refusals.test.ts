import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AuditEntry } from '../../../../contract/audit-entry.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import {
  type ApiFixture,
  addClient,
  addKey,
  addScopedKey,
  type Client,
  revokeKey,
  startApi,
} from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { knownEverywhere } from '../../../support/api/refusal.ts';

const LOG = '/v1/audit-log';
const LIMITS = '/v1/settings/spending-limits';
const ALLOWLIST = '/v1/settings/ip-allowlist';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function refusedOf({ key }: Client) {
  const answer = await call(api, LOG, { key });
  const { data } = z.object({ data: z.array(AuditEntry) }).parse(JSON.parse(answer.text));
  return data.filter(({ action }) => action.startsWith('refused'));
}

describe('a refusal', () => {
  it('[audit.refusals] for a missing right is recorded once a minute per key and right', async () => {
    const client = await addClient(api.pool);
    const key = await addScopedKey(api.pool, client.accountId, ['audit:read']);
    for (let n = 0; n < 5; n++) expect((await call(api, '/v1/balance', { key })).status).toBe(403);
    expect((await call(api, LIMITS, { key })).status).toBe(403);
    await vi.waitUntil(async () => (await refusedOf(client)).length >= 2, 20_000);
    const refused = await refusedOf(client);
    expect(refused.map(({ action, subject }) => [action, subject])).toEqual([
      ['refused_right', 'rules:read'],
      ['refused_right', 'balance:read'],
    ]);
    expect(refused[0]).toMatchObject({ principal: { kind: 'key' }, address: '127.0.0.1' });
  });

  it('[audit.refusals] of a revoked key and of an address is recorded with the key; of an invented key it is not', async () => {
    const client = await addClient(api.pool);
    const revoked = await addKey(api.pool, client.accountId);
    expect((await call(api, '/v1/balance', { key: revoked })).status).toBe(200);
    await revokeKey(api.pool, revoked);
    await knownEverywhere();
    expect((await call(api, '/v1/balance', { key: revoked })).status).toBe(401);
    await vi.waitUntil(async () => (await refusedOf(client)).length === 1, 20_000);
    expect(await refusedOf(client)).toMatchObject([{ action: 'refused_key', after: { why: 'revoked' } }]);

    const body = { ranges: ['198.51.100.7'], allow_lockout: true };
    await call(api, ALLOWLIST, { method: 'PUT', key: client.key, body });
    await knownEverywhere();
    expect((await call(api, '/v1/balance', { key: client.key })).status).toBe(403);
    const { rows } = await vi.waitUntil(
      async () => {
        const found = await api.pool.query({
          text: `SELECT host(address) AS address FROM audit_log WHERE account_id = $1 AND action = 'refused_address'`,
          values: [uuidOf('acc', client.accountId)],
        });
        return found.rows.length > 0 && found;
      },
      { timeout: 20_000 },
    );
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  });
});
