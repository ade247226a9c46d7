import type { Pool } from 'pg';
import { type ApprovalRule, isOn, NO_APPROVAL_RULE } from '../../../domain/approvals/rule.ts';
import {
  hasAmount,
  type StaffAction,
  type StaffKind,
  type StaffTerms,
  withoutAmount,
} from '../../../domain/approvals/staff.ts';
import { type Actor, recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { clearStaffAction } from './clear.ts';
import { requireCleared } from './missing.ts';
import { readStaffRule } from './read-rule.ts';

/** A rule for operators, by what it is for. */
export interface StaffRule extends ApprovalRule {
  readonly kind: StaffKind;
  /** Empty for kinds without an amount. */
  readonly currency: string;
}

/** All rules for operators. A kind and currency without one needs no approval. */
export async function listStaffRules(db: Pool): Promise<StaffRule[]> {
  const { rows } = await db.query<StaffRule>({
    text: `
      SELECT kind, currency, one_from AS "oneFrom", two_from AS "twoFrom", valid_hours AS "validHours"
        FROM staff_approval_rules
       ORDER BY kind, currency`,
  });
  return rows;
}

/**
 * Replaces a rule for operators, with its audit entry; a rule for no one ends it. It counts for every command that begins after
 * this returns.
 * @throws ApprovalMissing while another operator must approve the change.
 */
export async function replaceStaffRule(
  pool: Pool,
  { kind, currency, ...rule }: StaffRule,
  actor: Actor,
): Promise<void> {
  if (hasAmount(kind) === (currency === '')) throw new TypeError(`a rule for ${kind} in "${currency}"`);
  const cleared = await inTransaction(pool, async (tx) => {
    // Waits for the transactions that read the rules, and lets none begin.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('staff approval rules'))`);
    const clearance = await clearStaffAction(tx, ruleChange({ kind, currency, ...rule }), actor);
    if (clearance.kind === 'unapproved') return clearance;
    const before = await readStaffRule(tx, kind, currency);
    await tx.query(
      isOn(rule)
        ? { text: REPLACE, values: [kind, currency, rule.oneFrom, rule.twoFrom, rule.validHours] }
        : {
            text: 'DELETE FROM staff_approval_rules WHERE kind = $1 AND currency = $2',
            values: [kind, currency],
          },
    );
    await recordAction(tx, {
      ...actor,
      action: 'staff_approval_rule_set',
      accountId: null,
      subject: kind,
      before: { currency, ...before },
      details: { currency, ...(isOn(rule) ? rule : NO_APPROVAL_RULE), approval: clearance.approvalId },
    });
    return clearance;
  });
  requireCleared(cleared);
}

function ruleChange({ kind, currency, oneFrom, twoFrom, validHours }: StaffRule): StaffAction {
  const terms: StaffTerms = { kind, currency, oneFrom, twoFrom, validHours };
  return withoutAmount('approval_rules', terms);
}

const REPLACE = `
  INSERT INTO staff_approval_rules (kind, currency, one_from, two_from, valid_hours, changed_at)
  VALUES ($1, $2, $3, $4, $5, (SELECT app_now()))
  ON CONFLICT (kind, currency) DO UPDATE
    SET one_from = excluded.one_from, two_from = excluded.two_from, valid_hours = excluded.valid_hours,
        changed_at = excluded.changed_at`;
