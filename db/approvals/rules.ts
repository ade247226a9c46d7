import type { Pool, PoolClient } from 'pg';
import { type ApprovalKind, type ApprovalRule, isOn, NO_APPROVAL_RULE } from '../../domain/approvals/rule.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, principalOf, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { clearStaffAction } from './staff/clear.ts';
import { requireCleared, type StaffClearance } from './staff/missing.ts';

/** The rule of an account for one kind. Inside a transaction under the account's lock, it stays as it is until the end. */
export async function readApprovalRule(
  db: Reader,
  accountId: AccountId,
  kind: ApprovalKind,
): Promise<ApprovalRule> {
  const { rows } = await db.query<ApprovalRule>({
    name: 'read-approval-rule',
    text: `
      SELECT one_from AS "oneFrom", two_from AS "twoFrom", valid_hours AS "validHours"
        FROM approval_rules
       WHERE account_id = $1 AND kind = $2`,
    values: [uuidOf('acc', accountId), kind],
  });
  return rows[0] ?? NO_APPROVAL_RULE;
}

/**
 * Replaces the rule of an account for one kind, with its audit row. What starts after this returns is judged by it, also if its
 * approval was requested or given before. What runs already is left as it is.
 * @throws ApprovalMissing while another operator must approve what an operator changes.
 */
export async function replaceApprovalRule(
  pool: Pool,
  accountId: AccountId,
  kind: ApprovalKind,
  rule: ApprovalRule,
  actor: Actor,
): Promise<void> {
  const cleared = await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const clearance = isOfPlatform(actor) ? await clearChange(tx, accountId, kind, rule, actor) : NOT_NEEDED;
    if (clearance.kind === 'unapproved') return clearance;
    const before = await readApprovalRule(tx, accountId, kind);
    const key = [uuidOf('acc', accountId), kind];
    if (isOn(rule))
      await tx.query({ text: REPLACE, values: [...key, rule.oneFrom, rule.twoFrom, rule.validHours] });
    else
      await tx.query({ text: 'DELETE FROM approval_rules WHERE account_id = $1 AND kind = $2', values: key });
    await recordAction(tx, {
      ...actor,
      action: 'approval_rule_set',
      accountId,
      subject: kind,
      before,
      details: clearance.approvalId === null ? rule : { ...rule, approval: clearance.approvalId },
    });
    return clearance;
  });
  requireCleared(cleared);
}

const NOT_NEEDED: StaffClearance = { kind: 'clear', approvalId: null };

/** Clients have their own right for it. */
function isOfPlatform(actor: Actor): boolean {
  const { kind } = principalOf(actor);
  return kind === 'operator' || kind === 'staff';
}

function clearChange(
  tx: PoolClient,
  accountId: AccountId,
  of: ApprovalKind,
  { oneFrom, twoFrom, validHours }: ApprovalRule,
  actor: Actor,
): Promise<StaffClearance> {
  const terms = { of, oneFrom, twoFrom, validHours };
  return clearStaffAction(tx, { kind: 'approval_rules', accountId, amount: 0, currency: '', terms }, actor);
}

const REPLACE = `
  INSERT INTO approval_rules (account_id, kind, one_from, two_from, valid_hours, changed_at)
  VALUES ($1, $2, $3, $4, $5, (SELECT app_now()))
  ON CONFLICT (account_id, kind) DO UPDATE
    SET one_from = excluded.one_from, two_from = excluded.two_from, valid_hours = excluded.valid_hours,
        changed_at = excluded.changed_at`;
