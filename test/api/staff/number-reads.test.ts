import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditEntry } from '../../../contract/audit-entry.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { bought, call, order } from '../../support/api/http.ts';
import { browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

const NUMBER = '+2348031112225';
const Listed = z.object({ data: z.array(AuditEntry) });

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** A staff member who sends requests. */
async function someone(role: 'operator' | 'support') {
  const { cookie } = await staffAs(api, role);
  return async (path: string, method = 'GET') => {
    const answer = await browse(api, `/v1/staff${path}`, { cookie, method });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text;
  };
}

async function readsOf(id: string): Promise<readonly { kind: string; account: string; text: string }[]> {
  const { rows } = await api.pool.query(
    `SELECT principal_kind AS kind, account_id AS account, a::text AS text FROM audit_log a
      WHERE action = 'purchase_read' AND subject = $1 ORDER BY seq`,
    [id],
  );
  return rows;
}

it('a purchase that the staff open or find with its number is recorded once an hour per person', async () => {
  const { id } = await bought(api, order({ phone_number: NUMBER, reference: 'read-1' }));
  const other = await bought(api, order({ phone_number: '+2348031112226' }));
  const support = await someone('support');
  await support(`/purchases/${id}`);
  await support(`/search?q=${encodeURIComponent(NUMBER)}`);
  const operator = await someone('operator');
  await operator(`/purchases/${id}`, 'HEAD');
  expect(await readsOf(id)).toEqual([]);

  expect(await operator(`/search?q=${encodeURIComponent(NUMBER)}`)).toContain(NUMBER);
  const found = await readsOf(id);
  expect(found).toEqual([
    { kind: 'staff', account: uuidOf('acc', api.client.accountId), text: expect.any(String) },
  ]);
  expect(found[0]?.text).not.toContain(NUMBER.slice(-8));
  await operator('/search?q=read-1');
  const trace = JSON.parse(await operator(`/purchases/${id}`));
  expect(trace.actions).toEqual([]);
  expect(await readsOf(id)).toHaveLength(1);

  await (await someone('operator'))(`/purchases/${id}`);
  expect(await readsOf(id)).toHaveLength(2);
  expect(await readsOf(other.id)).toEqual([]);

  const log = Listed.parse(JSON.parse((await call(api, `/v1/audit-log?subject=${id}`)).text));
  const platform = { kind: 'platform', id: null };
  expect(log.data.map(({ action, principal }) => ({ action, principal }))).toEqual([
    { action: 'purchase_read', principal: platform },
    { action: 'purchase_read', principal: platform },
  ]);
});
