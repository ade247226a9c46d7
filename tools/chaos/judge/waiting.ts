import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type EventId, readId, uuidOf } from '../../../domain/ids.ts';
import type { ChaosOperator } from '../run/operators.ts';
import type { ChaosStack } from '../run/stack.ts';
import { patiently } from './patiently.ts';
import { readEvents } from './stored.ts';

/** Longest without progress: on a busy machine, what an outage has left is carried out slowly. */
const FINAL_MS = 240_000;
/** Longest without a webhook: longer than the first retry takes. */
const NATURAL_MS = 75_000;
const RESENT_MS = 30_000;
const POLL_MS = 500;
const SHOWN = 20;

/** Waits until every purchase is final and no campaign buys. @returns what is not, if there is no progress for a while */
export async function untilFinal({ pool }: ChaosStack): Promise<string[]> {
  let left: readonly string[] = [];
  const isFinal = await whileFewer(FINAL_MS, async () => {
    const unfinished = await readUnfinished(pool);
    left = unfinished.left;
    return left.length === 0 ? 0 : Math.max(1, unfinished.work);
  });
  return isFinal ? [] : [...left];
}

/** What is unfinished. */
export interface Unfinished {
  /** One sentence per purchase or campaign, up to a number. */
  readonly left: readonly string[];
  /** How much is to be done. It becomes less. */
  readonly work: number;
}

/**
 * Reads what is unfinished. A campaign that was paused because its balance was too low continues when the balance suffices: the
 * last purchase that fails may return the money.
 */
export async function readUnfinished(pool: Pool): Promise<Unfinished> {
  const { rows } = await pool.query<{ pending: string[]; batches: string[]; work: number }>(`
    WITH buying AS (
      SELECT b.reference, b.row_count - b.released_count AS rows
        FROM batches b
        JOIN accounts a ON a.id = b.account_id
       WHERE b.status IN ('validating', 'running')
          OR (b.pause_code = 'insufficient_balance' AND a.available >= b.pause_needs)
    )
    SELECT array(SELECT reference FROM purchases WHERE status = 'pending' LIMIT ${SHOWN}) AS pending,
           array(SELECT reference FROM buying) AS batches,
           (SELECT count(*)::int FROM purchases WHERE status = 'pending')
             + (SELECT coalesce(sum(rows), 0)::int FROM buying)
             + (SELECT count(*)::int FROM outbox) AS work`);
  const [row] = rows;
  const left = [
    ...(row?.pending ?? []).map((reference) => `${reference} is still pending`),
    ...(row?.batches ?? []).map((reference) => `the campaign ${reference} does not end`),
  ];
  return { left, work: row?.work ?? 0 };
}

/**
 * Waits until every event was received. A failed second attempt waits for five minutes, so what is then still missing must
 * be waiting for its next attempt, and an operator sends it again.
 */
export async function untilReceived(stack: ChaosStack, operator: ChaosOperator): Promise<string[]> {
  const accounts = stack.accounts.map(({ id }) => uuidOf('acc', id));
  const missing = async () => {
    const events = await readEvents(stack.pool, accounts);
    return events.filter(({ id }) => !stack.receiver.events.has(id));
  };
  const count = async () => (await missing()).length;
  if (await whileFewer(NATURAL_MS, count)) return [];
  const ids = (await missing()).flatMap(({ id }) => readId('evt', id) ?? []);
  const findings = await patiently(() => givenUp(stack.pool, ids));
  for (const id of ids) await operator.resend(id);
  await whileFewer(RESENT_MS, count);
  return findings;
}

/** Waits until nothing is left. @returns false if it became no less for this long */
async function whileFewer(patienceMs: number, count: () => Promise<number>): Promise<boolean> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = 0;
  for (;;) {
    const left = await patiently(count);
    if (left === 0) return true;
    if (left < least) {
      least = left;
      deadline = performance.now() + patienceMs;
    }
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}

/** Events that no further attempt would bring. */
async function givenUp(pool: Pool, ids: readonly EventId[]): Promise<string[]> {
  const uuids = ids.map((id) => uuidOf('evt', id));
  const { rows } = await pool.query<{ id: string; delivery: string }>({
    text: `SELECT id, delivery FROM events WHERE id = ANY ($1::uuid[]) AND delivery <> 'pending'`,
    values: [uuids],
  });
  return rows.map(({ id, delivery }) => `event ${id} was not received, and its delivery is ${delivery}`);
}
