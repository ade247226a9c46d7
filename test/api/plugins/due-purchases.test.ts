import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDuePurchases } from '../../../api/plugins/due-purchases.ts';
import type { PurchaseResource } from '../../../contract/purchase.ts';
import { readId, uuidOf } from '../../../domain/ids.ts';
import type { Ledger } from '../../../services/purchases/ports.ts';
import { type ApiFixture, addClient, type Client, PRICE, startApi } from '../../support/api/fixture.ts';
import { balanceOf, bought, buy, call, list, order, purchaseOf } from '../../support/api/http.ts';
import { beginPatiently } from '../../support/database.ts';
import { NO_ALERTS } from '../../support/no-alerts.ts';
import { createPurchasePorts } from '../../support/purchases/ports.ts';

const RESOLVE_WITHIN_MS = 15 * 60_000;
const LONG_MS = 60_000;

let api: ApiFixture;
beforeAll(async () => {
  // No test but that of the limit is about how fast purchases are settled.
  api = await startApi({ settleWaitMs: LONG_MS });
});
afterAll(() => api.close());

/** A client whose purchases have all passed resolve_by; there is no worker. */
async function overdue(
  count: number,
  on = api,
): Promise<{ client: Client; bodies: object[]; bought: PurchaseResource[] }> {
  const client = await addClient(on.pool, { balance: count * PRICE });
  const bodies = Array.from({ length: count }, () => order());
  const purchases = await Promise.all(bodies.map((body) => bought(on, body, { key: client.key })));
  await on.pool.query({
    text: 'UPDATE app_clock SET offset_ms = offset_ms + $1',
    values: [RESOLVE_WITHIN_MS + 1_000],
  });
  return { client, bodies, bought: purchases };
}

const timedOut = { status: 'failed', failure: { code: 'network_timeout' } };

describe('after resolve_by, without a worker', () => {
  it('[purchase.resolve_by] [states.timeout] a purchase that is read has failed, and its hold is released', async () => {
    const { client, bought } = await overdue(1);
    const answer = await call(api, `/v1/purchases/${bought[0]?.id}`, { key: client.key });
    expect(purchaseOf(answer)).toMatchObject(timedOut);
    expect(await balanceOf(api, { key: client.key })).toEqual([PRICE, 0]);
  });

  it('a purchase that is sent again has failed', async () => {
    const { client, bodies } = await overdue(1);
    const answer = await buy(api, bodies[0], { key: client.key });
    expect(answer.headers.get('svc-idempotent-replay')).toBe('true');
    expect(purchaseOf(answer)).toMatchObject(timedOut);
  });

  it.each([
    ['no filter', {}, 3],
    ['status=failed', { status: 'failed' }, 3],
    ['status=pending', { status: 'pending' }, 0],
  ] as const)('a list with %s shows none pending', async (_what, query, shown) => {
    const { client } = await overdue(3);
    const { data } = await list(api, query, { key: client.key });
    expect(data.map(({ status }) => status)).toEqual(Array(shown).fill('failed'));
  });

  it('a list by reference shows the final state', async () => {
    const { client, bought } = await overdue(1);
    const { data } = await list(api, { reference: bought[0]?.reference ?? '' }, { key: client.key });
    expect(data).toMatchObject([timedOut]);
  });

  it('events and the statement of today know of it', async () => {
    const { client, bought } = await overdue(1);
    const events = JSON.parse((await call(api, '/v1/events', { key: client.key })).text);
    expect(events.data).toMatchObject([{ type: 'purchase.failed', data: { object: { id: bought[0]?.id } } }]);

    const other = await overdue(2);
    const { rows } = await api.pool.query<{ day: string }>(
      `SELECT (app_now() AT TIME ZONE 'UTC')::date::text AS day`,
    );
    const statement = JSON.parse(
      (await call(api, `/v1/statements/${rows[0]?.day}`, { key: other.client.key })).text,
    );
    expect(statement.totals.purchases_failed.count).toBe(2);
  });

  it('more than one transaction settles are settled before a list says that none is pending', async () => {
    const { client } = await overdue(1);
    await api.pool.query({
      text: `
        WITH more AS (
          INSERT INTO purchases (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id,
                                 bundle_name, data_mb, validity_hours, product_code, price, currency, metadata, created_at,
                                 resolve_by, next_action_at)
          SELECT uuidv7(), account_id, 'more-' || n, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name,
                 data_mb, validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at
            FROM purchases, generate_series(1, 600) n
           WHERE account_id = $1
          RETURNING price)
        UPDATE accounts SET held = held + (SELECT sum(price) FROM more)::bigint WHERE id = $1`,
      values: [uuidOf('acc', client.accountId)],
    });
    await expect
      .poll(async () => (await list(api, { status: 'pending' }, { key: client.key })).data)
      .toEqual([]);
    const { rows } = await api.pool.query(
      'SELECT status, count(*)::int AS count FROM purchases WHERE account_id = $1 GROUP BY status',
      [uuidOf('acc', client.accountId)],
    );
    expect(rows).toEqual([{ status: 'failed', count: 601 }]);
  });

  it('a purchase whose account is locked is answered with an error, never as pending', async () => {
    const hasty = await startApi();
    const { client, bought } = await overdue(1, hasty);
    const holder = await hasty.pool.connect();
    await beginPatiently(holder);
    await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [uuidOf('acc', client.accountId)]);
    try {
      const answers = await Promise.all(
        [`/v1/purchases/${bought[0]?.id}`, '/v1/purchases?status=pending'].map((path) =>
          call(hasty, path, { key: client.key }),
        ),
      );
      for (const answer of answers) {
        expect(answer.status).toBe(500);
        expect(answer.headers.get('retry-after')).toBe('1');
      }
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await expect
      .poll(async () => purchaseOf(await call(hasty, `/v1/purchases/${bought[0]?.id}`, { key: client.key })))
      .toMatchObject(timedOut);
    await hasty.close();
  });

  describe('where one purchase of an account cannot be settled', () => {
    it('lists that do not show it are answered, and those that would show it as pending are refused', async () => {
      const { client, bought } = await overdue(2);
      const { key } = client;
      const bad = bought[0];
      await refuseSettling(bad?.id ?? '');
      const get = async (path: string) => (await call(api, path, { key })).status;

      // The other purchase is settled by a reader too; on a busy machine, not within the time that the first reader waits.
      await expect.poll(() => get(`/v1/purchases?reference=${bought[1]?.reference}`)).toBe(200);
      expect(await get('/v1/events')).toBe(200);
      expect(await get('/v1/batches')).toBe(200);
      expect(await get(`/v1/statements/${await today()}`)).toBe(200);
      expect(await get('/v1/purchases?status=failed')).toBe(200);
      expect(await get('/v1/purchases')).toBe(500);
      expect(await get('/v1/purchases?status=pending')).toBe(500);
    });
  });
});

