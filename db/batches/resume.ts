import type { Pool } from 'pg';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';

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
