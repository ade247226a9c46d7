import type { Pool, PoolClient } from 'pg';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import {
  type AgreedBatch,
  type Agreement,
  type Disagreement,
  judgeAgreement,
  NOTHING_AGREED,
} from '../../domain/batch/agreement.ts';
import type { BatchStatus, Pause } from '../../domain/batch/batch.ts';
import { type BatchCommand, type CommandVerdict, judgeCommand } from '../../domain/batch/life.ts';
import type { Corrections } from '../../domain/batch/rows/row.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type ApprovalId, type BatchId, type KeyId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Clearance, clearCampaign } from '../approvals/clear-campaign.ts';
import { voidApproval } from '../approvals/void.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { moneyOf } from './money.ts';

/** Why a batch cannot start or resume as the client agreed to it. */
export type Obstacle =
  /** Its corrections were neither accepted nor rejected. */
  | { readonly kind: 'undecided' }
  /** After changes of its rows, nothing is left to buy, or a row has errors that it may not have. */
  | { readonly kind: 'empty' | 'has_errors' }
  | { readonly kind: 'disagreed'; readonly why: Disagreement };

/** Why a command is not carried out as the client agreed to it. */
export type Refusal =
  | Obstacle
  | { readonly kind: 'refused'; readonly status: BatchStatus }
  | { readonly kind: 'not_found' };

export type CommandOutcome =
  | Refusal
  | { readonly kind: 'moved' | 'already' }
  /** A rule of the account wants its approval, which is requested now. */
  | { readonly kind: 'unapproved'; readonly approval: StoredApproval };

/**
 * Carries out a command and, with `actor`, records who gave it. It takes the account's lock and then the batch's, as the acceptance of
 * rows does, and waits for a page that is being released. A start or resume whose agreement does not fit changes nothing, and one
 * that needs an approval only requests it. After `pause` or `cancel` returns, no further row is released.
 */
export async function commandBatch(
  pool: Pool,
  accountId: AccountId,
  id: BatchId,
  command: BatchCommand,
  actor: Actor | null = null,
  agreed: Agreement = NOTHING_AGREED,
  keyId: KeyId | null = null,
): Promise<CommandOutcome> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    return commandLocked(tx, accountId, id, command, actor, agreed, keyId);
  });
}

/** The same within a transaction that has the lock of the account. */
export async function commandLocked(
  tx: PoolClient,
  accountId: AccountId,
  id: BatchId,
  command: BatchCommand,
  actor: Actor | null,
  agreed: Agreement,
  keyId: KeyId | null,
): Promise<CommandOutcome> {
  const batch = await lockBatch(tx, accountId, id);
  if (batch === null) return { kind: 'not_found' };
  const { status, pause } = batch;
  const verdict = judgeCommand(status, command, pause);
  if (verdict.kind === 'refused') return { kind: 'refused', status };
  const obstacle = findObstacle(batch, command, verdict, agreed);
  if (obstacle !== null) return obstacle;
  const approved = agreed.approvedCost?.amount ?? null;
  if (verdict.kind === 'already') {
    if (approved !== null) await approve(tx, accountId, id, approved);
    return verdict;
  }
  const runs = verdict.to === 'running';
  const { sendBetween } = agreed;
  const wish = { ceiling: approved, ...(sendBetween === undefined ? {} : { sendBetween }) };
  const cleared = runs ? await clearCampaign(tx, accountId, id, actor, wish) : NOT_ASKED;
  if (cleared.kind === 'unapproved') return cleared;
  const { approvalId } = cleared;
  if (verdict.to === 'canceled') await voidApproval(tx, accountId, id, 'canceled');
  const ceiling = cleared.ceiling ?? approved;
  await move(tx, accountId, id, verdict.to, { ...agreed, ceiling, approvalId, keyId: runs ? keyId : null });
  // Also when it stops: its workflow then ends now, not at its next look. A batch that never ran has no workflow.
  if (status !== 'ready' || runs) await enqueueRun(tx, accountId, id);
  if (actor !== null) {
    await recordAction(tx, {
      ...actor,
      action: `batch_${command}`,
      accountId,
      subject: id,
      before: { status },
      details: {
        status: verdict.to,
        ...(runs ? { approval: approvalId } : {}),
        ...agreedFacts(batch, agreed),
      },
    });
  }
  return { kind: 'moved' };
}

/** A command that does not run a batch needs no approval. */
const NOT_ASKED: Clearance = { kind: 'clear', ceiling: null, approvalId: null };

/** What the audit log keeps of an agreement, with what it is about. */
export function agreedFacts({ cost, fileSha256, revision }: LockedBatch, { approvedCost, first }: Agreement) {
  return {
    cost,
    approved_cost: approvedCost?.amount ?? null,
    first,
    file_sha256: fileSha256,
    revision,
  };
}

/** What a batch may spend from now on, and by which approval and key. */
interface Cleared {
  readonly ceiling: MinorUnits | null;
  readonly approvalId: ApprovalId | null;
  readonly keyId: KeyId | null;
}

async function move(
  tx: PoolClient,
  accountId: AccountId,
  id: BatchId,
  to: BatchStatus,
  agreed: Agreement & Cleared,
): Promise<void> {
  const { ceiling, first, approvalId, keyId } = agreed;
  const approval = approvalId === null ? null : uuidOf('apr', approvalId);
  const key = keyId === null ? null : uuidOf('key', keyId);
  const ids = [uuidOf('bat', id), to, uuidOf('acc', accountId)];
  const values = [...ids, ceiling, first, ...hoursOf(agreed), approval, key];
  await tx.query({ name: 'move-batch', text: MOVE, values });
}

