import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiFixture, addClient, type Client, PRICE, startApi } from '../support/api/fixture.ts';
import { call } from '../support/api/http.ts';
import { addressOf, type Operation, operationsOf } from '../support/api/operations.ts';
import { type Owned, ownThings } from '../support/api/owned.ts';
import { knownEverywhere, refusalOf } from '../support/api/refusal.ts';

/** A body is checked before what it is for is looked up, so that an invalid one says nothing about others. */
const BODIES: Readonly<Record<string, object>> = {
  requestBatchStart: { approved_cost: { amount: 1, currency: 'NGN' } },
  scheduleBatch: { start_at: new Date(Date.now() + 86_400_000).toISOString() },
  rejectApproval: { reason: 'test' },
  withdrawApproval: { reason: 'test' },
  updateRole: { name: 'Other' },
  updatePerson: { suspended: true },
  changeBatchRows: { edits: [{ line: 2, dropped: true }] },
};
const today = new Date().toISOString().slice(0, 10);

let api: ApiFixture;
let stranger: Client;
let operations: Operation[];
let owned: Owned;

beforeAll(async () => {
  api = await startApi();
  stranger = await addClient(api.pool, { balance: 100 * PRICE });
  // Their keys may do everything, so that no missing right hides what they would find.
  await api.pool.query(
    `UPDATE api_keys SET scopes = '{all,approvals:decide,approvals:rules,people:read,people:manage,privacy:manage,privacy:export,requests:read}'`,
  );
  operations = operationsOf(api);
  owned = await ownThings(api);
  await knownEverywhere();
});

afterAll(() => api.close());

function isNamed(operation: Operation): boolean {
  // A day belongs to no account: each has its own statement of it.
  return operation.pathParameters.some((name) => name !== 'date');
}

/** Another's, by kind: an id where it may be named, never more than one kind at a time. */
function callWith(operation: Operation, values: Readonly<Record<string, string>>, key: string) {
  const path = addressOf(operation, { date: today, line: '2', ...values });
  const body = BODIES[operation.id] ?? {};
  return call(api, path, { method: operation.method, key, ...(operation.takesJson ? { body } : {}) });
}

describe('Authentication 4: every operation that takes an id', () => {
  it('[auth.4] [owasp.1] answers another account as if the resource did not exist: 404 not_found', async () => {
    const named = operations.filter(isNamed);
    expect(named.length).toBeGreaterThanOrEqual(10);
    const before = await everything();
    for (const operation of named) {
      const answer = await callWith(operation, owned, stranger.key);
      const param = operation.pathParameters[0];
      expect([operation.id, refusalOf(answer)]).toEqual([
        operation.id,
        { status: 404, code: 'not_found', param, retryable: false },
      ]);
    }
    expect(await everything()).toEqual(before);
  });

  it('answers the owner', async () => {
    for (const operation of operations.filter((each) => isNamed(each) && each.method === 'GET'))
      expect([operation.id, (await callWith(operation, owned, api.client.key)).status]).toEqual([
        operation.id,
        200,
      ]);
  });

  it('[bad.path] answers the owner 404 for an id of another kind', async () => {
    for (const operation of operations.filter(isNamed)) {
      for (const [kind, id] of Object.entries(owned)) {
        if (operation.pathParameters.includes(kind)) continue;
        const values = Object.fromEntries(operation.pathParameters.map((name) => [name, id]));
        const answer = await callWith(operation, { ...values, date: today }, api.client.key);
        expect([operation.id, kind, answer.status]).toEqual([operation.id, kind, 404]);
      }
    }
  });

  it('[bad.path] answers 404 for a text that is not an id', async () => {
    const nonsense = [
      "' OR 1=1 --",
      '../../etc/passwd',
      '{"$ne":null}',
      '*)(uid=*',
      '\u0000',
      '🙂',
      'x'.repeat(128),
    ];
    for (const operation of operations.filter(isNamed)) {
      for (const id of [...nonsense, ...Object.values(owned).map((each) => each.toUpperCase())]) {
        const values = Object.fromEntries(operation.pathParameters.map((name) => [name, id]));
        const answer = await callWith(operation, { ...values, date: today }, api.client.key);
        expect([operation.id, id, refusalOf(answer).code]).toEqual([operation.id, id, 'not_found']);
      }
    }
  });
});

describe('every list', () => {
  const listsOf = () => operations.filter(({ queryParameters }) => queryParameters.includes('cursor'));

  it('[owasp.1] a cursor opens no page for another account or another list', async () => {
    const lists = listsOf();
    expect(lists.length).toBeGreaterThanOrEqual(6);
    const cursors = new Map<string, string>();
    for (const operation of lists) {
      const page = await call(api, `${addressOf(operation, { ...owned, date: today })}?limit=1`);
      const { next_cursor } = z.object({ next_cursor: z.string() }).parse(JSON.parse(page.text));
      cursors.set(operation.id, next_cursor);
    }
    for (const operation of lists) {
      for (const [from, cursor] of cursors) {
        const path = `${addressOf(operation, { ...owned, date: today })}?cursor=${cursor}`;
        const own = await call(api, path);
        const expected = from === operation.id ? 200 : 400;
        expect([operation.id, from, own.status]).toEqual([operation.id, from, expected]);
        const theirs = await call(api, path, { key: stranger.key });
        const refused = isNamed(operation) ? 404 : 400;
        expect([operation.id, from, theirs.status]).toEqual([operation.id, from, refused]);
      }
    }
  });

  it('lists show another account nothing', async () => {
    const texts: string[] = [];
    for (const operation of listsOf().filter((each) => !isNamed(each)))
      texts.push((await call(api, addressOf(operation, { date: today }), { key: stranger.key })).text);
    for (const id of Object.values(owned)) expect(texts.join()).not.toContain(id);
  });
});

/** Where our own things stand, to show that no stranger moved them. */
async function everything(): Promise<unknown> {
  const { rows } = await api.pool.query(`
    SELECT (SELECT json_agg(b.status ORDER BY b.id) FROM batches b) AS batches,
           (SELECT json_agg(p.status ORDER BY p.id) FROM purchases p) AS purchases,
           (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM statement_lines) AS lines`);
  return rows;
}
