import type { Pool, PoolClient } from 'pg';
import { identityOf } from '../../domain/access/identity.ts';
import { type BatchStatus, hasEnded } from '../../domain/batch/batch.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, principalOf, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** Stores who uploaded a batch, in the transaction that ends the upload. The run of a recurring batch has no owner. */
export async function noteOwner(
  tx: PoolClient,
  accountId: AccountId,
  id: BatchId,
  actor: Actor | null,
): Promise<void> {
  if (actor === null) return;
  const owner = identityOf(principalOf(actor));
  await tx.query({
    name: 'note-owner',
    text: 'UPDATE batches SET owner_kind = $3, owner_id = $4 WHERE account_id = $1 AND id = $2',
    values: [uuidOf('acc', accountId), uuidOf('bat', id), owner.kind, owner.id],
  });
}

/** What is to change; what is left out stays. */
export interface LabelChange {
  /** Null removes it. */
  readonly note?: string | null;
  readonly costCentre?: string | null;
  readonly archived?: boolean;
}

export type LabelOutcome =
  | { readonly kind: 'changed' | 'not_found' }
  /** It has not ended, so it cannot be archived. */
  | { readonly kind: 'not_ended'; readonly status: BatchStatus };

/**
 * Changes the note or cost centre of a batch, archives it or brings it back, and records who did it. The log does not get the
 * texts themselves.
 */
export async function labelBatch(
  pool: Pool,
  accountId: AccountId,
  id: BatchId,
  change: LabelChange,
  actor: Actor,
): Promise<LabelOutcome> {
  const ids = [uuidOf('acc', accountId), uuidOf('bat', id)];
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{
      status: BatchStatus;
      note: string | null;
      costCentre: string | null;
      archived: boolean;
    }>({
      name: 'lock-batch-labels',
      text: `
        SELECT status, note, cost_centre AS "costCentre", archived_at IS NOT NULL AS archived
          FROM batches
         WHERE account_id = $1 AND id = $2
           FOR UPDATE`,
      values: ids,
    });
    const before = rows[0];
    if (before === undefined) return { kind: 'not_found' };
    const archived = change.archived ?? before.archived;
    const note = change.note === undefined ? before.note : change.note;
    const costCentre = change.costCentre === undefined ? before.costCentre : change.costCentre;
    if (archived && !before.archived && !hasEnded(before.status))
      return { kind: 'not_ended', status: before.status };
    const isMoved = costCentre !== before.costCentre;
    if (archived === before.archived && note === before.note && !isMoved) return { kind: 'changed' };
    await tx.query({
      name: 'label-batch',
      text: `
        UPDATE batches
           SET note = $3, archived_at = CASE WHEN $4 THEN coalesce(archived_at, (SELECT app_now())) END, cost_centre = $5
         WHERE account_id = $1 AND id = $2`,
      values: [...ids, note, archived, costCentre],
    });
    await recordAction(tx, {
      ...actor,
      action: 'batch_label',
      accountId,
      subject: id,
      before: { archived: before.archived, has_note: before.note !== null },
      details: {
        archived,
        has_note: note !== null,
        note_changed: note !== before.note,
        ...(isMoved ? { cost_centre_changed: true } : {}),
      },
    });
    return { kind: 'changed' };
  });
}
