import type { PoolClient } from 'pg';
import type { Batch } from '../../domain/batch/batch.ts';
import { newId, newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type BatchId, type EventId, uuidOf } from '../../domain/ids.ts';
import { BATCH_NOTICE_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import { NOTICE_QUIET_HOURS, type NoticeKind, toNoticeFacts } from '../../domain/notices/notice.ts';
import type { BatchEvent } from '../../domain/webhook/event.ts';
import { findBatch } from '../batches/batches.ts';

/** Writes the text of an event from the batch as it is when it changes. */
export type RenderBatchEvent = (id: EventId, type: string, at: Date, batch: Batch) => string;

/** A change of a batch that clients can be notified of. */
export interface BatchChange {
  readonly type: BatchEvent;
  readonly kind: NoticeKind;
  /** The code of a pause; empty for other changes. */
  readonly reason: string;
}

/**
 * Announces a change of a batch in the transaction that changed it: an event for the endpoints that chose its type, and a mail to
 * the addresses of its kind, unless the batch had one of the same kind and reason within some hours. Returns whether an event was
 * written. The caller holds the batch's lock.
 */
export async function announceChange(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  change: BatchChange,
  render: RenderBatchEvent,
): Promise<boolean> {
  const { rows } = await tx.query<{ event: boolean; mail: boolean; at: Date }>({
    name: 'wants-announcement',
    text: `
      SELECT EXISTS (SELECT FROM webhook_endpoints WHERE account_id = $1 AND $2 = ANY (extra_events))
             OR EXISTS (SELECT FROM client_endpoints WHERE account_id = $1 AND enabled AND $2 = ANY (event_types)) AS event,
             EXISTS (SELECT FROM notice_addresses WHERE account_id = $1 AND kind = $3)
             AND NOT EXISTS (SELECT FROM batch_notices
                              WHERE batch_id = $4 AND kind = $3 AND reason = $5
                                AND at > clock.at - $6 * interval '1 hour') AS mail,
             clock.at
        FROM (SELECT app_now() AS at) clock`,
    values: [
      uuidOf('acc', accountId),
      change.type,
      change.kind,
      uuidOf('bat', batchId),
      change.reason,
      NOTICE_QUIET_HOURS,
    ],
  });
  const wanted = rows[0];
  if (wanted === undefined || !(wanted.event || wanted.mail)) return false;
  const batch = await findBatch(tx, accountId, batchId);
  if (batch === null) return false;

  const at = batch.completedAt ?? wanted.at;
  if (wanted.event) await writeEvent(tx, batch, change.type, at, render);
  if (wanted.mail) await writeNotice(tx, batch, change, at);
  return wanted.event;
}

async function writeEvent(
  tx: PoolClient,
  batch: Batch,
  type: BatchEvent,
  at: Date,
  render: RenderBatchEvent,
): Promise<void> {
  const id = newId('evt');
  // A batch has one event of a type, but it may pause again and again.
  const subject = type === 'batch.paused' ? newUuid() : uuidOf('bat', batch.id);
  await tx.query({
    name: 'announce-batch',
    text: `
      WITH announced AS (
        INSERT INTO events (id, account_id, type, subject_id, created_at, body) VALUES ($1, $2, $3, $4, $5, $6)
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES ($7, $8, 'deliver_event', $1, $2, $5)`,
    values: [
      uuidOf('evt', id),
      uuidOf('acc', batch.accountId),
      type,
      subject,
      at,
      render(id, type, at, batch),
      newUuid(),
      WEBHOOK_QUEUE,
    ],
  });
}

async function writeNotice(tx: PoolClient, batch: Batch, change: BatchChange, at: Date): Promise<void> {
  await tx.query({
    name: 'write-batch-notice',
    text: `
      WITH notice AS (
        INSERT INTO batch_notices (id, account_id, batch_id, kind, reason, facts, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES ($8, $9, 'batch_notice', $1, $2, $7)`,
    values: [
      newUuid(),
      uuidOf('acc', batch.accountId),
      uuidOf('bat', batch.id),
      change.kind,
      change.reason,
      JSON.stringify(toNoticeFacts(batch)),
      at,
      newUuid(),
      BATCH_NOTICE_QUEUE,
    ],
  });
}
