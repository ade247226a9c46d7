import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { addUndelivered } from '../../support/api/undelivered.ts';
import { postOf, staffCalls } from '../../support/people/staff-calls.ts';

let api: ApiFixture;
let calls: Awaited<ReturnType<typeof staffCalls>>;
beforeAll(async () => {
  api = await startApi();
  calls = await staffCalls(api, { bisi: 'support', fola: 'finance' });
});
afterAll(() => api.close());

const since = new Date(Date.now() - 3_600_000).toISOString();
const wish = { endpoint_id: null, since, reason: 'ticket 7' };
const pathOf = (account: string) => `/accounts/${account}/events/recover`;

describe('undelivered events of an endpoint', () => {
  it('are sent again part by part, oldest first, while not too many wait', async () => {
    const { accountId } = api.client;
    const path = pathOf(accountId);
    expect((await calls.ask('bisi', path, postOf(wish))).status).toBe(404);
    await addUndelivered(api, 450);
    const first = await calls.done('bisi', path, postOf(wish));
    expect(first).toMatchObject({ account_id: accountId, endpoint_id: null, queued: 200, has_more: true });
    const second = await calls.done('bisi', path, postOf({ ...wish, after: first.next }));
    expect(second).toMatchObject({ queued: 200, has_more: true });
    const full = await calls.done('bisi', path, postOf({ ...wish, after: second.next }));
    expect(full).toMatchObject({ queued: 0, next: second.next, has_more: true });

    const { rows } = await api.pool.query(
      `SELECT min(e.created_at) = (SELECT min(created_at) FROM events) AS "hasOldest", count(*)::int
         FROM outbox o JOIN events e ON e.id = o.subject_id WHERE o.topic = 'deliver_event'`,
    );
    expect(rows).toEqual([{ hasOldest: true, count: 400 }]);
    await api.pool.query('DELETE FROM outbox');
    const last = await calls.done('bisi', path, postOf({ ...wish, after: second.next }));
    expect(last).toMatchObject({ queued: 50, has_more: false });
  });

  it('are on record with who sent them again, and why', async () => {
    const { rows } = await api.pool.query(
      `SELECT principal_kind AS kind, reason, (after->>'queued')::int AS queued FROM audit_log
        WHERE action = 'webhook_recover' ORDER BY seq`,
    );
    const entry = { kind: 'staff', reason: 'ticket 7' };
    expect(rows).toEqual([200, 200, 50].map((queued) => ({ ...entry, queued })));
  });

  it('need the right, and an account, an endpoint and an event that exist', async () => {
    const path = pathOf(api.client.accountId);
    expect((await calls.ask('fola', path, postOf(wish))).status).toBe(403);
    for (const [place, change] of [
      [pathOf('acc_00000000000000000000000000'), {}],
      [path, { endpoint_id: 'wep_00000000000000000000000000' }],
      [path, { endpoint_id: 'wep_x' }],
      [path, { after: 'evt_00000000000000000000000000' }],
      [path, { after: 'evt_x' }],
    ] as const) {
      const answer = await calls.ask('bisi', place, postOf({ ...wish, ...change }));
      expect([place, change, answer.status]).toEqual([place, change, 404]);
    }
    expect((await calls.ask('bisi', path, postOf({ ...wish, since: 'yesterday' }))).status).toBe(400);
  });
});
