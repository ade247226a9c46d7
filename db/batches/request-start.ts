import type { Pool } from 'pg';
import type { Agreement } from '../../domain/batch/agreement.ts';
import { judgeSchedule, type ScheduleVerdict } from '../../domain/batch/schedule.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { preparerOf } from '../approvals/preparers.ts';
import { type CampaignRequest, requestCampaign } from '../approvals/request-campaign.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { agreedFacts, findObstacle, lockBatch, type Refusal } from './commands.ts';
import { readClock } from './schedule.ts';

/** How someone who may not start a batch wants it to start. */
export interface StartRequest {
  /** Null for a start without delay. */
  readonly startAt: Date | null;
  /** For those who decide; null for none. */
  readonly note: string | null;
}

export type StartRequestOutcome = CampaignRequest | Refusal | Extract<ScheduleVerdict, { kind: 'past' }>;

/**
 * Asks for the approval of a start, and records who asked. The batch stays as it is. Someone who may start it then sends `start` or
 * `schedule` as it was approved. What would be refused of these is refused now. It takes the locks of `commandBatch`.
 */
export async function requestStart(
  pool: Pool,
  accountId: AccountId,
  id: BatchId,
  { startAt, note }: StartRequest,
  actor: Actor,
  agreed: Agreement,
): Promise<StartRequestOutcome> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const batch = await lockBatch(tx, accountId, id);
    if (batch === null) return { kind: 'not_found' };
    if (batch.status !== 'ready') return { kind: 'refused', status: batch.status };
    if (startAt !== null) {
      const order = { kind: 'schedule', startAt } as const;
      const verdict = judgeSchedule({ ...batch, now: await readClock(tx) }, order);
      if (verdict.kind === 'past') return verdict;
    }
    const obstacle = findObstacle(batch, 'start', { kind: 'moves', to: 'running' }, agreed);
    if (obstacle !== null) return obstacle;

    const { approvedCost, sendBetween } = agreed;
    const wish = {
      ceiling: approvedCost?.amount ?? null,
      ...(startAt === null ? {} : { notBefore: startAt }),
      ...(sendBetween === undefined ? {} : { sendBetween }),
    };
    const asked = await requestCampaign(tx, accountId, id, preparerOf(actor), wish, note);
    if (asked.kind === 'already') return asked;
    await recordAction(tx, {
      ...actor,
      ...(note === null ? {} : { reason: note }),
      action: 'batch_request_start',
      accountId,
      subject: id,
      details: {
        approval: asked.approval.id,
        not_before: asked.approval.terms.notBefore,
        ...agreedFacts(batch, agreed),
      },
    });
    return asked;
  });
}
