import type { Pool } from 'pg';
import { type AccountId, type EndpointId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import type { TestEvent } from '../webhooks/test-events.ts';

export type TestRequest =
  | { readonly kind: 'queued' | 'not_found' | 'disabled' }
  | { readonly kind: 'too_soon'; readonly retryAfterSeconds: number };

/** An endpoint gets a test event this often at most. */
export const TEST_PAUSE_MS = 10_000;

/** Stores a test event for one endpoint of a client, and requests its first attempt. */
export function addClientTestEvent(
  pool: Pool,
  accountId: AccountId,
  id: EndpointId,
  event: TestEvent,
  actor: Actor,
): Promise<TestRequest> {
  const [account, endpoint] = [uuidOf('acc', accountId), uuidOf('wep', id)];
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ enabled: boolean; pauseMs: number }>({
      name: 'lock-endpoint-for-test',
      text: `
        SELECT enabled,
               coalesce(greatest(0, extract(epoch FROM tested_at - app_now()) * 1000 + ${TEST_PAUSE_MS}), 0)::int AS "pauseMs"
          FROM client_endpoints
         WHERE account_id = $1 AND id = $2
           FOR UPDATE`,
      values: [account, endpoint],
    });
    if (rows[0] === undefined) return { kind: 'not_found' };
    const { enabled, pauseMs } = rows[0];
    if (!enabled) return { kind: 'disabled' };
    if (pauseMs > 0) return { kind: 'too_soon', retryAfterSeconds: Math.ceil(pauseMs / 1_000) };

    await tx.query({
      name: 'add-client-test-event',
      text: `
        WITH tested AS (
          UPDATE client_endpoints SET tested_at = app_now() WHERE account_id = $2 AND id = $7
        ), added AS (
          -- The endpoint that operators set does not get it.
          INSERT INTO events (id, account_id, type, subject_id, created_at, body, test, delivery)
          VALUES ($1, $2, $3, $4, $5, $6, true, 'not_sent')
          RETURNING id, account_id, created_at
        ), fanned AS (
          INSERT INTO deliveries (id, event_id, endpoint_id, account_id, created_at)
          SELECT uuidv7(), id, $7, account_id, created_at FROM added
          RETURNING id, endpoint_id
        )
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
        SELECT uuidv7(), 'deliveries', 'deliver_to_endpoint', id, endpoint_id, app_now() FROM fanned`,
      values: [
        uuidOf('evt', event.id),
        account,
        event.type,
        event.subjectUuid,
        event.createdAt,
        event.body,
        endpoint,
      ],
    });
    const details = { event: event.id, type: event.type };
    await recordAction(tx, { ...actor, action: 'endpoint_test', accountId, subject: id, details });
    return { kind: 'queued' };
  });
}
