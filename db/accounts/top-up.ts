import type { Pool } from 'pg';
import type { StaffAction } from '../../domain/approvals/staff.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { clearStaffAction } from '../approvals/staff/clear.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** Where a client pays money in, as operators set it: all texts are shown as they are. */
export interface TopUpDetails {
  readonly bank: string;
  /** In whose name the bank account is. */
  readonly holder: string;
  readonly number: string;
  /** What the client writes in the transfer, so that the money is booked for this account. */
  readonly reference: string;
  readonly instructions: string | null;
}

/** Where an account pays money in; null if operators set nothing. */
export async function readTopUpDetails(db: Pool, accountId: AccountId): Promise<TopUpDetails | null> {
  const { rows } = await db.query<{ details: TopUpDetails | null }>({
    name: 'read-top-up-details',
    text: 'SELECT top_up_details AS details FROM accounts WHERE id = $1',
    values: [uuidOf('acc', accountId)],
  });
  return rows[0]?.details ?? null;
}

/**
 * Sets or, with null, removes where an account pays money in, with its audit entry: forged bank details would be a theft.
 * @returns false when there is no such account.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function setTopUpDetails(
  pool: Pool,
  accountId: AccountId,
  details: TopUpDetails | null,
  actor: Actor,
): Promise<boolean> {
  const clearance = await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ details: TopUpDetails | null }>({
      text: 'SELECT top_up_details AS details FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
      values: [uuidOf('acc', accountId)],
    });
    const former = rows[0];
    if (former === undefined) return null;
    const cleared = await clearStaffAction(tx, toStaffAction(accountId, details), actor);
    if (cleared.kind === 'unapproved') return cleared;
    await tx.query({
      text: 'UPDATE accounts SET top_up_details = $2 WHERE id = $1',
      values: [uuidOf('acc', accountId), details === null ? null : JSON.stringify(details)],
    });
    await recordAction(tx, {
      ...actor,
      action: 'account_top_up',
      accountId,
      subject: 'account',
      before: { top_up: former.details },
      details: {
        top_up: details,
        ...(cleared.approvalId === null ? {} : { approval: cleared.approvalId }),
      },
    });
    return cleared;
  });
  if (clearance === null) return false;
  requireCleared(clearance);
  return true;
}

/** What another operator approves: exactly these details, or that there are none. */
function toStaffAction(accountId: AccountId, details: TopUpDetails | null): StaffAction {
  const terms = { ...(details ?? NO_DETAILS) };
  return { kind: 'account_top_up', accountId, amount: 0, currency: '', terms };
}

const NO_DETAILS = { bank: null, holder: null, number: null, reference: null, instructions: null };
