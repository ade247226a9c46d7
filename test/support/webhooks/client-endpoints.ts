import type { Pool } from 'pg';
import { createClientEndpoint } from '../../../db/endpoints/endpoints.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import {
  type AccountId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  idFromUuid,
  uuidOf,
} from '../../../domain/ids.ts';
import type { EventType } from '../../../domain/webhook/event.ts';
import { CLIENT_QUEUES } from '../../../worker/relay/webhook-attempts.ts';
import { attemptAll } from './attempts.ts';
import { SECRET, type WebhookFixture } from './fixture.ts';

const ACTOR = { operator: 'test', reason: 'test' };
const PURCHASES: readonly EventType[] = ['purchase.successful', 'purchase.failed', 'purchase.reversed'];

/** Gives an account one more endpoint, as its client would. */
export async function addClientEndpoint(
  { pool, secretsKeys }: WebhookFixture,
  accountId: AccountId,
  url: string,
  eventTypes: readonly EventType[] = PURCHASES,
): Promise<EndpointId> {
  const sealedSecret = sealSecret(SECRET, secretsKeys);
  const wanted = { id: newId('wep'), url, description: '', eventTypes, sealedSecret };
  const created = await createClientEndpoint(pool, accountId, wanted, ACTOR);
  if (created.kind !== 'created') throw new Error(`the endpoint was not created: ${created.kind}`);
  return created.endpoint.id;
}

/** One pass of a relay over deliveries to endpoints of clients. */
export function deliverAll({ pool, clientDeliveries }: WebhookFixture): Promise<void> {
  return attemptAll(pool, clientDeliveries, CLIENT_QUEUES);
}

export interface DeliveryRow {
  readonly endpoint: EndpointId;
  readonly id: DeliveryId;
  readonly delivery: string;
  readonly attempts: readonly string[];
}

/** What is stored of an event's deliveries, in the order in which their endpoints were created. */
export async function deliveriesOf(pool: Pool, event: EventId): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<{ id: string; endpoint: string; delivery: string; attempts: string[] }>(
    `SELECT d.id, d.endpoint_id AS endpoint, d.delivery,
            ARRAY(SELECT attempt || ' ' || coalesce(outcome, 'open') FROM delivery_attempts a
                   WHERE a.delivery_id = d.id ORDER BY attempt) AS attempts
       FROM deliveries d WHERE event_id = $1 ORDER BY endpoint_id`,
    [uuidOf('evt', event)],
  );
  return rows.map(({ id, endpoint, ...rest }) => ({
    id: idFromUuid('dlv', id),
    endpoint: idFromUuid('wep', endpoint),
    ...rest,
  }));
}
