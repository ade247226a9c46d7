import type { PoolClient } from 'pg';
import { type ApprovalRule, NO_APPROVAL_RULE } from '../../../domain/approvals/rule.ts';
import type { StaffKind } from '../../../domain/approvals/staff.ts';

/** The rule for operators for one kind and currency. It stays as it is until the transaction ends. */
export async function readStaffRule(
  tx: PoolClient,
  kind: StaffKind,
  currency: string,
): Promise<ApprovalRule> {
  await tx.query({
    name: 'share-staff-rules',
    text: `SELECT pg_advisory_xact_lock_shared(hashtext('staff approval rules'))`,
  });
  const { rows } = await tx.query<ApprovalRule>({
    name: 'read-staff-rule',
    text: `
      SELECT one_from AS "oneFrom", two_from AS "twoFrom", valid_hours AS "validHours"
        FROM staff_approval_rules
       WHERE kind = $1 AND currency = $2`,
    values: [kind, currency],
  });
  return rows[0] ?? NO_APPROVAL_RULE;
}
