import type { Pool } from 'pg';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { KEY_SPENT_TODAY } from '../rules/key-caps.ts';
import { SPENT_NOW } from '../rules/spent-now.ts';
import { moneyOf } from './money.ts';

/**
 * Sets batches running again that were paused for a balance which now covers the row they stopped at. A batch that the
 * client paused itself stays paused. Returns how many.
 */
export async function resumeFundedBatches(db: Pool): Promise<number> {
  return resume(
    db,
    'resume-funded-batches',
    `SELECT b.id
       FROM batches b
       JOIN accounts a ON a.id = b.account_id
      WHERE b.pause_code = 'insufficient_balance' AND a.available >= b.pause_needs
      ORDER BY b.id
        FOR UPDATE OF b SKIP LOCKED`,
  );
}

/**
 * Sets batches running again that were paused at a spending limit, or a cap of their key, which now covers the row they stopped at: the day or
 * month ended, the limit or cap was raised, or purchases failed. Returns how many.
 */
export async function resumeLimitedBatches(db: Pool): Promise<number> {
  return resume(
    db,
    'resume-limited-batches',
    `SELECT b.id
       FROM batches b
       LEFT JOIN account_rules r ON r.account_id = b.account_id
       LEFT JOIN key_caps c ON c.key_id = b.key_id
      CROSS JOIN LATERAL (${SPENT_NOW}) s
      CROSS JOIN LATERAL (${moneyOf('b.id')}) m
      WHERE b.pause_code = 'spending_limit'
        AND (r.campaign_limit IS NULL OR m.charged - m.refunded + m.held + b.pause_needs <= r.campaign_limit)
        AND (r.day_limit IS NULL OR s.day_spent + b.pause_needs <= r.day_limit)
        AND (r.month_limit IS NULL OR s.month_spent + b.pause_needs <= r.month_limit)
        AND (c.purchase_cap IS NULL OR b.pause_needs <= c.purchase_cap)
        AND (c.day_cap IS NULL OR ${KEY_SPENT_TODAY} + b.pause_needs <= c.day_cap)
      ORDER BY b.id
        FOR UPDATE OF b SKIP LOCKED`,
  );
}

/** Sets the batches running whose ids `paused` selects and locks. Returns how many. */
async function resume(db: Pool, name: string, paused: string): Promise<number> {
  const { rowCount } = await db.query({
    name,
    text: `
      WITH clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), paused AS (
        ${paused}
      ), resumed AS (
        UPDATE batches b
           SET status = 'running', pause_code = NULL, pause_message = NULL, pause_needs = NULL
          FROM paused p
         WHERE b.id = p.id
        RETURNING b.id, b.account_id
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), $1, 'run_batch', r.id, r.account_id, clock.at FROM resumed r, clock`,
    values: [TEMPORAL_QUEUE],
  });
  return rowCount ?? 0;
}
