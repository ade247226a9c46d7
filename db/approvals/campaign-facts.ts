import type { PoolClient } from 'pg';
import type { CampaignTerms } from '../../domain/approvals/campaign-terms.ts';
import type { SendBetween } from '../../domain/batch/quiet-hours.ts';
import { type AccountId, type ApprovalId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';

/** How a batch is to run from now on. */
export interface RunWish {
  /** The most that it may spend; null: as it was agreed before, or its cost. */
  readonly ceiling: MinorUnits | null;
  /** Null to start immediately; absent to leave it as it is. */
  readonly notBefore?: Date | null;
  /** Absent to leave them as they are. */
  readonly sendBetween?: SendBetween | null;
}

/** What is to be approved. Once it has begun, its start time stays as it was approved, unless the wish changes it. */
export function toTerms(facts: CampaignFacts, wish: RunWish, used: CampaignTerms | null): CampaignTerms {
  const { approvedCost, cost, sendFrom, sendUntil } = facts;
  const notBefore = used === null ? (facts.notBefore?.toISOString() ?? null) : used.notBefore;
  const hours = sendFrom === null || sendUntil === null ? null : { from: sendFrom, until: sendUntil };
  return {
    fileSha256: facts.fileSha256,
    revision: facts.revision,
    costCeiling: wish.ceiling ?? approvedCost ?? cost,
    currency: facts.currency,
    notBefore: wish.notBefore === undefined ? notBefore : (wish.notBefore?.toISOString() ?? null),
    sendBetween: wish.sendBetween === undefined ? hours : wish.sendBetween,
    onInvalid: facts.onInvalid,
    onInsufficientBalance: facts.onInsufficientBalance,
    onDuplicate: facts.onDuplicate,
    duplicateWindowHours: facts.duplicateWindowHours,
  };
}

/** A batch, as far as its approval depends on it. */
export interface CampaignFacts extends Omit<CampaignTerms, 'costCeiling' | 'notBefore' | 'sendBetween'> {
  readonly status: string;
  readonly cost: MinorUnits;
  readonly approvedCost: MinorUnits | null;
  readonly approvalId: ApprovalId | null;
  readonly notBefore: Date | null;
  readonly sendFrom: number | null;
  readonly sendUntil: number | null;
  readonly now: Date;
}

/** What the approval of a batch depends on. The caller has locked the batch. */
export async function readFacts(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
): Promise<CampaignFacts> {
  const { rows } = await tx.query<Omit<CampaignFacts, 'approvalId'> & { approval: string | null }>({
    name: 'read-campaign-facts',
    text: `
      SELECT b.status, b.cost, b.approved_cost AS "approvedCost", b.approval_id AS approval, b.currency, b.revision,
             encode(b.content_hash, 'hex') AS "fileSha256", b.not_before AS "notBefore", b.send_from AS "sendFrom",
             b.send_until AS "sendUntil", b.on_invalid AS "onInvalid", b.on_insufficient_balance AS "onInsufficientBalance",
             b.on_duplicate AS "onDuplicate", b.duplicate_window_hours AS "duplicateWindowHours", clock.at AS now
        FROM batches b, (SELECT app_now() AS at) clock
       WHERE b.account_id = $1 AND b.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
  });
  if (rows[0] === undefined) throw new TypeError(`batch ${batchId} vanished under its lock`);
  const { approval, ...facts } = rows[0];
  return { ...facts, approvalId: approval === null ? null : idFromUuid('apr', approval) };
}
