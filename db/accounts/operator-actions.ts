import type { Pool, PoolClient } from 'pg';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';

/** Who acts, and why. */
export interface Actor {
  readonly operator: string;
  readonly reason: string;
}

export interface OperatorAction extends Actor {
  /** `<noun>_<verb>`, for example `key_revoke`. */
  readonly action: string;
  /** The account that it concerns; null where it concerns all. */
  readonly accountId: AccountId | null;
  /** What was acted on: an identifier, or a word such as `account`. */
  readonly subject: string;
  /** What was changed and to what. No phone number, no secret. */
  readonly details?: object;
}

/** Records what an operator did. `tx` is the transaction of the change itself: no change without its record. */
export async function recordAction(tx: PoolClient, action: OperatorAction): Promise<void> {
  await tx.query({
    name: 'record-action',
    text: `
      INSERT INTO operator_actions (id, operator, action, account_id, subject, reason, details)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      newUuid(),
      action.operator,
      action.action,
      action.accountId === null ? null : uuidOf('acc', action.accountId),
      action.subject,
      action.reason,
      JSON.stringify(action.details ?? {}),
    ],
  });
}

/** An action as it was recorded. */
export interface RecordedAction extends Actor {
  readonly at: Date;
  readonly action: string;
  readonly subject: string;
  readonly details: object;
}

/** What operators did to an account or, with `subject`, to one thing; newest first. */
export async function listActions(
  db: Pool,
  filter: { readonly accountId?: AccountId; readonly subject?: string; readonly limit: number },
): Promise<RecordedAction[]> {
  const { rows } = await db.query<RecordedAction>({
    text: `
      SELECT at, operator, action, subject, reason, details
        FROM operator_actions
       WHERE ($1::uuid IS NULL OR account_id = $1)
         AND ($2::text IS NULL OR subject = $2)
       ORDER BY at DESC, id DESC
       LIMIT $3`,
    values: [
      filter.accountId === undefined ? null : uuidOf('acc', filter.accountId),
      filter.subject ?? null,
      filter.limit,
    ],
  });
  return rows;
}
