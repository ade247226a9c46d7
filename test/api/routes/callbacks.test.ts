import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallbackReading, RawCallback } from '../../../adapters/adapter.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { type PurchaseId, readId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { CALLBACK_PATH } from '../../support/api/gateways-file.ts';
import { bought, buy, call, order, purchaseOf } from '../../support/api/http.ts';
import { beginPatiently } from '../../support/database.ts';
import { jsonGateway, readJson } from '../../support/purchases/json-gateway.ts';

const MINUTE = 60_000;
const FRESH_FOR_MS = 5 * MINUTE;

let api: ApiFixture;
beforeAll(async () => {
  // As long as a statement may run: on a machine that stalls, no callback gives up before it is seen to wait.
  api = await startApi({ gateway: jsonGateway(readWhileFresh), callbackLockMs: 60_000 });
});
afterAll(() => api.close());

/** As Reloadly's: not believed five minutes after its timestamp. */
function readWhileFresh(callback: RawCallback): CallbackReading {
  const { stampedAt } = JSON.parse(callback.body.toString());
  const isFresh = callback.receivedAt.getTime() - stampedAt <= FRESH_FOR_MS;
  return isFresh ? readJson(callback) : { kind: 'rejected', detail: 'too old' };
}

/** A signed confirmation; each body is another by its serial. */
function confirmation(gatewayReference: string, stampedAt = Date.now(), serial = 1): string {
  const outcome = { kind: 'confirmed', confirmedAt: new Date(0), networkReference: 'N-1' };
  return JSON.stringify({ kind: 'verified', gatewayReference, outcome, stampedAt, serial });
}

function callBack(body: string) {
  return call(api, CALLBACK_PATH, { method: 'POST', body, key: null });
}

async function buySent(body: unknown = order()): Promise<PurchaseId> {
  const id = readId('pur', (await bought(api, body)).id);
  if (id === null) throw new Error('it has an id');
  await openSubmission(api.pool, id, 1);
  return id;
}

async function statusOf(id: PurchaseId): Promise<string> {
  return purchaseOf(await call(api, `/v1/purchases/${id}`)).status;
}

async function handledAs(callbackId: string | undefined): Promise<string | null | undefined> {
  const { rows } = await api.pool.query<{ handled_as: string | null }>(
    'SELECT handled_as FROM gateway_callbacks WHERE id = $1',
    [callbackId],
  );
  return rows[0]?.handled_as;
}

describe('a callback that its gateway repeats after more than five minutes', () => {
  it('[states.successful] keeps the time of its first arrival while it is not handled', async () => {
    const id = await buySent();
    const stampedAt = Date.now() - 6 * MINUTE;
    const body = confirmation(id, stampedAt);
    const came = { body: Buffer.from(body), headers: {} };
    const stored = await storeCallback(api.pool, 'net_mtn', true, came, id);
    await api.pool.query('UPDATE gateway_callbacks SET received_at = $2 WHERE id = $1', [
      stored?.id,
      new Date(stampedAt),
    ]);

    expect((await callBack(body)).status).toBe(200);
    await expect.poll(() => statusOf(id)).toBe('successful');
    await expect.poll(() => handledAs(stored?.id)).toBe('confirmed');
  });

  it('is rejected where it never came in before', async () => {
    const id = await buySent();
    expect((await callBack(confirmation(id, Date.now() - 6 * MINUTE))).status).toBe(401);
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('callbacks about a purchase that another session has locked', () => {
  it('do not stop others from buying, and confirm the purchase once its lock is free', async () => {
    const replayed = order();
    await bought(api, replayed);
    const id = await buySent();
    const holder = await api.pool.connect();
    await beginPatiently(holder);
    await holder.query('SELECT FROM purchases WHERE id = $1 FOR UPDATE', [uuidOf('pur', id)]);
    try {
      const bodies = Array.from({ length: 8 }, (_, serial) => confirmation(id, Date.now(), serial));
      const answers = await Promise.all(bodies.map(callBack));
      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
      await expect.poll(waitingForLocks).toBeGreaterThanOrEqual(4);

      // What is bought again is read on the connections that all purchases need.
      expect((await buy(api, replayed)).status).toBe(200);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect((await callBack(confirmation(id))).status).toBe(200);
    await expect.poll(() => statusOf(id)).toBe('successful');
  });
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await api.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
