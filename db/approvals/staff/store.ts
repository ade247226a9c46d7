import type { Pool, PoolClient } from 'pg';
import type { Identity } from '../../../domain/access/identity.ts';
import type { Approval, ApprovalStatus } from '../../../domain/approvals/approval.ts';
import type { Steps } from '../../../domain/approvals/rule.ts';
import type { StaffAction, StaffApproval, StaffKind, StaffTerms } from '../../../domain/approvals/staff.ts';
import type { Decision } from '../../../domain/approvals/stored.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { hashStaffAction } from '../../../domain/crypto/staff-action-hash.ts';
import { type AccountId, type ApprovalId, idFromUuid, uuidOf } from '../../../domain/ids.ts';

/** Approvals of operators with their decisions. To decide, lock the row in an earlier statement. */
export const STAFF_APPROVALS = `
  SELECT a.id, a.kind, a.status, a.steps, a.amount, a.currency, a.terms, a.requested_kind, a.requested_by, a.request_reason,
         a.requested_at, a.expires_at, a.ended_at, a.end_reason, (SELECT app_now()) AS now,
         coalesce((SELECT json_agg(json_build_object('kind', d.principal_kind, 'id', d.principal_id, 'decision', d.decision,
                                                     'reason', d.reason, 'at', d.at) ORDER BY d.at, d.principal_id, d.decision)
                     FROM approval_decisions d
                    WHERE d.approval_id = a.id), '[]') AS decisions
    FROM approvals a
   WHERE a.terms_hash IS NOT NULL`;

export interface StaffApprovalRow {
  readonly id: string;
  readonly kind: StaffKind;
  readonly status: ApprovalStatus;
  readonly steps: Steps;
  readonly amount: number;
  readonly currency: string;
  readonly terms: { readonly account: AccountId | null; readonly command: StaffTerms };
  readonly requested_kind: Identity['kind'];
  readonly requested_by: string;
  readonly request_reason: string | null;
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: string | null;
  readonly now: Date;
  readonly decisions: readonly (Identity & Pick<Decision, 'decision' | 'reason'> & { readonly at: string })[];
}

export function readStaffApproval(row: StaffApprovalRow): StaffApproval {
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
    kind: row.kind,
    accountId: row.terms.account,
    status: row.status,
    steps: row.steps,
    amount: row.amount,
    currency: row.currency,
    terms: row.terms.command,
    requestedBy: { kind: row.requested_kind, id: row.requested_by },
    requesterChanged: true,
    preparedBy: [],
    approvedBy: decisions.flatMap(({ by, decision }) => (decision === 'approved' ? [by] : [])),
    decisions,
    requestReason: row.request_reason,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    endReason: row.end_reason,
  };
}

/** An approval of operators, with the time; null if there is none. */
export async function findStaffApproval(
  db: Pool | PoolClient,
  id: ApprovalId,
): Promise<{ readonly stored: StaffApproval; readonly now: Date } | null> {
  const { rows } = await db.query<StaffApprovalRow>({
    name: 'find-staff-approval',
    text: `${STAFF_APPROVALS} AND a.id = $1`,
    values: [uuidOf('apr', id)],
  });
  return rows[0] === undefined ? null : { stored: readStaffApproval(rows[0]), now: rows[0].now };
}

/** The same, locked until the transaction ends: the second statement sees what was decided while the first one waited. */
export async function lockStaffApproval(
  tx: PoolClient,
  id: ApprovalId,
): ReturnType<typeof findStaffApproval> {
  await tx.query({
    name: 'lock-staff-approval',
    text: 'SELECT FROM approvals WHERE id = $1 AND terms_hash IS NOT NULL FOR UPDATE',
    values: [uuidOf('apr', id)],
  });
  return findStaffApproval(tx, id);
}

/** The open approval of exactly this action, locked until the transaction ends; null if there is none. */
export async function lockOpenStaffApproval(
  tx: PoolClient,
  action: StaffAction,
): ReturnType<typeof findStaffApproval> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock-open-staff-approval',
    text: `
      SELECT id FROM approvals
       WHERE kind = $1 AND terms_hash = $2 AND terms_hash IS NOT NULL AND ended_at IS NULL
         FOR UPDATE`,
    values: [action.kind, hashStaffAction(action)],
  });
  return rows[0] === undefined ? null : findStaffApproval(tx, idFromUuid('apr', rows[0].id));
}

/** Stores a request. The caller has looked for an open one under the lock that orders these actions. */
export async function insertStaffApproval(
  tx: PoolClient,
  action: StaffAction,
  request: {
    readonly by: Identity;
    readonly reason: string | null;
    readonly steps: Steps;
    readonly validHours: number;
  },
): Promise<StaffApproval> {
  const id = newId('apr');
  await tx.query({
    name: 'insert-staff-approval',
    text: `
      INSERT INTO approvals (id, kind, status, steps, amount, currency, terms, terms_hash, requested_kind, requested_by,
                             requester_changed, request_reason, requested_at, expires_at)
      SELECT $1, $2, 'requested', $3, $4, $5, $6, $7, $8, $9, true, $10, clock.at, clock.at + $11 * interval '1 hour'
        FROM (SELECT app_now() AS at) clock`,
    values: [
      uuidOf('apr', id),
      action.kind,
      request.steps,
      Math.abs(action.amount),
      action.currency,
      JSON.stringify({ account: action.accountId, command: action.terms }),
      hashStaffAction(action),
      request.by.kind,
      request.by.id,
      request.reason,
      request.validHours,
    ],
  });
  const found = await findStaffApproval(tx, id);
  if (found === null) throw new TypeError(`approval ${id} vanished in its own transaction`);
  return found.stored;
}

/** Stores where an approval is after a verdict. The caller has locked it. */
export async function storeStaffStatus(
  tx: PoolClient,
  id: ApprovalId,
  { status, steps }: Pick<Approval, 'status' | 'steps'>,
  endReason: string | null = null,
): Promise<void> {
  await tx.query({
    name: 'store-staff-approval',
    text: `
      UPDATE approvals
         SET status = $2, steps = $3, end_reason = $4,
             ended_at = CASE WHEN $2 = 'expired' THEN expires_at
                             WHEN $2 NOT IN ('requested', 'approved') THEN (SELECT app_now()) END
       WHERE id = $1 AND terms_hash IS NOT NULL`,
    values: [uuidOf('apr', id), status, steps, endReason],
  });
}
