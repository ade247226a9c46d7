import type { Pool, PoolClient } from 'pg';
import type { Identity } from '../../../domain/access/identity.ts';
import { judgeApproval } from '../../../domain/approvals/approval.ts';
import { countStaffSteps } from '../../../domain/approvals/staff.ts';
import { type ApprovalId, uuidOf } from '../../../domain/ids.ts';
import { type Actor, recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import type { DecisionOutcome, DecisionVerb } from '../decision.ts';
import { judgedAs } from '../same-person.ts';
import { toExpiredEntry } from './expired-entry.ts';
import { staffIdentityOf } from './identity.ts';
import { readStaffRule } from './read-rule.ts';
import { lockStaffApproval, storeStaffStatus } from './store.ts';

export type StaffDecisionOutcome =
  | DecisionOutcome
  /** A person requested it, so a name that was only typed cannot approve it. */
  | { readonly kind: 'not_signed_in' };

/**
 * Approves, rejects or withdraws what an operator requested. The lock of the approval orders decisions at the same time. As many
 * must approve as the rule demands now, and one at least.
 * @param reason of a rejection or withdrawal, or a remark.
 */
export async function decideStaffApproval(
  pool: Pool,
  id: ApprovalId,
  verb: DecisionVerb,
  actor: Actor,
  reason: string | null,
): Promise<StaffDecisionOutcome> {
  return inTransaction(pool, async (tx) => {
    const found = await lockStaffApproval(tx, id);
    if (found === null) return { kind: 'not_found' };
    const { stored, now } = found;
    const { kind, amount, currency, accountId, status } = stored;
    const steps = countStaffSteps(await readStaffRule(tx, kind, currency), kind, amount) || 1;
    const by = staffIdentityOf(actor);
    if (verb === 'approve' && isOnlyNamed(by) && !isOnlyNamed(stored.requestedBy))
      return { kind: 'not_signed_in' };
    const judged = await judgedAs(tx, by, stored);
    const verdict = judgeApproval({ ...stored, steps }, { kind: verb, by: judged }, now);
    if (verdict.kind === 'incomplete') throw new TypeError('only a use can be incomplete');
    if (verdict.kind === 'expired') {
      await storeStaffStatus(tx, id, verdict.approval);
      await recordAction(tx, toExpiredEntry(stored));
    }
    if (verdict.kind !== 'moved') return verdict;

    await storeStaffStatus(tx, id, verdict.approval, verb === 'approve' ? null : reason);
    if (verb !== 'withdraw') await insertDecision(tx, id, by, verb, reason);
    await recordAction(tx, {
      ...actor,
      action: `approval_${verb}`,
      accountId,
      subject: id,
      before: { status },
      details: { status: verdict.approval.status, kind },
    });
    return verdict;
  });
}

/** Anyone with access to the database can type any name. */
function isOnlyNamed({ kind }: Identity): boolean {
  return kind === 'operator';
}

async function insertDecision(
  tx: PoolClient,
  id: ApprovalId,
  by: Identity,
  verb: 'approve' | 'reject',
  reason: string | null,
): Promise<void> {
  await tx.query({
    name: 'insert-staff-decision',
    text: `
      INSERT INTO approval_decisions (approval_id, principal_kind, principal_id, decision, reason, at)
      VALUES ($1, $2, $3, $4, $5, (SELECT app_now()))
      ON CONFLICT DO NOTHING`,
    values: [uuidOf('apr', id), by.kind, by.id, verb === 'approve' ? 'approved' : 'rejected', reason],
  });
}
