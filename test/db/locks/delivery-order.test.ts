import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recoverDeliveries } from '../../../db/endpoints/recover.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type AttemptTables, CLIENT_TABLES, OPERATOR_TABLES } from '../../../db/webhooks/attempt-tables.ts';
import { resendEvent } from '../../../db/webhooks/resends.ts';
import { finishAttempts } from '../../../db/webhooks/webhooks.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { beginPatiently } from '../../support/database.ts';
import { untilItWaits } from '../../support/locks/holding.ts';
import { failedAttempt, RANGE } from '../../support/locks/webhook-transactions.ts';
import { createWorld, type World } from '../../support/locks/world.ts';
import { createLaneFixture, type LaneFixture } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
let world: World;
beforeAll(async () => {
  fixture = await createLaneFixture();
  world = await createWorld(fixture);
});
afterAll(() => fixture.close());

/** The rows that the outcome of one attempt changes, by table. */
const rowsOf = ({ accountId, eventId, endpointId, deliveryId }: World): Readonly<Record<string, string>> => ({
  events: `id = '${uuidOf('evt', eventId)}'`,
  webhook_endpoints: `account_id = '${uuidOf('acc', accountId)}'`,
  deliveries: `id = '${uuidOf('dlv', deliveryId)}'`,
  client_endpoints: `id = '${uuidOf('wep', endpointId)}'`,
});

/** Records a delivery, so that all these rows change: the endpoint has failed, and its event went nowhere before. */
async function deliver(pool: Pool, tables: AttemptTables): Promise<void> {
  const { accountId, eventId, endpointId, deliveryId } = world;
  const failed =
    tables === OPERATOR_TABLES
      ? failedAttempt(
          accountId,
          uuidOf('evt', eventId),
          uuidOf('acc', accountId),
          'https://client.example/hook',
        )
      : failedAttempt(
          accountId,
          uuidOf('dlv', deliveryId),
          uuidOf('wep', endpointId),
          'https://client.example/own',
        );
  await finishAttempts(pool, [{ ...failed, outcome: 'delivered', retryOutboxId: null }], tables);
}

it.each([
  ['events', OPERATOR_TABLES, ['webhook_endpoints', 'events']],
  ['deliveries', CLIENT_TABLES, ['deliveries', 'events', 'client_endpoints']],
])('outcomes of %s lock rows in the order that db/README.md has', async (_name, tables, order) => {
  const rows = rowsOf(world);
  for (const [at, table] of order.entries()) {
    await fixture.pool.query(`
      UPDATE events SET delivery = '${tables === CLIENT_TABLES ? 'not_sent' : 'pending'}', delivered_at = NULL;
      UPDATE deliveries SET delivery = 'pending', delivered_at = NULL;
      UPDATE webhook_endpoints SET failures = 1;
      UPDATE client_endpoints SET failures = 1`);
    const holder = await fixture.pool.connect();
    await beginPatiently(holder);
    await holder.query(`SELECT FROM ${table} WHERE ${rows[table]} FOR UPDATE`);
    const delivering = deliver(fixture.pool, tables);
    try {
      expect(await untilItWaits(fixture.pool, delivering)).toBe(true);
      const locked: string[] = [];
      for (const other of order) {
        const free = await fixture.pool.query(
          `SELECT FROM ${other} WHERE ${rows[other]} FOR UPDATE SKIP LOCKED`,
        );
        if (other !== table && free.rowCount === 0) locked.push(other);
      }
      expect([table, locked]).toEqual([table, order.slice(0, at)]);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    await delivering;
  }
});

it('a recovery that meets a resend of one of its events waits for it, and neither is a deadlock', async () => {
  await fixture.pool.query(`
    DELETE FROM outbox;
    DELETE FROM delivery_attempts;
    DELETE FROM deliveries;
    UPDATE events SET delivery = 'not_sent', delivered_at = NULL`);
  const { accountId, eventId, endpointId } = world;
  let recovering: Promise<unknown> = Promise.resolve();
  // The recovery begins while the resend holds the event.
  await resendEvent(fixture.pool, accountId, eventId, false, async () => {
    recovering = inTransaction(fixture.pool, (tx) => recoverDeliveries(tx, accountId, endpointId, RANGE));
    expect(await untilItWaits(fixture.pool, recovering)).toBe(true);
  });
  await recovering;
  const { rows } = await fixture.pool.query(
    `SELECT count(*)::int AS deliveries, count(DISTINCT event_id)::int AS events FROM deliveries`,
  );
  // One for each of the three purchases of the world that are final.
  expect(rows).toEqual([{ deliveries: 3, events: 3 }]);
});
