import type { Pool, PoolClient } from 'pg';
import { type Actor, recordAction } from '../../db/audit/record.ts';
import { notifyQueues } from '../../db/outbox/outbox.ts';
import { findEventAccount } from '../../db/webhooks/endpoints.ts';
import { resendEvent } from '../../db/webhooks/resends.ts';
import type { AccountId, EndpointId, EventId } from '../../domain/ids.ts';
import { DELIVERY_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';

export type StaffResend =
  /** `waiting`: an attempt waits already, so none was added. */
  | { readonly kind: 'queued' | 'waiting'; readonly accountId: AccountId }
  /** No endpoint wants the event, or the one that was named does not exist or is off. */
  | { readonly kind: 'no_endpoint'; readonly accountId: AccountId }
  | { readonly kind: 'no_event' };

/**
 * Sends an event of any client again, with its record and without the limits of clients.
 * @param endpointId the only endpoint, of those that the client set; null for all that want the event.
 */
export async function resendAsStaff(
  pool: Pool,
  id: EventId,
  endpointId: EndpointId | null,
  actor: Actor,
): Promise<StaffResend> {
  const accountId = await findEventAccount(pool, id);
  if (accountId === null) return { kind: 'no_event' };
  const record = (tx: PoolClient) =>
    recordAction(tx, {
      ...actor,
      action: 'webhook_resend',
      accountId,
      subject: id,
      details: { endpoint: endpointId },
    });
  const { kind } = await resendEvent(pool, accountId, id, false, record, endpointId);
  if (kind === 'not_found') return { kind: 'no_event' };
  if (kind === 'no_endpoint') return { kind, accountId };
  await notifyQueues(pool, [WEBHOOK_QUEUE, DELIVERY_QUEUE]);
  return { kind: kind === 'queued' ? 'queued' : 'waiting', accountId };
}
