import type { PoolClient } from 'pg';
import { judgeApproval } from '../../../domain/approvals/approval.ts';
import { countStaffSteps, type StaffAction, type StaffApproval } from '../../../domain/approvals/staff.ts';
import { type Actor, type AuditEntry, recordAction } from '../../audit/record.ts';
import { toExpiredEntry } from './expired-entry.ts';
import { staffIdentityOf } from './identity.ts';
import type { StaffClearance } from './missing.ts';
import { readStaffRule } from './read-rule.ts';
import { insertStaffApproval, lockOpenStaffApproval, storeStaffStatus } from './store.ts';

/**
 * Decides whether an operator may do something: because no rule wants an approval, or by using its approval up. Otherwise it
 * requests one, unless the same is requested already. Call it in the transaction that does it, under a lock that orders the same
 * action (the account's, or that of the rules), before any other change. Commit in each case, and do nothing more if it is unapproved.
 * @param record writes the entry of a request: as the last statement, unless it is given.
 */
export async function clearStaffAction(
  tx: PoolClient,
  action: StaffAction,
  actor: Actor,
  record: (entry: AuditEntry) => Promise<void> | void = (entry) => recordAction(tx, entry),
): Promise<StaffClearance> {
  const rule = await readStaffRule(tx, action.kind, action.currency);
  const steps = countStaffSteps(rule, action.kind, action.amount);
  if (steps === 0) return { kind: 'clear', approvalId: null };

  const open = await lockOpenStaffApproval(tx, action);
  let expired: StaffApproval | null = null;
  if (open !== null) {
    const verdict = judgeApproval(open.stored, { kind: 'use', steps }, open.now);
    if (!('approval' in verdict)) throw new TypeError(`approval ${open.stored.id} is open and did not move`);
    await storeStaffStatus(tx, open.stored.id, verdict.approval);
    if (verdict.kind === 'moved') return { kind: 'clear', approvalId: open.stored.id };
    if (verdict.kind === 'incomplete')
      return { kind: 'unapproved', approval: { ...open.stored, ...verdict.approval } };
    expired = open.stored;
  }
  const approval = await insertStaffApproval(tx, action, {
    by: staffIdentityOf(actor),
    reason: 'reason' in actor ? actor.reason : null,
    steps,
    validHours: rule.validHours,
  });
  if (expired !== null) await record(toExpiredEntry(expired));
  await record({
    ...actor,
    action: 'approval_request',
    accountId: action.accountId,
    subject: approval.id,
    details: { kind: action.kind, steps, amount: action.amount, currency: action.currency },
  });
  return { kind: 'unapproved', approval };
}
