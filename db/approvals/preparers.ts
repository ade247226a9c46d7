import type { PoolClient } from 'pg';
import { identityOf } from '../../domain/access/identity.ts';
import type { Principal } from '../../domain/access/principal.ts';
import { type AccountId, type BatchId, type RecurrenceId, uuidOf } from '../../domain/ids.ts';
import { type Actor, principalOf } from '../audit/record.ts';
import { voidApproval } from './void.ts';

/** Who acts; without an actor, it is a run of a recurring batch. */
export function preparerOf(actor: Actor | null): Principal {
  return actor === null ? { kind: 'process', name: 'worker' } : principalOf(actor);
}

/** Records who uploaded or created something, in the transaction that does it: they may not approve it. */
export async function notePreparer(
  tx: PoolClient,
  accountId: AccountId,
  subject: BatchId | RecurrenceId,
  actor: Actor | null,
): Promise<void> {
  const { kind, id } = identityOf(preparerOf(actor));
  await tx.query({
    name: 'note-preparer',
    text: `
      INSERT INTO preparers (account_id, subject_id, principal_kind, principal_id)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING`,
    values: [uuidOf('acc', accountId), toUuid(subject), kind, id],
  });
}

/** Records who changed a batch, and voids its open approval, in the transaction of the change. The caller has locked the batch. */
export async function noteChange(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  actor: Actor,
): Promise<void> {
  await notePreparer(tx, accountId, batchId, actor);
  await voidApproval(tx, accountId, batchId, 'changed');
}

function toUuid(subject: BatchId | RecurrenceId): string {
  return isBatch(subject) ? uuidOf('bat', subject) : uuidOf('rec', subject);
}

function isBatch(subject: BatchId | RecurrenceId): subject is BatchId {
  return subject.startsWith('bat_');
}
