import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import { addPendingPurchases, PENDING_PRICE } from '../histories/pending-purchases.ts';
import { openConnections } from '../load/connections.ts';
import { createMeter } from '../load/costs.ts';
import { fsyncLatencyMs } from '../load/fsync.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { startAccounting } from '../stack.ts';

const GOAL = 5;
const LANE_PURCHASES = Number(process.env.BENCH_SETTLES ?? 20_000);
/** Fewer, so that a round of each takes about as long. */
const YARDSTICK_PURCHASES = LANE_PURCHASES / 5;
/** Concurrent settlements: as many as the activities of one worker may request. */
const LANE_CALLERS = 256;
const LANE_CONNECTIONS = 10;
const YARDSTICK_CONNECTIONS = 32;

/**
 * Purchases captured on one account through the settle lane, against one transaction per purchase. The same PostgreSQL with
 * the same durability, and each with its line, its event and its outbox row.
 */
export async function benchSettle(log: (line: string) => void): Promise<BenchRow> {
  const stack = await startAccounting();
  const { databaseUrl } = stack;
  const pool = createPool(databaseUrl, {
    max: YARDSTICK_CONNECTIONS,
    applicationName: 'bench',
    use: 'lanes',
  });
  const lanePool = createPool(databaseUrl, {
    max: LANE_CONNECTIONS,
    applicationName: 'bench',
    use: 'lanes',
  });
  const lane = createSettleLane({ pool: lanePool, onOutbox: () => {} });
  const byLane = await prepared(pool, lanePool, stack.accountId, LANE_PURCHASES, (ids) =>
    settleByLane(lane, stack.accountId, ids),
  );
  const byStatement = await prepared(pool, pool, stack.yardstickAccountId, YARDSTICK_PURCHASES, (ids) =>
    settleOneByOne(pool, stack.yardstickAccountId, ids),
  );
  try {
    log(`  fdatasync of a page: ${fsyncLatencyMs(tmpdir())} ms (median)`);
    await byLane.round((work) => work());
    await byStatement.round((work) => work());

    const meter = await createMeter(pool, stack.pids);
    const measured = await measureRounds(log, async (round) => {
      const product = await byLane.round((work) => meter.during(work));
      const yardstick = await byStatement.round((work) => work());
      log(`  round ${round}: ${Math.round(product)} against ${Math.round(yardstick)} a second`);
      return { product, yardstick };
    });
    const errors = (await byLane.missing()) + (await byStatement.missing());
    return {
      ...benchRow('settle', 'settlements/s', GOAL, measured, errors),
      costs: meter.perUnit('settlement', measured.length * LANE_PURCHASES),
    };
  } finally {
    await Promise.all([pool.end(), lanePool.end()]);
    await stack.stop();
  }
}

/** Rounds of settling so many purchases of an account; each is given fresh ones, and open connections, before its time begins. */
async function prepared(
  pool: Pool,
  settlers: Pool,
  accountId: AccountId,
  count: number,
  settle: (ids: readonly PurchaseId[]) => Promise<void>,
) {
  let settled = 0;
  return {
    /** Settlements per second. */
    async round(measure: (work: () => Promise<void>) => Promise<void>): Promise<number> {
      const ids = await addPendingPurchases(pool, accountId, count);
      await openConnections(settlers);
      let seconds = 0;
      await measure(async () => {
        const begin = performance.now();
        await settle(ids);
        seconds = (performance.now() - begin) / 1_000;
      });
      settled += count;
      return count / seconds;
    },
    missing: () => unsettled(pool, accountId, settled),
  };
}

const CONFIRMED_AT = new Date('2026-03-01T10:00:00.000Z');
const CONFIRMED: OutcomeReport = {
  kind: 'confirmed',
  delivery: { confirmedAt: CONFIRMED_AT, networkReference: 'N-1' },
};

async function settleByLane(
  lane: SettleLane,
  accountId: AccountId,
  ids: readonly PurchaseId[],
): Promise<void> {
  await inParallel(LANE_CALLERS, ids, async (purchaseId) => {
    await lane.settle(accountId, { purchaseId, report: CONFIRMED, endWorkflow: false });
  });
}

/** The capture as one statement per transaction, without a lane: purchase, money, line, event and outbox row. */
const CAPTURE = `
  WITH settled AS (
    UPDATE purchases
       SET status = 'successful', completed_at = app_now(), confirmed_at = $3, network_reference = 'N-1'
     WHERE id = $2 AND account_id = $1 AND status = 'pending'
    RETURNING id, price, reference, phone_number, bundle_id, currency
  ), moved AS (
    UPDATE accounts a
       SET held = held - price, line_seq = line_seq + 1, last_movement_at = app_now(), updated_at = app_now()
      FROM settled
     WHERE a.id = $1
    RETURNING a.line_seq, a.available + a.held AS balance
  ), booked AS (
    INSERT INTO statement_lines
           (account_id, seq, id, type, occurred_at, amount, currency, balance_after, purchase_id, reference, phone_number,
            bundle_id)
    SELECT $1, line_seq, $4, 'purchase', app_now(), -price, currency, balance, id, reference, phone_number, bundle_id
      FROM settled, moved
  ), announced AS (
    INSERT INTO events (id, account_id, type, subject_id, created_at, body)
    SELECT $5, $1, 'purchase.successful', id, app_now(), $7 FROM settled
  )
  INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
  SELECT $6, 'webhooks', 'deliver_event', $5, $1, app_now() FROM settled`;

/** As long as the body of an event is. */
const EVENT_BODY = JSON.stringify({ data: 'x'.repeat(800) });

async function settleOneByOne(pool: Pool, accountId: AccountId, ids: readonly PurchaseId[]): Promise<void> {
  const account = uuidOf('acc', accountId);
  await inParallel(YARDSTICK_CONNECTIONS, ids, async (id) => {
    const [line, event, outbox] = [newUuid(), newUuid(), newUuid()];
    const values = [account, uuidOf('pur', id), CONFIRMED_AT, line, event, outbox, EVENT_BODY];
    await pool.query({ name: 'capture', text: CAPTURE, values });
  });
}

async function inParallel<T>(
  callers: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const caller = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** What the books lack: every settlement has its line, its event and its outbox row, and nothing is still held. */
async function unsettled(pool: Pool, accountId: AccountId, expected: number): Promise<number> {
  const { rows } = await pool.query<{ lines: number; events: number; outbox: number; held: number }>({
    text: `
      SELECT (SELECT count(*) FROM statement_lines WHERE account_id = $1 AND type = 'purchase') AS lines,
             (SELECT count(*) FROM events WHERE account_id = $1 AND type = 'purchase.successful') AS events,
             (SELECT count(*) FROM outbox WHERE account_id = $1 AND topic = 'deliver_event') AS outbox,
             held
        FROM accounts
       WHERE id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  const { lines = 0, events = 0, outbox = 0, held = 0 } = rows[0] ?? {};
  const short = [lines, events, outbox].map((count) => Math.abs(expected - count));
  return Math.max(...short) + held / PENDING_PRICE;
}
