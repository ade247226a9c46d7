import type { Pool } from 'pg';
import { NOTHING_AGREED } from '../../domain/batch/agreement.ts';
import { type AccountId, type BatchId, type RecurrenceId, uuidOf } from '../../domain/ids.ts';
import type { Money } from '../../domain/money/money.ts';
import { judgeStart, type Recurrence, type SkipCode } from '../../domain/recurrence/recurrence.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type CommandOutcome, commandLocked } from '../batches/commands.ts';
import { inTransaction } from '../transaction.ts';
import { finishRun } from './runs.ts';

/**
 * Starts the batch of a run, at the cost that its check found, or cancels it and says why the run is skipped: it costs more than was
 * approved or than the account may spend on a campaign, the recurring campaign is no longer active, or the run is too late. Null if it was started, if it waits
 * for an approval, or if someone else started or ended it before. The recurring campaign neither pauses nor ends meanwhile.
 */
export async function startRun(
  pool: Pool,
  { id, accountId, approvedCost, keyId }: Pick<Recurrence, 'id' | 'accountId' | 'approvedCost' | 'keyId'>,
  scheduledAt: Date,
  batchId: BatchId,
  cost: Money,
): Promise<SkipCode | null> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{ status: Recurrence['status']; now: Date }>({
      name: 'lock-recurrence-of-run',
      text: `SELECT status, (SELECT app_now()) AS now FROM recurrences WHERE account_id = $1 AND id = $2 FOR SHARE`,
      values: [uuidOf('acc', accountId), uuidOf('rec', id)],
    });
    const [found] = rows;
    if (found === undefined) throw new TypeError(`no recurring campaign ${id}`);
    const tooDear = cost.amount > approvedCost ? 'cost_above_approved' : null;
    const agreed = { ...NOTHING_AGREED, approvedCost: cost };
    const start = () => commandLocked(tx, accountId, batchId, 'start', null, agreed, keyId);
    const skip = tooDear ?? judgeStart(found, scheduledAt, found.now) ?? whyNotStarted(await start());
    if (skip === null) return null;
    await commandLocked(tx, accountId, batchId, 'cancel', null, NOTHING_AGREED, null);
    // In the same commit: a process that dies now must not find a batch that was cancelled for an unknown reason.
    await finishRun(tx, id, scheduledAt, batchId, skip);
    return skip;
  });
}

/** Null if the batch runs, waits for an approval, or was started or ended by someone else. */
function whyNotStarted(outcome: CommandOutcome): SkipCode | null {
  switch (outcome.kind) {
    case 'moved':
    case 'already':
    case 'unapproved':
    case 'refused':
      return null;
    case 'disagreed':
      return outcome.why.kind === 'over_limit' ? 'over_limit' : 'cost_above_approved';
    default:
      return 'batch_rejected';
  }
}

/** Whether a run has made the batch with its reference; false if there is none, or if it was made in another way. */
export async function hasBatchOfRun(
  pool: Pool,
  accountId: AccountId,
  id: RecurrenceId,
  reference: string,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has-batch-of-run',
    text: `SELECT FROM batches WHERE account_id = $1 AND reference = $2 AND recurrence_id = $3`,
    values: [uuidOf('acc', accountId), reference, uuidOf('rec', id)],
  });
  return rowCount === 1;
}
