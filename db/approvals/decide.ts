import type { Pool, PoolClient } from 'pg';
import { identityOf } from '../../domain/access/identity.ts';
import { judgeApproval } from '../../domain/approvals/approval.ts';
import { stepsOfRequest } from '../../domain/approvals/rule.ts';
import { type AccountId, type ApprovalId, uuidOf } from '../../domain/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, principalOf, recordAction } from '../audit/record.ts';
import { noteApproval } from '../notices/approvals.ts';
import { inTransaction } from '../transaction.ts';
import type { DecisionOutcome, DecisionVerb } from './decision.ts';
import { recordExpired, storeExpired } from './expire.ts';
import { lockApproval } from './lock.ts';
import { readApprovalRule } from './rules.ts';
import { judgedAs } from './same-person.ts';
import { findApproval, storeStatus } from './store.ts';

/**
 * Approves, rejects or withdraws a request. The account's lock orders decisions at the same time: the second sees the first. As many
 * must approve as the rule demands now, even if it was changed since the request, and one at least. People with one mailbox count as one.
 * Someone who has approved can still reject: both are among the decisions, and in the audit log.
 * @param reason of a rejection or withdrawal, or a remark; null for none.
 */
export async function decideApproval(
  pool: Pool,
  accountId: AccountId,
  id: ApprovalId,
  verb: DecisionVerb,
  actor: Actor,
  reason: string | null,
): Promise<DecisionOutcome> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const found = await lockApproval(tx, accountId, id);
    if (found === null) return { kind: 'not_found' };
    const { stored, now } = found;
    const rule = await readApprovalRule(tx, accountId, stored.kind);
    const steps = stepsOfRequest(rule, stored.amount);
    const identity = identityOf(principalOf(actor));
    const by = await judgedAs(tx, identity, stored);
    const verdict = judgeApproval({ ...stored, steps }, { kind: verb, by }, now);
    if (verdict.kind === 'incomplete') throw new TypeError('only a use can be incomplete');
    if (verdict.kind === 'expired') {
      await storeExpired(tx, stored, verdict.approval);
      await recordExpired(tx, stored);
    }
    if (verdict.kind !== 'moved') return verdict;

    const isEnd = verb !== 'approve';
    await storeStatus(tx, stored, verdict.approval, isEnd ? reason : null);
    if (verb !== 'withdraw') {
      const decision = verb === 'approve' ? 'approved' : 'rejected';
      await tx.query({
        name: 'insert-approval-decision',
        text: `
          INSERT INTO approval_decisions (approval_id, principal_kind, principal_id, decision, reason, at)
          VALUES ($1, $2, $3, $4, $5, (SELECT app_now()))
          ON CONFLICT DO NOTHING`,
        values: [uuidOf('apr', id), identity.kind, identity.id, decision, reason],
      });
    }
    if (verdict.approval.status !== stored.status) await announce(tx, accountId, id);
    await recordAction(tx, {
      ...actor,
      ...(reason === null ? {} : { reason }),
      action: `approval_${verb}`,
      accountId,
      subject: id,
      before: { status: stored.status },
      details: { status: verdict.approval.status, batch: stored.batchId },
    });
    return verdict;
  });
}

async function announce(tx: PoolClient, accountId: AccountId, id: ApprovalId): Promise<void> {
  const after = await findApproval(tx, accountId, id);
  if (after === null) throw new TypeError(`approval ${id} vanished under its lock`);
  await noteApproval(tx, after, after.status === 'withdrawn' ? 'approval_withdrawn' : 'approval_decided');
}
