import { askForDelivery } from '../../db/endpoints/asked-deliveries.ts';
import { askForAttempt } from '../../db/webhooks/asked-attempts.ts';
import { CLIENT_TABLES, OPERATOR_TABLES } from '../../db/webhooks/attempt-tables.ts';
import { findDeliverableEvents, findDeliveries } from '../../db/webhooks/deliverable-events.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import { DELIVERY_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import { createDeliveriesOf, type Deliveries, type DeliveryDeps } from './deliver.ts';

/** Deliveries of events to the endpoint that operators set. */
export function createDeliveries(deps: DeliveryDeps): Deliveries {
  return createDeliveriesOf(deps, {
    tables: OPERATOR_TABLES,
    queue: WEBHOOK_QUEUE,
    find: findDeliverableEvents,
    ask: (pool, eventId, attempt) => askForAttempt(pool, { eventId, attempt }),
  });
}

/** Deliveries of events to the endpoints that clients set. */
export function createClientDeliveries(deps: DeliveryDeps): Deliveries<DeliveryId> {
  return createDeliveriesOf(deps, {
    tables: CLIENT_TABLES,
    queue: DELIVERY_QUEUE,
    find: findDeliveries,
    ask: askForDelivery,
  });
}
