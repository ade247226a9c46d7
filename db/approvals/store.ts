import type { PoolClient } from 'pg';
import type { Identity } from '../../domain/access/identity.ts';
import type { Approval, ApprovalStatus } from '../../domain/approvals/approval.ts';
import type { CampaignTerms } from '../../domain/approvals/campaign-terms.ts';
import type { ApprovalKind, Steps } from '../../domain/approvals/rule.ts';
import type { Decision, StoredApproval } from '../../domain/approvals/stored.ts';
import { readVoidCode } from '../../domain/approvals/void-code.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import { type AccountId, type ApprovalId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { noteApproval } from '../notices/approvals.ts';

/**
 * Approvals with their decisions and preparers. Those of a recurring batch and of what a retry repeats have prepared it too. Read
 * them under the account's lock to decide: decisions are inserted under it.
 */
export const APPROVALS = `
  SELECT a.id, a.account_id, a.kind, a.subject_id, a.status, a.steps, a.amount, a.currency, a.terms, a.requested_kind, a.requested_by, a.requester_changed,
         a.requested_at, a.expires_at, a.ended_at, a.end_reason, a.request_reason,
         (SELECT b.reference FROM batches b WHERE b.account_id = a.account_id AND b.id = a.subject_id) AS batch_reference,
         coalesce((SELECT json_agg(json_build_object('kind', d.principal_kind, 'id', d.principal_id, 'decision', d.decision,
                                                     'reason', d.reason, 'at', d.at) ORDER BY d.at, d.principal_id, d.decision)
                     FROM approval_decisions d
                    WHERE d.approval_id = a.id), '[]') AS decisions,
         coalesce((SELECT json_agg(DISTINCT jsonb_build_object('kind', p.principal_kind, 'id', p.principal_id))
                     FROM batches b
                     LEFT JOIN recurrences r ON r.id = b.recurrence_id AND r.account_id = b.account_id
                     JOIN preparers p ON p.account_id = b.account_id
                                     AND p.subject_id IN (b.id, b.retry_of, b.retry_root, b.recurrence_id, r.source_id)
                    WHERE b.account_id = a.account_id AND b.id = a.subject_id), '[]') AS preparers
    FROM approvals a`;

export interface ApprovalRow {
  readonly id: string;
  readonly account_id: string;
  readonly kind: ApprovalKind;
  readonly subject_id: string;
  readonly status: ApprovalStatus;
  readonly steps: Steps;
  readonly amount: number;
  readonly currency: string;
  readonly terms: CampaignTerms;
  readonly requested_kind: Identity['kind'];
  readonly requested_by: string;
  readonly requester_changed: boolean;
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: string | null;
  readonly request_reason: string | null;
  readonly batch_reference: string | null;
  readonly decisions: readonly (Identity & Pick<Decision, 'decision' | 'reason'> & { readonly at: string })[];
  readonly preparers: readonly Identity[];
}

export function readApproval(row: ApprovalRow): StoredApproval {
  const decisions = row.decisions.map(
    ({ kind, id, decision, reason, at }): Decision => ({
      by: { kind, id },
      decision,
      reason,
      at: new Date(at),
    }),
  );
  return {
    id: idFromUuid('apr', row.id),
    accountId: idFromUuid('acc', row.account_id),
    kind: row.kind,
    batchId: idFromUuid('bat', row.subject_id),
    batchReference: row.batch_reference,
    status: row.status,
    steps: row.steps,
    amount: row.amount,
    currency: row.currency,
    terms: row.terms,
    requestedBy: { kind: row.requested_kind, id: row.requested_by },
    requesterChanged: row.requester_changed,
    preparedBy: row.preparers,
    approvedBy: decisions.flatMap(({ by, decision }) => (decision === 'approved' ? [by] : [])),
    decisions,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    endReason: row.status === 'voided' ? null : row.end_reason,
    voidCode: row.status === 'voided' ? readVoidCode(row.end_reason) : null,
    requestNote: row.request_reason,
  };
}

/** The open approval of a batch, locked until the transaction ends; null if it has none. The caller holds the account's lock. */
export async function lockOpenApproval(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
): Promise<StoredApproval | null> {
  const { rows } = await tx.query<ApprovalRow>({
    name: 'lock-open-approval',
    text: `${APPROVALS} WHERE a.account_id = $1 AND a.subject_id = $2 AND a.ended_at IS NULL FOR UPDATE OF a`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
  });
  return rows[0] === undefined ? null : readApproval(rows[0]);
}

/** One approval of an account; null if it has none with this id. */
export async function findApproval(
  db: Reader,
  accountId: AccountId,
  id: ApprovalId,
): Promise<StoredApproval | null> {
  const { rows } = await db.query<ApprovalRow>({
    name: 'find-approval',
    text: `${APPROVALS} WHERE a.account_id = $1 AND a.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('apr', id)],
  });
  return rows[0] === undefined ? null : readApproval(rows[0]);
}

export interface NewApproval {
  readonly accountId: AccountId;
  readonly kind: ApprovalKind;
  readonly batchId: BatchId;
  readonly steps: Steps;
  readonly terms: CampaignTerms;
  readonly requestedBy: Identity;
  readonly requesterChanged: boolean;
  readonly validHours: number;
  /** What they wrote to those who decide; null for nothing. */
  readonly requestNote: string | null;
}

/** Stores a request, and has it announced. The batch has no open one: the caller has locked the account and the batch, and has looked. */
export async function insertApproval(tx: PoolClient, wanted: NewApproval): Promise<StoredApproval> {
  const id = newId('apr');
  const { terms, requestedBy } = wanted;
  await tx.query({
    name: 'insert-approval',
    text: `
      INSERT INTO approvals (id, account_id, kind, subject_id, status, steps, amount, currency, terms, requested_kind, requested_by,
                             requester_changed, request_reason, requested_at, expires_at)
      SELECT $1, $2, $3, $4, 'requested', $5, $6, $7, $8, $9, $10, $11, $13, clock.at, clock.at + $12 * interval '1 hour'
        FROM (SELECT app_now() AS at) clock`,
    values: [
      uuidOf('apr', id),
      uuidOf('acc', wanted.accountId),
      wanted.kind,
      uuidOf('bat', wanted.batchId),
      wanted.steps,
      terms.costCeiling,
      terms.currency,
      JSON.stringify(terms),
      requestedBy.kind,
      requestedBy.id,
      wanted.requesterChanged,
      wanted.validHours,
      wanted.requestNote,
    ],
  });
  const stored = await findApproval(tx, wanted.accountId, id);
  if (stored === null) throw new TypeError(`approval ${id} vanished in its own transaction`);
  await noteApproval(tx, stored, 'needs_approval');
  return stored;
}

/** Stores where an approval is after a verdict. The caller has locked it. */
export async function storeStatus(
  tx: PoolClient,
  { id, accountId }: Pick<StoredApproval, 'id' | 'accountId'>,
  { status, steps }: Pick<Approval, 'status' | 'steps'>,
  endReason: string | null = null,
): Promise<void> {
  await tx.query({
    name: 'store-approval',
    text: `
      UPDATE approvals
         SET status = $3, steps = $4, end_reason = $5,
             ended_at = CASE WHEN $3 = 'expired' THEN expires_at
                             WHEN $3 NOT IN ('requested', 'approved') THEN (SELECT app_now()) END
       WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('apr', id), status, steps, endReason],
  });
}
