import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { DateTime, Instant, NamedId, NoQuery, namedList, Page, PurchaseId } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { EventIdField } from '../../contract/event-id.ts';
import { FIELD_RULES } from '../../contract/field-rules.ts';
import {
  EventResource,
  EventWithAttempts,
  renderEventWithAttempts,
  renderStoredEvent,
} from '../../contract/recorded-event.ts';
import type { Reader } from '../../db/account-reads.ts';
import { recordAction } from '../../db/audit/record.ts';
import { findClientEndpoint } from '../../db/endpoints/endpoints.ts';
import {
  type EventFilter,
  type EventPosition,
  findEvent,
  listAttempts,
  listEvents,
} from '../../db/webhooks/events.ts';
import { resendEvent } from '../../db/webhooks/resends.ts';
import { type AccountId, type EndpointId, type EventId, readId } from '../../domain/ids.ts';
import { DELIVERY_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import { EVENT_DELIVERIES } from '../../domain/webhook/event.ts';
import { apiError } from '../plugins/api-error.ts';
import type { ApiPools } from '../pools.ts';
import type { PageDeps } from './batch-pages.ts';
import { foreignCursor } from './cursor.ts';
import { readPage } from './page.ts';

export interface EventRoutesDeps extends PageDeps {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
}

const ListQuery = z.strictObject({
  type: z
    .string()
    .regex(/^[a-z_]{1,32}\.[a-z_]{1,32}$/, { error: FIELD_RULES.event_type })
    .optional()
    .meta({ description: 'Only events of this type.', examples: ['purchase.failed'] }),
  delivery: z.enum(EVENT_DELIVERIES).optional().describe('Only events with this status of delivery.'),
  purchase_id: PurchaseId.optional().describe(
    'Only events of this purchase. The list is empty if your account has no purchase with this id.',
  ),
  created_from: Instant.optional().describe('Only events created at or after this time.'),
  created_to: Instant.optional().describe('Only events created before this time.'),
  ...Page,
});
type ListQuery = z.output<typeof ListQuery>;

/** GET /v1/events, GET /v1/events/{event_id}, POST /v1/events/{event_id}/resend. */
export function eventRoutes(deps: EventRoutesDeps): FastifyPluginAsyncZod {
  const { own, reads } = deps.pools;
  return async (app) => {
    app.get('/events', { schema: LIST, config: { right: 'events:read' } }, async ({ caller, query }, reply) =>
      deps.lists.make(reply, caller.accountId, () => listPage(deps, caller.accountId, query)),
    );

    app.get(
      '/events/:event_id',
      { schema: GET, config: { right: 'events:read' } },
      async ({ caller, params }) =>
        readWithAttempts(own.of(caller.accountId), caller.accountId, readEventId(params.event_id)),
    );

    app.post(
      '/events/:event_id/resend',
      { schema: RESEND, config: { right: 'events:resend' } },
      async (request, reply) => {
        const { accountId } = request.caller;
        const id = readEventId(request.params.event_id);
        await resend(deps, request, id, await readEndpoint(reads, accountId, request.query.endpoint_id));
        return reply.code(202).send(await readWithAttempts(own.of(accountId), accountId, id));
      },
    );
  };
}

const params = z.object({ event_id: EventIdField.describe('Id of the event.') });
const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };

const LIST = {
  operationId: 'listEvents',
  summary: 'List events',
  description:
    'Newest first. Each event is the same as in its webhook, and shows whether it was delivered. Events are listed even if you have no endpoint.',
  tags: ['Events'],
  querystring: ListQuery,
  response: { 200: namedList('EventList', EventResource), ...refusals },
};

const GET = {
  operationId: 'getEvent',
  summary: 'Get an event',
  description: 'Returns the event, with every attempt to deliver it.',
  tags: ['Events'],
  params,
  querystring: NoQuery,
  response: { 200: EventWithAttempts, 404: ErrorBody, ...refusals },
};