it('readers of one account share the settlement that is under way', async () => {
  const { client, bought } = await overdue(3);
  const gate = Promise.withResolvers<void>();
  let settled = 0;
  const ledger: Ledger = {
    async settle(accountId, request) {
      settled += 1;
      await gate.promise;
      return api.settleLane.settle(accountId, request);
    },
  };
  const { expirer } = createPurchasePorts({
    pool: api.pool,
    ledger,
    adapterFor: () => null,
    alerts: NO_ALERTS,
  });
  const due = createDuePurchases(expirer, LONG_MS);
  const looks = { done: 0 };
  const pool = countingQueries(api.pool, looks);
  const reads = Array.from({ length: 5 }, () =>
    due.settleThenRead(pool, client.accountId, async () => 'read'),
  );
  await expect.poll(() => settled).toBeGreaterThanOrEqual(bought.length);
  // All of them have found what is due.
  await expect.poll(() => looks.done).toBe(reads.length);
  gate.resolve();
  await Promise.all(reads);
  expect(settled).toBe(bought.length);
});

/** The same pool, which counts the queries that were answered. */
function countingQueries(pool: Pool, counted: { done: number }): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (query: QueryConfig) => {
        const result = await target.query(query);
        counted.done += 1;
        return result;
      };
    },
  });
}

async function today(): Promise<string> {
  const { rows } = await api.pool.query<{ day: string }>(
    `SELECT (app_now() AT TIME ZONE 'UTC')::date::text AS day`,
  );
  return rows[0]?.day ?? '';
}

async function refuseSettling(id: string): Promise<void> {
  const purchaseId = readId('pur', id);
  if (purchaseId === null) throw new Error(`${id} is no purchase`);
  await api.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
    CREATE TRIGGER refused BEFORE UPDATE ON purchases FOR EACH ROW
    WHEN (OLD.id = '${uuidOf('pur', purchaseId)}') EXECUTE FUNCTION refuse()`);
}
