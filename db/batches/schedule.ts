import type { Pool, PoolClient } from 'pg';
import { type Agreement, judgeAgreement, NOTHING_AGREED } from '../../domain/batch/agreement.ts';
import { judgeSchedule, type ScheduleOrder, type ScheduleVerdict } from '../../domain/batch/schedule.ts';
import { type AccountId, type BatchId, type KeyId, uuidOf } from '../../domain/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Clearance, clearCampaign } from '../approvals/clear-campaign.ts';
import { voidApproval } from '../approvals/void.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { agreedFacts, type CommandOutcome, enqueueRun, hoursOf, lockBatch } from './commands.ts';

export type ScheduleOutcome = CommandOutcome | Extract<ScheduleVerdict, { kind: 'past' }>;

/**
 * Sets, moves or removes the start time of a batch, or starts it before that time, and records who did it. What was agreed belongs to the schedule: it stays when the time moves, and goes with the schedule.
 * What needs an approval is only requested, and the batch stays as it is until then. It takes the locks of `commandBatch`. The clock is read under them, so a batch that has begun to buy is left as it is.
 */
export async function orderSchedule(
  pool: Pool,
  accountId: AccountId,
  id: BatchId,
  order: ScheduleOrder,
  actor: Actor,
  agreed: Agreement = NOTHING_AGREED,
  keyId: KeyId | null = null,
): Promise<ScheduleOutcome> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const batch = await lockBatch(tx, accountId, id);
    if (batch === null) return { kind: 'not_found' };
    const verdict = judgeSchedule({ ...batch, now: await readClock(tx) }, order);
    if (verdict.kind === 'past' || verdict.kind === 'already') return verdict;
    if (verdict.kind === 'refused') return { kind: 'refused', status: batch.status };
    if (verdict.to === 'running' && batch.corrections === 'proposed') return { kind: 'undecided' };
    // A schedule can be removed even if the limit for one campaign was lowered since.
    const why = verdict.to === 'running' ? judgeAgreement('start', agreed, batch) : null;
    if (why !== null) return { kind: 'disagreed', why };

    const { to, notBefore } = verdict;
    const cleared =
      to === 'running'
        ? await clear(tx, accountId, id, order, actor, agreed)
        : await unclear(tx, accountId, id);
    if (cleared.kind === 'unapproved') return cleared;
    const approved = cleared.ceiling ?? agreed.approvedCost?.amount ?? null;
    await tx.query({
      name: 'schedule-batch',
      text: SCHEDULE,
      values: [
        uuidOf('bat', id),
        uuidOf('acc', accountId),
        to,
        notBefore,
        approved,
        agreed.first,
        ...hoursOf(agreed),
        keyId === null ? null : uuidOf('key', keyId),
        cleared.approvalId === null ? null : uuidOf('apr', cleared.approvalId),
      ],
    });
    // Its workflow waits for the time that was set before.
    if (batch.status === 'running' || to === 'running') await enqueueRun(tx, accountId, id);
    await recordAction(tx, {
      ...actor,
      action: `batch_${order.kind}`,
      accountId,
      subject: id,
      before: { status: batch.status, not_before: batch.notBefore },
      details: {
        status: to,
        not_before: notBefore,
        approval: cleared.approvalId,
        ...agreedFacts(batch, agreed),
      },
    });
    return { kind: 'moved' };
  });
}

/** A start now is approved as one without delay, whatever the clock says. */
function clear(
  tx: PoolClient,
  accountId: AccountId,
  id: BatchId,
  order: ScheduleOrder,
  actor: Actor,
  { approvedCost, sendBetween }: Agreement,
): Promise<Clearance> {
  return clearCampaign(tx, accountId, id, actor, {
    ceiling: approvedCost?.amount ?? null,
    notBefore: order.kind === 'schedule' ? order.startAt : null,
    ...(sendBetween === undefined ? {} : { sendBetween }),
  });
}

/** A schedule that is removed takes the request for its approval with it. */
async function unclear(tx: PoolClient, accountId: AccountId, id: BatchId): Promise<Clearance> {
  await voidApproval(tx, accountId, id, 'unscheduled');
  return { kind: 'clear', ceiling: null, approvalId: null };
}

/** A batch that is ready was not started, so nothing is agreed. */
const SCHEDULE = `
  UPDATE batches
     SET status         = $3,
         not_before     = $4,
         started_at     = CASE WHEN $3 = 'running' THEN coalesce(started_at, clock.at) END,
         send_from      = CASE WHEN $7 THEN $8::smallint ELSE send_from END,
         send_until     = CASE WHEN $7 THEN $9::smallint ELSE send_until END,
         approval_id    = $11::uuid,
         approved_cost  = CASE WHEN $3 = 'running' THEN coalesce($5, approved_cost) END,
         key_id         = CASE WHEN $3 = 'running' THEN $10::uuid ELSE key_id END,
         first_rows_end = CASE WHEN $3 = 'ready' THEN NULL
                               WHEN $6::int IS NULL THEN first_rows_end
                               ELSE (SELECT line - 1
                                       FROM batch_rows
                                      WHERE batch_id = $1 AND state = 'waiting'
                                      ORDER BY line
                                     OFFSET $6 LIMIT 1) END
    FROM (SELECT app_now() AS at) clock
   WHERE account_id = $2 AND id = $1`;

/** The time in this transaction. */
export async function readClock(tx: PoolClient): Promise<Date> {
  const { rows } = await tx.query<{ at: Date }>({ name: 'read-clock', text: 'SELECT app_now() AS at' });
  if (rows[0] === undefined) throw new TypeError('the clock has no row');
  return rows[0].at;
}
