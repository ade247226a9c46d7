import type { Pool } from 'pg';
import { type AccountId, type EventId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** A test event to be stored and sent. */
export interface TestEvent {
  readonly id: EventId;
  readonly type: string;
  /** UUID of its subject, which does not exist. */
  readonly subjectUuid: string;
  readonly createdAt: Date;
  readonly body: string;
}

/** Stores a test event of an account and requests its first attempt. */
export function addTestEvent(
  pool: Pool,
  accountId: AccountId,
  event: TestEvent,
  actor: Actor,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tx.query({
      text: `
        WITH added AS (
          INSERT INTO events (id, account_id, type, subject_id, created_at, body, test)
          VALUES ($1, $2, $3, $4, $5, $6, true)
          RETURNING id, account_id
        )
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
        SELECT uuidv7(), 'webhooks', 'deliver_event', id, account_id, app_now() FROM added`,
      values: [
        uuidOf('evt', event.id),
        uuidOf('acc', accountId),
        event.type,
        event.subjectUuid,
        event.createdAt,
        event.body,
      ],
    });
    await recordAction(tx, { ...actor, action: 'webhook_test', accountId, subject: event.id });
  });
}