/** Why a batch cannot start or resume as the client agreed to it; null if it can, and for other commands. */
export function findObstacle(
  batch: LockedBatch,
  command: BatchCommand,
  verdict: CommandVerdict,
  agreed: Agreement,
): Obstacle | null {
  const runs = verdict.kind === 'moves' && verdict.to === 'running';
  if (runs && batch.corrections === 'proposed') return { kind: 'undecided' };
  if (command !== 'start' && command !== 'resume') return null;
  const why = judgeAgreement(command, agreed, batch);
  if (why !== null) return { kind: 'disagreed', why };
  if (command === 'resume' || verdict.kind !== 'moves') return null;
  if (batch.waiting === 0) return { kind: 'empty' };
  return batch.hasForbiddenErrors ? { kind: 'has_errors' } : null;
}

interface LockedBatch extends AgreedBatch {
  readonly status: BatchStatus;
  readonly notBefore: Date | null;
  readonly pause: Pause['code'] | null;
  readonly corrections: Corrections['state'];
  readonly waiting: number;
  readonly hasForbiddenErrors: boolean;
}

/** Locks a batch until the transaction ends; null when the account has no such batch. */
export async function lockBatch(
  tx: PoolClient,
  accountId: AccountId,
  id: BatchId,
): Promise<LockedBatch | null> {
  const { rows } = await tx.query<LockedBatch>({
    name: 'lock-batch',
    text: `
      SELECT b.status, b.not_before AS "notBefore", b.pause_code AS pause, b.correction_state AS corrections, b.cost, b.currency, encode(b.content_hash, 'hex') AS "fileSha256",
             b.revision, b.row_count - b.invalid_count - b.refused_count AS waiting,
             CASE WHEN b.status = 'ready'
                  THEN (SELECT campaign_limit FROM account_rules WHERE account_id = b.account_id) END AS "campaignLimit",
             b.on_invalid = 'reject' AND b.invalid_count > 0 AS "hasForbiddenErrors", b.approved_cost AS "approvedCost", (SELECT charged + held FROM (${moneyOf('b.id')}) m) AS spent
        FROM batches b
       WHERE b.account_id = $1 AND b.id = $2
         FOR UPDATE OF b`,
    values: [uuidOf('acc', accountId), uuidOf('bat', id)],
  });
  return rows[0] ?? null;
}

/** Limits a batch that was started without an approved cost. One that has a limit keeps it. */
async function approve(tx: PoolClient, accountId: AccountId, id: BatchId, cost: MinorUnits): Promise<void> {
  await tx.query({
    name: 'approve-cost',
    text: `
      UPDATE batches SET approved_cost = $3 WHERE account_id = $1 AND id = $2 AND approved_cost IS NULL`,
    values: [uuidOf('acc', accountId), uuidOf('bat', id), cost],
  });
}

/**
 * The key is the one that starts or resumes it, whose caps count: none, if a person or an operator does. The first rows end before the
 * row that follows the first $5 that can be bought; if there are no more, all are bought.
 */
const MOVE = `
  UPDATE batches
     SET status        = $2,
         pause_needs   = NULL,
         pause_code    = CASE WHEN $2 = 'paused' THEN 'requested' END,
         pause_message = CASE WHEN $2 = 'paused' THEN 'Paused on request. Resume it to continue.' END,
         started_at    = coalesce(started_at, CASE WHEN $2 = 'running' THEN clock.at END),
         completed_at  = CASE WHEN $2 = 'canceled' THEN clock.at END,
         approved_cost = coalesce($4, approved_cost),
         key_id        = CASE WHEN $2 = 'running' THEN $10::uuid ELSE key_id END,
         approval_id   = CASE WHEN $2 = 'running' THEN $9::uuid ELSE approval_id END,
         send_from     = CASE WHEN $6 THEN $7::smallint ELSE send_from END,
         send_until    = CASE WHEN $6 THEN $8::smallint ELSE send_until END,
         first_rows_end = CASE WHEN $5::int IS NOT NULL
                               THEN (SELECT line - 1
                                       FROM batch_rows
                                      WHERE batch_id = $1 AND state = 'waiting'
                                      ORDER BY line
                                     OFFSET $5 LIMIT 1)
                               WHEN pause_code IS DISTINCT FROM 'first_rows_done' THEN first_rows_end END
    FROM (SELECT app_now() AS at) clock
   WHERE account_id = $3 AND id = $1`;

/** Whether an agreement changes the hours in which a batch buys, and the new ones in minutes of the day. */
export function hoursOf({ sendBetween }: Agreement): [boolean, number | null, number | null] {
  return [sendBetween !== undefined, sendBetween?.from ?? null, sendBetween?.until ?? null];
}

/** Has the relay start or wake the workflow of a batch, once this transaction has committed. */
export async function enqueueRun(tx: PoolClient, accountId: AccountId, batchId: BatchId): Promise<void> {
  await tx.query({
    name: 'enqueue-run',
    text: `
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES ($1, $2, 'run_batch', $3, $4, (SELECT app_now()))`,
    values: [newUuid(), TEMPORAL_QUEUE, uuidOf('bat', batchId), uuidOf('acc', accountId)],
  });
}
