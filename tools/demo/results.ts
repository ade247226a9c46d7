import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { parseGateways } from '../../adapters/registry.ts';
import { readStatement } from '../../db/statements/statements.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { type Statement, toUtcDay } from '../../domain/money/statement.ts';
import type { Report } from '../../services/invariants/report.ts';
import { readSimulatorBooks } from '../../services/invariants/simulator-books.ts';
import { temporalLookup } from '../../services/invariants/temporal.ts';
import { verifyInvariants } from '../../services/invariants/verify.ts';
import type { Receiver } from '../stack/receiver.ts';
import type { Stack } from '../stack/stack.ts';

/** The outcomes of one network's purchases. */
export interface NetworkOutcome {
  readonly name: string;
  readonly successful: number;
  readonly reversed: number;
  readonly failed: number;
  readonly pending: number;
  /** From accepting to the network's confirmation. */
  readonly medianSeconds: number | null;
  readonly p95Seconds: number | null;
}

export interface FailureCount {
  readonly code: string;
  readonly count: number;
}

/** Everything that the summary prints. */
export interface DemoResults {
  readonly networks: readonly NetworkOutcome[];
  readonly failureCodes: readonly FailureCount[];
  readonly statements: readonly Statement[];
  /** Available plus held, now. */
  readonly balance: number;
  readonly held: number;
  readonly webhooks: {
    readonly events: number;
    readonly received: number;
    readonly repeated: number;
    readonly forged: number;
  };
  readonly report: Report;
}

/** Longer than the lease of an attempt whose worker was killed, and than the minute until a second attempt. */
const WEBHOOKS_WAIT_MS = 120_000;
const RECHECK_MS = 10_000;

/** Waits for the last webhooks, then reads the campaign's outcome and checks every invariant. */
export async function readResults(
  pool: Pool,
  stack: Stack,
  accountId: AccountId,
  batchId: BatchId,
  receiver: Receiver,
): Promise<DemoResults> {
  const events = await waitForWebhooks(pool, accountId, receiver);
  const [networks, failureCodes, statements, balance, report] = await Promise.all([
    readNetworks(pool, batchId),
    readFailures(pool, batchId),
    readStatements(pool, accountId),
    readBalance(pool, accountId),
    verify(pool, stack),
  ]);
  const webhooks = {
    events,
    received: receiver.events.size,
    repeated: receiver.repeated(),
    forged: receiver.forged(),
  };
  return { networks, failureCodes, statements, ...balance, webhooks, report };
}

/** Waits until every event was received. @returns the number of events */
async function waitForWebhooks(pool: Pool, accountId: AccountId, receiver: Receiver): Promise<number> {
  const deadline = performance.now() + WEBHOOKS_WAIT_MS;
  for (;;) {
    const { rows } = await pool.query<{ count: number }>({
      text: 'SELECT count(*)::int AS count FROM events WHERE account_id = $1',
      values: [uuidOf('acc', accountId)],
    });
    const count = rows[0]?.count ?? 0;
    if (receiver.events.size >= count || performance.now() > deadline) return count;
    await sleep(100);
  }
}

async function readNetworks(pool: Pool, batchId: BatchId): Promise<NetworkOutcome[]> {
  const { rows } = await pool.query<NetworkOutcome>({
    text: `
      WITH bought AS (
        SELECT n.name, p.status, extract(epoch FROM p.confirmed_at - p.created_at)::float8 AS seconds
          FROM purchases p
          JOIN networks n ON n.id = p.network_id
         WHERE p.batch_id = $1
      )
      SELECT name,
             count(*) FILTER (WHERE status = 'successful')::int AS successful,
             count(*) FILTER (WHERE status = 'reversed')::int   AS reversed,
             count(*) FILTER (WHERE status = 'failed')::int     AS failed,
             count(*) FILTER (WHERE status = 'pending')::int    AS pending,
             percentile_cont(0.5)  WITHIN GROUP (ORDER BY seconds) AS "medianSeconds",
             percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) AS "p95Seconds"
        FROM bought
       GROUP BY name
       ORDER BY name`,
    values: [uuidOf('bat', batchId)],
  });
  return rows;
}

async function readFailures(pool: Pool, batchId: BatchId): Promise<FailureCount[]> {
  const { rows } = await pool.query<FailureCount>({
    text: `
      SELECT failure_code AS code, count(*)::int AS count
        FROM purchases
       WHERE batch_id = $1 AND status = 'failed'
       GROUP BY failure_code
       ORDER BY count(*) DESC, failure_code`,
    values: [uuidOf('bat', batchId)],
  });
  return rows;
}

/** One statement per day since the account was opened: two when the demo runs past midnight UTC. */
async function readStatements(pool: Pool, accountId: AccountId): Promise<Statement[]> {
  const { rows } = await pool.query<{ opened: Date; now: Date }>({
    text: 'SELECT created_at AS opened, app_now() AS now FROM accounts WHERE id = $1',
    values: [uuidOf('acc', accountId)],
  });
  const days = new Set(rows.flatMap(({ opened, now }) => [toUtcDay(opened), toUtcDay(now)]));
  const statements = await Promise.all([...days].map((day) => readStatement(pool, accountId, day)));
  return statements.filter((statement) => statement !== null);
}

async function readBalance(pool: Pool, accountId: AccountId): Promise<{ balance: number; held: number }> {
  const { rows } = await pool.query<{ balance: number; held: number }>({
    text: 'SELECT available + held AS balance, held FROM accounts WHERE id = $1',
    values: [uuidOf('acc', accountId)],
  });
  return rows[0] ?? { balance: 0, held: 0 };
}

async function verify(pool: Pool, stack: Stack): Promise<Report> {
  const gateways = parseGateways(readFileSync(stack.gatewaysFile, 'utf8'));
  const temporal = temporalLookup(stack.temporalAddress);
  try {
    const books = () => readSimulatorBooks(gateways, stack.simulators);
    return await verifyInvariants({ pool, temporal, books, recheckAfterMs: RECHECK_MS });
  } finally {
    await temporal.close();
  }
}
