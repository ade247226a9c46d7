import type { Pool } from 'pg';
import { uuidOf } from '../../domain/ids.ts';
import { inTransaction } from '../transaction.ts';
import { type AuditFacts, principalIdOf, type RequestActor, recordAction } from './record.ts';

/** What one principal did or tried with one thing. */
export interface RepeatedEntry extends AuditFacts {
  readonly actor: RequestActor;
}

/** Records an entry, unless any process recorded the same one within this time: a program that repeats it does not fill the log. */
export async function recordOnce(
  pool: Pool,
  { actor, ...facts }: RepeatedEntry,
  withinMs: number,
): Promise<void> {
  const { accountId, action, subject } = facts;
  await inTransaction(pool, async (tx) => {
    // Of two processes that look at the same time, one waits for the other.
    await tx.query({
      name: 'lock-repeated-entry',
      text: `SELECT pg_advisory_xact_lock(hashtext('repeated entries'), hashtext($1))`,
      values: [[accountId, action, subject].join(' ')],
    });
    const { rowCount } = await tx.query({
      name: 'find-recent-entry',
      text: `
        SELECT FROM audit_log
         WHERE account_id IS NOT DISTINCT FROM $1 AND at > (SELECT app_now()) - $5 * interval '1 millisecond' AND action = $2 AND subject = $3
           AND principal_id = $4
         LIMIT 1`,
      values: [
        accountId === null ? null : uuidOf('acc', accountId),
        action,
        subject,
        principalIdOf(actor),
        withinMs,
      ],
    });
    if (rowCount === 0) await recordAction(tx, { ...actor, ...facts });
  });
}
