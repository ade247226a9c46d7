import type { Pool, PoolClient } from 'pg';
import { judgeApproval } from '../../domain/approvals/approval.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import { type AccountId, type ApprovalId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { recordAction } from '../audit/record.ts';
import { noteApproval } from '../notices/approvals.ts';
import { inTransaction } from '../transaction.ts';
import { lockApproval } from './lock.ts';
import { endStaffIfExpired } from './staff/expire.ts';
import { findApproval, storeStatus } from './store.ts';
import { AS_WORKER } from './worker.ts';

/**
 * Ends approvals whose time is over, each in its own transaction, with its announcement and audit entry. It looks again under the
 * locks, so several processes may do so at the same time: each approval ends once.
 * @param accountId only of this account; null for all, with those of operators.
 * @returns how many this call ended.
 */
export async function endExpired(pool: Pool, accountId: AccountId | null, limit = 100): Promise<number> {
  const { rows } = await pool.query<{ id: string; account: string | null }>({
    // Without a name: the best plan depends on whether an account is given.
    text: `
      SELECT id, account_id AS account
        FROM approvals
       WHERE ($1::uuid IS NULL OR account_id = $1) AND ended_at IS NULL AND expires_at <= (SELECT app_now())
       ORDER BY expires_at
       LIMIT $2`,
    values: [accountId === null ? null : uuidOf('acc', accountId), limit],
  });
  let ended = 0;
  for (const { id, account } of rows) {
    const approvalId = idFromUuid('apr', id);
    const isEnded =
      account === null
        ? await endStaffIfExpired(pool, approvalId)
        : await endIfExpired(pool, idFromUuid('acc', account), approvalId);
    if (isEnded) ended += 1;
  }
  return ended;
}

function endIfExpired(pool: Pool, accountId: AccountId, id: ApprovalId): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const found = await lockApproval(tx, accountId, id);
    if (found === null) return false;
    const verdict = judgeApproval(found.stored, { kind: 'look' }, found.now);
    if (verdict.kind !== 'expired') return false;
    await storeExpired(tx, found.stored, verdict.approval);
    await recordExpired(tx, found.stored);
    return true;
  });
}

/** Stores that the time of an approval is over, and has it announced. The caller has locked it, and its account. */
export async function storeExpired(
  tx: PoolClient,
  stored: StoredApproval,
  expired: Parameters<typeof storeStatus>[2],
): Promise<void> {
  await storeStatus(tx, stored, expired);
  const after = await findApproval(tx, stored.accountId, stored.id);
  if (after !== null) await noteApproval(tx, after, 'approval_expired');
}

/** Records that the time of an approval is over: the last statement of its transaction. */
export async function recordExpired(tx: PoolClient, stored: StoredApproval): Promise<void> {
  await recordAction(tx, {
    ...AS_WORKER,
    action: 'approval_expire',
    accountId: stored.accountId,
    subject: stored.id,
    before: { status: stored.status },
    details: { status: 'expired', batch: stored.batchId },
  });
}
