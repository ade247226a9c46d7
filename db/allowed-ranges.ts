import type { Pool } from 'pg';
import { newUuid } from '../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../domain/ids.ts';
import { inTransaction } from './transaction.ts';

/** Who changed an account, and why. */
export interface OperatorNote {
  readonly operator: string;
  readonly reason: string;
}

/**
 * Replaces the ranges from which an account's keys may be used, with its audit row; none means anywhere. The ranges come
 * in the form that `readRange` gives them.
 * @throws TransactionError when there is no such account.
 */
export async function replaceAllowedRanges(
  pool: Pool,
  accountId: AccountId,
  ranges: readonly string[],
  { operator, reason }: OperatorNote,
): Promise<void> {
  const account = uuidOf('acc', accountId);
  await inTransaction(pool, async (tx) => {
    await tx.query({ text: 'DELETE FROM account_allowed_ranges WHERE account_id = $1', values: [account] });
    await tx.query({
      text: `
        INSERT INTO account_allowed_ranges (account_id, range)
        SELECT DISTINCT $1::uuid, range FROM unnest($2::cidr[]) AS r (range)`,
      values: [account, ranges],
    });
    await tx.query({
      text: `
        INSERT INTO operator_actions (id, operator, action, account_id, subject, reason, details)
        VALUES ($1, $2, 'allowed_ranges_set', $3, 'allowed_ranges', $4, json_build_object('ranges', $5::text[]))`,
      values: [newUuid(), operator, account, reason, ranges],
    });
  });
}
