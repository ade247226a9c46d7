import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditEntry } from '../../../../contract/audit-entry.ts';
import {
  type ApiFixture,
  addClient,
  addScopedKey,
  type Client,
  startApi,
} from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const Uploaded = z.object({ id: z.string() });
const Listed = z.object({ data: z.array(AuditEntry) });

async function uploaded(client: Client): Promise<string> {
  const answer = await call(api, '/v1/batches?reference=audit-pages&start=manual', {
    method: 'POST',
    key: client.key,
    headers: { 'content-type': 'text/csv' },
    body: 'phone_number,bundle_id\n+2348031000001,bnd_mtn_small\n',
  });
  return Uploaded.parse(JSON.parse(answer.text)).id;
}

it('pages with phone numbers are recorded once an hour per key and list, and masked pages are not', async () => {
  const client = await addClient(api.pool);
  const batch = await uploaded(client);
  const day = new Date().toISOString().slice(0, 10);
  const other = await addScopedKey(api.pool, client.accountId, ['read_only']);
  const masked = await addScopedKey(api.pool, client.accountId, ['batches:read', 'statements:read']);
  for (const key of [client.key, client.key, other, masked]) {
    for (const path of [`/v1/batches/${batch}/rows?limit=1`, `/v1/statements/${day}/lines`])
      expect((await call(api, path, { key })).status).toBe(200);
  }
  const head = await call(api, `/v1/batches/${batch}/rows`, { method: 'HEAD', key: client.key });
  expect(head.status).toBe(200);
  const answer = await call(api, '/v1/audit-log', { key: client.key });
  const { data } = Listed.parse(JSON.parse(answer.text));
  expect(data.map(({ action, subject }) => [action, subject])).toEqual([
    ['statement_read', day],
    ['batch_rows_read', batch],
    ['statement_read', day],
    ['batch_rows_read', batch],
    ['batch_upload', batch],
  ]);
  expect(new Set(data.map(({ principal }) => principal.id)).size).toBe(2);
});
