import type { Pool, PoolClient } from 'pg';
import { type Actor, recordAction } from '../../db/audit/record.ts';
import { listClientEndpoints } from '../../db/endpoints/endpoints.ts';
import { recoverDeliveries } from '../../db/endpoints/recover.ts';
import { notifyQueues } from '../../db/outbox/outbox.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findEndpoint } from '../../db/webhooks/endpoints.ts';
import { type EventPosition, findEvent } from '../../db/webhooks/events.ts';
import { countQueuedResends, type RecoveredPage, recoverPage } from '../../db/webhooks/resends.ts';
import { type AccountId, type EndpointId, type EventId, uuidOf } from '../../domain/ids.ts';
import { DELIVERY_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';

const PAGE = 200;
/** Most resends that wait at an endpoint during a recovery, so that new events are sent in between. */
const WAITING_MAX = 400;

/** One endpoint whose undelivered events are sent again. */
export interface RecoverTarget {
  /** Null for the endpoint that operators set. */
  readonly endpointId: EndpointId | null;
  /** By which its rows take turns in the outbox. */
  readonly turn: string;
  readonly queue: string;
  readonly queuePage: (
    tx: PoolClient,
    range: RecoverRange & { readonly limit: number },
  ) => Promise<RecoveredPage>;
}

export interface RecoverRange {
  readonly since: Date;
  /** Begins after this event; null for the first page. */
  readonly after: EventPosition | null;
}

/** The endpoints of an account that can get events: the one that operators set, and those of the client that are enabled. */
export async function findRecoverTargets(pool: Pool, account: AccountId): Promise<RecoverTarget[]> {
  const operators: RecoverTarget = {
    endpointId: null,
    turn: uuidOf('acc', account),
    queue: WEBHOOK_QUEUE,
    queuePage: (tx, range) => recoverPage(tx, account, range),
  };
  const clients = (await listClientEndpoints(pool, account))
    .filter(({ enabled }) => enabled)
    .map(
      ({ id }): RecoverTarget => ({
        endpointId: id,
        turn: uuidOf('wep', id),
        queue: DELIVERY_QUEUE,
        queuePage: (tx, range) => recoverDeliveries(tx, account, id, range),
      }),
    );
  return (await findEndpoint(pool, account)) === null ? clients : [operators, ...clients];
}

/** `full`: too many resends wait at the endpoint, so none was added. */
export type RecoveredSome = RecoveredPage | 'full';

/**
 * Requests an attempt of the next undelivered events at one endpoint, oldest first.
 * @param onQueued called in the transaction that queues them.
 */
export async function recoverNext(
  pool: Pool,
  { turn, queue, queuePage }: RecoverTarget,
  range: RecoverRange,
  onQueued: (tx: PoolClient, queued: number) => Promise<void> = async () => {},
): Promise<RecoveredSome> {
  if ((await countQueuedResends(pool, turn)) + PAGE > WAITING_MAX) return 'full';
  const page = await inTransaction(pool, async (tx) => {
    const found = await queuePage(tx, { ...range, limit: PAGE });
    await onQueued(tx, found.queued);
    return found;
  });
  if (page.queued > 0) await notifyQueues(pool, [queue]);
  return page;
}

export interface RecoverRequest {
  readonly since: Date;
  readonly endpointId: EndpointId | null;
  /** The last event of the part before. */
  readonly after: EventId | null;
}

export type StaffRecovery =
  | { readonly kind: 'no_endpoint' }
  | { readonly kind: 'no_event' }
  /** @property next the last event of this part; null if there was nothing more. */
  | {
      readonly kind: 'queued';
      readonly queued: number;
      readonly next: EventId | null;
      readonly hasMore: boolean;
    };

/** Sends a part of the undelivered events of one endpoint of any client again, with its record. */
export async function recoverAsStaff(
  pool: Pool,
  accountId: AccountId,
  { since, endpointId, after }: RecoverRequest,
  actor: Actor,
): Promise<StaffRecovery> {
  const targets = await findRecoverTargets(pool, accountId);
  const target = targets.find((one) => one.endpointId === endpointId);
  if (target === undefined) return { kind: 'no_endpoint' };
  const last = after === null ? null : await findEvent(pool, accountId, after);
  if (after !== null && last === null) return { kind: 'no_event' };
  const page = await recoverNext(pool, target, { since, after: last }, (tx, queued) =>
    recordAction(tx, {
      ...actor,
      action: 'webhook_recover',
      accountId,
      subject: endpointId ?? 'events',
      details: { since, after, queued },
    }),
  );
  if (page === 'full') return { kind: 'queued', queued: 0, next: after, hasMore: true };
  return { kind: 'queued', queued: page.queued, next: page.last?.id ?? null, hasMore: page.queued === PAGE };
}
