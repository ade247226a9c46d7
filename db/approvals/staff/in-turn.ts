import type { PoolClient } from 'pg';
import type { AuditAction } from '../../../domain/access/audit-actions.ts';
import type { StaffAction, StaffKind } from '../../../domain/approvals/staff.ts';
import { type Actor, recordAction } from '../../audit/record.ts';
import { clearStaffAction } from './clear.ts';
import type { StaffClearance } from './missing.ts';

/**
 * Waits for other transactions with actions of this kind, so that an approval is used once: for actions that lock no account and no
 * network. Call it first; the lock ends with the transaction.
 */
export async function takeTurn(tx: PoolClient, kind: StaffKind): Promise<void> {
  await tx.query({
    name: 'take-staff-turn',
    text: `SELECT pg_advisory_xact_lock(hashtext('staff actions'), hashtext($1))`,
    values: [kind],
  });
}

/** What was done, as the audit log has it. */
export interface DoneAction {
  readonly action: AuditAction;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Does what concerns no single account and records it with who and why, or requests an approval. Call it after `takeTurn`, and before
 * any other change. Commit in each case, and then call `requireCleared`.
 * @param perform makes the change, and returns what to record with the result.
 */
export async function performCleared<T>(
  tx: PoolClient,
  action: StaffAction,
  actor: Actor,
  perform: () => Promise<{ readonly result: T; readonly done: DoneAction }>,
): Promise<{ readonly cleared: StaffClearance; readonly result: T | null }> {
  const cleared = await clearStaffAction(tx, action, actor);
  if (cleared.kind === 'unapproved') return { cleared, result: null };
  const { result, done } = await perform();
  const approval = cleared.approvalId === null ? {} : { approval: cleared.approvalId };
  await recordAction(tx, {
    ...actor,
    ...done,
    accountId: null,
    details: { ...done.details, ...approval },
  });
  return { cleared, result };
}
