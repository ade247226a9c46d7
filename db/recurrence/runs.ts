import type { Pool, PoolClient } from 'pg';
import { type AccountId, type BatchId, idFromUuid, type RecurrenceId, uuidOf } from '../../domain/ids.ts';
import { nextRuns } from '../../domain/recurrence/calendar.ts';
import {
  judgeRun,
  type PreviousRun,
  type Recurrence,
  type Run,
  type RunOutcome,
  type SkipCode,
  skipMessage,
} from '../../domain/recurrence/recurrence.ts';
import type { Reader } from '../account-reads.ts';
import { inTransaction } from '../transaction.ts';
import { readForRun } from './recurrences.ts';

export type TakenRun =
  /** Nothing is due; `nextInMs` until the next run, null if there is none. */
  | { readonly kind: 'not_due'; readonly nextInMs: number | null }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'starting'; readonly recurrence: Recurrence; readonly scheduledAt: Date };

/**
 * Takes the run that is due, and moves the calendar on to the next one, in one transaction under the lock of the recurring
 * campaign. A run that was taken and not finished is taken again first.
 */
export async function takeDueRun(pool: Pool, id: RecurrenceId): Promise<TakenRun> {
  return inTransaction(pool, async (tx) => {
    const found = await readForRun(tx, id, true);
    if (found === null) return { kind: 'not_due', nextInMs: null };
    const { recurrence, now } = found;
    const previous = await findLastRun(tx, id);
    const due = recurrence.nextRunAt;
    if (due === null || due > now) {
      if (previous?.outcome === 'starting')
        return { kind: 'starting', recurrence, scheduledAt: previous.scheduledAt };
      return { kind: 'not_due', nextInMs: due === null ? null : due.getTime() - now.getTime() };
    }
    const skip = judgeRun(due, now, previous);
    await tx.query({
      name: 'take-run',
      text: `
        WITH taken AS (
          INSERT INTO recurrence_runs (recurrence_id, scheduled_at, outcome, skip_code) VALUES ($1, $2, $3, $4)
          ON CONFLICT (recurrence_id, scheduled_at) DO NOTHING
        )
        UPDATE recurrences SET next_run_at = $5 WHERE id = $1`,
      values: [
        uuidOf('rec', id),
        due,
        skip === null ? 'starting' : 'skipped',
        skip,
        nextRuns(recurrence.calendar, due, 1)[0] ?? null,
      ],
    });
    return skip === null ? { kind: 'starting', recurrence, scheduledAt: due } : { kind: 'skipped' };
  });
}

async function findLastRun(
  tx: PoolClient,
  id: RecurrenceId,
): Promise<(PreviousRun & { readonly scheduledAt: Date }) | null> {
  const { rows } = await tx.query<PreviousRun & { readonly scheduledAt: Date }>({
    name: 'find-last-run',
    text: `
      SELECT r.scheduled_at AS "scheduledAt", r.outcome, b.status,
             EXISTS (SELECT FROM approvals a
                      WHERE a.subject_id = b.id AND a.ended_at IS NULL
                        AND a.expires_at > (SELECT app_now())) AS "awaitsApproval"
        FROM recurrence_runs r
        LEFT JOIN batches b ON b.id = r.batch_id
       WHERE r.recurrence_id = $1 AND r.outcome <> 'skipped'
       ORDER BY r.scheduled_at DESC
       LIMIT 1`,
    values: [uuidOf('rec', id)],
  });
  return rows[0] ?? null;
}

/** Ends a run that was taken. */
export async function finishRun(
  db: Pool | PoolClient,
  id: RecurrenceId,
  scheduledAt: Date,
  batchId: BatchId | null,
  skip: SkipCode | null,
): Promise<void> {
  await db.query({
    name: 'finish-run',
    text: `
      UPDATE recurrence_runs SET outcome = $3, skip_code = $4, batch_id = $5
       WHERE recurrence_id = $1 AND scheduled_at = $2 AND outcome = 'starting'`,
    values: [
      uuidOf('rec', id),
      scheduledAt,
      skip === null ? 'started' : 'skipped',
      skip,
      batchId === null ? null : uuidOf('bat', batchId),
    ],
  });
}

/** The last runs of an account's recurring campaign, newest first; none if the account has no such one. */
export async function listRuns(
  db: Reader,
  accountId: AccountId,
  id: RecurrenceId,
  limit: number,
): Promise<Run[]> {
  const { rows } = await db.query<{
    scheduled_at: Date;
    outcome: RunOutcome;
    skip_code: SkipCode | null;
    batch_id: string | null;
  }>({
    name: 'list-runs',
    text: `
      SELECT scheduled_at, outcome, skip_code, batch_id FROM recurrence_runs
       WHERE recurrence_id = (SELECT id FROM recurrences WHERE account_id = $1 AND id = $2)
       ORDER BY scheduled_at DESC LIMIT $3`,
    values: [uuidOf('acc', accountId), uuidOf('rec', id), limit],
  });
  return rows.map((row) => ({
    scheduledAt: row.scheduled_at,
    outcome: row.outcome,
    skipCode: row.skip_code,
    message: row.skip_code === null ? null : skipMessage(row.skip_code),
    batchId: row.batch_id === null ? null : idFromUuid('bat', row.batch_id),
  }));
}

/** Has the relay restore the Temporal Schedules of runs that are overdue, or were not finished. Returns how many. */
export async function requeueOverdueRuns(db: Pool, silentMs: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'requeue-overdue-runs',
    text: `
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), 'temporal', 'sync_schedule', r.id, r.account_id, clock.at
        FROM recurrences r, (SELECT app_now() AS at) clock
       WHERE (r.next_run_at < clock.at - $1 * interval '1 millisecond'
              OR EXISTS (SELECT FROM recurrence_runs u WHERE u.recurrence_id = r.id AND u.outcome = 'starting'
                                                         AND u.scheduled_at < clock.at - $1 * interval '1 millisecond'))
         AND NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = r.id AND o.topic = 'sync_schedule')`,
    values: [silentMs],
  });
  return rowCount ?? 0;
}
