import type { Pool } from 'pg';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { SPENT_NOW } from '../rules/spent-now.ts';
import { moneyOf } from './money.ts';

/**
 * Sets batches running again that were paused for a balance which now covers the row they stopped at. A batch that the
 * client paused itself stays paused. Returns how many.
 */
export async function resumeFundedBatches(db: Pool): Promise<number> {
  const { rowCount } = await db.query({
    name: 'resume-funded-batches',
    text: `
      WITH clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), funded AS (
        SELECT b.id
          FROM batches b
          JOIN accounts a ON a.id = b.account_id
         WHERE b.pause_code = 'insufficient_balance' AND a.available >= b.pause_needs
         ORDER BY b.id
           FOR UPDATE OF b SKIP LOCKED
      ), resumed AS (
        UPDATE batches b
           SET status = 'running', pause_code = NULL, pause_message = NULL, pause_needs = NULL
          FROM funded f
         WHERE b.id = f.id
        RETURNING b.id, b.account_id
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), $1, 'run_batch', r.id, r.account_id, clock.at FROM resumed r, clock`,
    values: [TEMPORAL_QUEUE],
  });
  return rowCount ?? 0;
}

/**
 * Sets batches running again that were paused at a spending limit which now covers the row they stopped at: the day or month ended,
 * the limit was raised, or purchases failed. Returns how many.
 */
export async function resumeLimitedBatches(db: Pool): Promise<number> {
  const { rowCount } = await db.query({
    name: 'resume-limited-batches',
    text: `
      WITH clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), covered AS (
        SELECT b.id
          FROM batches b
          LEFT JOIN account_rules r ON r.account_id = b.account_id
         CROSS JOIN LATERAL (${SPENT_NOW}) s
         CROSS JOIN LATERAL (${moneyOf('b.id')}) m
         WHERE b.pause_code = 'spending_limit'
           AND (r.campaign_limit IS NULL OR m.charged - m.refunded + m.held + b.pause_needs <= r.campaign_limit)
           AND (r.day_limit IS NULL OR s.day_spent + b.pause_needs <= r.day_limit)
           AND (r.month_limit IS NULL OR s.month_spent + b.pause_needs <= r.month_limit)
         ORDER BY b.id
           FOR UPDATE OF b SKIP LOCKED
      ), resumed AS (
        UPDATE batches b
           SET status = 'running', pause_code = NULL, pause_message = NULL, pause_needs = NULL
          FROM covered c
         WHERE b.id = c.id
        RETURNING b.id, b.account_id
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), $1, 'run_batch', r.id, r.account_id, clock.at FROM resumed r, clock`,
    values: [TEMPORAL_QUEUE],
  });
  return rowCount ?? 0;
}