const RESEND = {
  operationId: 'resendEvent',
  summary: 'Resend an event',
  description: `Makes one more attempt, even if the event was delivered before. The retry schedule does not change. The attempt has the same body and event id, with a new timestamp and signature.

Returns immediately. The attempt then appears in the event. If an attempt is waiting or in progress, no other attempt is added. You can resend an event to an endpoint once per minute.`,
  tags: ['Events'],
  params,
  querystring: z.strictObject({
    endpoint_id: NamedId.optional().meta({
      description:
        'Resend the event only to this webhook endpoint. If you leave it out, the event goes to every endpoint to which it was sent before, and to every endpoint that has its type.',
      examples: ['wep_01kf0x7r1tfb7r9m2ptq4n6wze'],
    }),
  }),
  response: { 202: EventWithAttempts, 404: ErrorBody, 422: ErrorBody, ...refusals },
};

function readEventId(text: string): EventId {
  const id = readId('evt', text);
  if (id === null) throw apiError('event_unknown');
  return id;
}

export async function readWithAttempts(
  db: Reader,
  accountId: AccountId,
  id: EventId,
): Promise<EventWithAttempts> {
  const event = await findEvent(db, accountId, id);
  if (event === null) throw apiError('event_unknown');
  return renderEventWithAttempts(event, await listAttempts(db, accountId, id));
}

/** The endpoint that a request names; null if it names none. */
async function readEndpoint(pool: Pool, accountId: AccountId, text?: string): Promise<EndpointId | null> {
  if (text === undefined) return null;
  const id = readId('wep', text);
  if (id === null || (await findClientEndpoint(pool, accountId, id)) === null)
    throw apiError('endpoint_unknown');
  return id;
}

async function resend(
  { pools, onOutbox }: EventRoutesDeps,
  { caller, actor }: Pick<FastifyRequest, 'caller' | 'actor'>,
  id: EventId,
  endpointId: EndpointId | null,
): Promise<void> {
  const { accountId } = caller;
  const details = { endpoint: endpointId };
  const record = (tx: PoolClient) =>
    recordAction(tx, { ...actor, action: 'event_resend', accountId, subject: id, details });
  const result = await resendEvent(pools.reads, accountId, id, true, record, endpointId);
  switch (result.kind) {
    case 'not_found':
      throw apiError('event_unknown');
    case 'no_endpoint':
      throw apiError('webhook_endpoint_missing');
    case 'too_soon':
      throw apiError('resent_recently', { retryAfterSeconds: result.retryAfterSeconds });
    case 'queued':
    case 'waiting':
      onOutbox(new Set([WEBHOOK_QUEUE, DELIVERY_QUEUE]));
  }
}

function listPage({ pools, cursors, due, lists }: EventRoutesDeps, accountId: AccountId, query: ListQuery) {
  const { limit, cursor, ...filters } = query;
  const own = pools.own.of(accountId);
  const filter = toEventFilter(query);
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'events', filters },
    cursor,
    limit: Number(limit),
    readPosition,
    find: (after, count) =>
      due.settleThenRead(own, accountId, () =>
        filter === null
          ? Promise.resolve([])
          : lists.read(accountId, () => listEvents(own, accountId, filter, after, count)),
      ),
    positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
    render: (events) => events.map(renderStoredEvent),
  });
}

/** Null if no event can match. */
function toEventFilter(query: ListQuery): EventFilter | null {
  const { type, delivery, purchase_id: named, created_from, created_to } = query;
  const purchaseId = named === undefined ? null : readId('pur', named);
  if (purchaseId === null && named !== undefined) return null;
  return {
    purchaseId,
    type: type ?? null,
    delivery: delivery ?? null,
    createdFrom: created_from === undefined ? null : new Date(created_from),
    createdTo: created_to === undefined ? null : new Date(created_to),
  };
}

function readPosition([createdAt = '', text = '']: readonly string[]): EventPosition {
  const id = readId('evt', text);
  if (id === null || !DateTime.safeParse(createdAt).success) throw foreignCursor();
  return { createdAt: new Date(createdAt), id };
}
