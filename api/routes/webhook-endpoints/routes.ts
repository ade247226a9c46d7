import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DateTime } from '../../../contract/common.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { renderAttempt } from '../../../contract/recorded-event.ts';
import { OVERLAP_SECONDS, renderEndpoint } from '../../../contract/webhook-endpoint.ts';
import { type AttemptPosition, listEndpointAttempts } from '../../../db/endpoints/attempts.ts';
import { changeClientEndpoint, deleteClientEndpoint } from '../../../db/endpoints/changes.ts';
import {
  type ClientEndpoint,
  createClientEndpoint,
  ENDPOINTS_MAX,
  findClientEndpoint,
  listClientEndpoints,
} from '../../../db/endpoints/endpoints.ts';
import { rotateClientSecret } from '../../../db/endpoints/secrets.ts';
import { addClientTestEvent } from '../../../db/endpoints/test-events.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type SecretsKeys, sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { newSigningSecret } from '../../../domain/crypto/signing-secret.ts';
import { type AccountId, type EndpointId, readId } from '../../../domain/ids.ts';
import { DELIVERY_QUEUE } from '../../../domain/network/queues.ts';
import { PURCHASE_EVENTS } from '../../../domain/purchase/movements.ts';
import { judgeReceiverUrl } from '../../../services/webhooks/receiver-address.ts';
import { createTestEvent } from '../../../services/webhooks/test-event.ts';
import type { WebhookSetting } from '../../app-parts.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readWithAttempts } from '../events.ts';
import { readPage } from '../page.ts';
import { ATTEMPTS, CREATE, DELETE, GET, LIST, ROTATE, TEST, UPDATE } from './schemas.ts';

export interface WebhookEndpointRoutesDeps extends PageDeps {
  readonly webhooks: WebhookSetting;
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
}

/** /v1/webhook-endpoints: what clients set for themselves, beside the endpoint that operators set. */
export function webhookEndpointRoutes(deps: WebhookEndpointRoutesDeps): FastifyPluginAsyncZod {
  const pool = deps.pools.reads;
  const { webhooks, onOutbox } = deps;
  const find = async (accountId: AccountId, text: string) => {
    const id = readId('wep', text);
    const endpoint = id === null ? null : await findClientEndpoint(pool, accountId, id);
    if (endpoint === null) throw apiError('endpoint_unknown');
    return endpoint;
  };

  return async (app) => {
    app.get(
      '/webhook-endpoints',
      { schema: LIST, config: { right: 'webhooks:read' } },
      async ({ caller, query }, reply) =>
        deps.lists.make(reply, caller.accountId, () => listEndpoints(deps, caller.accountId, query)),
    );

    app.post(
      '/webhook-endpoints',
      { schema: CREATE, config: { right: 'webhooks:write' } },
      async ({ caller, actor, body }, reply) => {
        const url = checkUrl(body.url, webhooks);
        const { secret, sealedSecret } = newSecret(webhooks.secretsKeys);
        const { description = '', event_types: eventTypes = PURCHASE_EVENTS } = body;
        const wanted = {
          id: newId('wep'),
          url,
          description,
          eventTypes: [...new Set(eventTypes)],
          sealedSecret,
        };
        const created = await createClientEndpoint(pool, caller.accountId, wanted, actor);
        if (created.kind === 'exists') throw exists(created.id);
        if (created.kind === 'full') throw apiError('endpoint_limit', { values: { limit: ENDPOINTS_MAX } });
        return reply.code(201).send({ ...renderEndpoint(created.endpoint), secret });
      },
    );

    app.get(
      '/webhook-endpoints/:endpoint_id',
      { schema: GET, config: { right: 'webhooks:read' } },
      async ({ caller, params }) => renderEndpoint(await find(caller.accountId, params.endpoint_id)),
    );

    app.patch(
      '/webhook-endpoints/:endpoint_id',
      { schema: UPDATE, config: { right: 'webhooks:write' } },
      async ({ caller, actor, params, body }) => {
        const { id } = await find(caller.accountId, params.endpoint_id);
        if (Object.keys(body).length === 0) throw apiError('field_invalid', { values: NO_CHANGES });
        const changes = {
          url: body.url === undefined ? null : checkUrl(body.url, webhooks),
          description: body.description ?? null,
          eventTypes: body.event_types === undefined ? null : [...new Set(body.event_types)],
          enabled: body.enabled ?? null,
        };
        const changed = await changeClientEndpoint(pool, caller.accountId, id, changes, actor);
        if (changed.kind === 'exists') throw exists(changed.id);
        if (changed.kind === 'not_found') throw apiError('endpoint_unknown');
        return renderEndpoint(changed.endpoint);
      },
    );

    app.delete(
      '/webhook-endpoints/:endpoint_id',
      { schema: DELETE, config: { right: 'webhooks:write' } },
      async ({ caller, actor, params }) => {
        const { id } = await find(caller.accountId, params.endpoint_id);
        if (!(await deleteClientEndpoint(pool, caller.accountId, id, actor)))
          throw apiError('endpoint_unknown');
        return { id, object: 'webhook_endpoint' as const, deleted: true as const };
      },
    );

    app.post(
      '/webhook-endpoints/:endpoint_id/rotate-secret',
      { schema: ROTATE, config: { right: 'webhooks:write' } },
      async (request) => {
        const { accountId } = request.caller;
        const { id } = await find(accountId, request.params.endpoint_id);
        const { secret, sealedSecret } = newSecret(webhooks.secretsKeys);
        const overlapMs = (request.body.overlap_seconds ?? OVERLAP_SECONDS) * 1_000;
        const rotated = await rotateClientSecret(
          pool,
          accountId,
          id,
          { sealedSecret, overlapMs },
          request.actor,
        );
        if (rotated.kind === 'under_way') throw underWay(rotated.until);
        if (rotated.kind === 'not_found') throw apiError('endpoint_unknown');
        return { ...renderEndpoint(await find(accountId, id)), secret };
      },
    );

    app.post(
      '/webhook-endpoints/:endpoint_id/test',
      { schema: TEST, config: { right: 'webhooks:write' } },
      async (request, reply) => {
        const { accountId } = request.caller;
        const { id } = await find(accountId, request.params.endpoint_id);
        const event = createTestEvent(accountId, request.body.type ?? 'purchase.successful', new Date());
        const asked = await addClientTestEvent(pool, accountId, id, event, request.actor);
        if (asked.kind === 'not_found') throw apiError('endpoint_unknown');
        if (asked.kind === 'disabled') throw apiError('endpoint_disabled');
        if (asked.kind === 'too_soon')
          throw apiError('tested_recently', { retryAfterSeconds: asked.retryAfterSeconds });
        onOutbox(new Set([DELIVERY_QUEUE]));
        return reply.code(202).send(await readWithAttempts(pool, accountId, event.id));
      },
    );

    app.get(
      '/webhook-endpoints/:endpoint_id/attempts',
      { schema: ATTEMPTS, config: { right: 'webhooks:read' } },
      async (request, reply) => {
        const { accountId } = request.caller;
        const { id } = await find(accountId, request.params.endpoint_id);
        return deps.lists.make(reply, accountId, () => listAttempts(deps, accountId, id, request.query));
      },
    );
  };
}

const NO_CHANGES = { field: 'The body', rule: FIELD_RULES.changes };

interface PageQuery {
  readonly limit: string;
  readonly cursor?: string | undefined;
}

/** A client has ten at most: each page is cut from all of them. */
function listEndpoints(
  { pools, cursors, lists }: WebhookEndpointRoutesDeps,
  accountId: AccountId,
  { limit, cursor }: PageQuery,
) {
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'webhook-endpoints', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      const id = readId('wep', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: async (after: EndpointId | null, count) => {
      const all = await lists.read(accountId, () => listClientEndpoints(pools.reads, accountId));
      return all.filter(({ id }) => after === null || id > after).slice(0, count);
    },
    positionOf: ({ id }) => [id],
    render: (endpoints) => endpoints.map(renderEndpoint),
  });
}

function listAttempts(
  { pools, cursors, lists }: WebhookEndpointRoutesDeps,
  accountId: AccountId,
  id: EndpointId,
  { limit, cursor }: PageQuery,
) {
  return readPage({
    cursors,
    scope: { accountId, endpoint: `attempts ${id}`, filters: {} },
    cursor,
    limit: Number(limit),
    readPosition,
    find: (after, count) =>
      lists.read(accountId, () => listEndpointAttempts(pools.reads, accountId, id, after, count)),
    positionOf: ({ startedAt, deliveryId, attempt }) => [
      startedAt.toISOString(),
      deliveryId,
      String(attempt),
    ],
    render: (attempts) =>
      attempts.map(({ eventId, eventType, ...attempt }) => ({
        event_id: eventId,
        event_type: eventType,
        ...renderAttempt(attempt),
      })),
  });
}

function readPosition([startedAt = '', text = '', attempt = '']: readonly string[]): AttemptPosition {
  const deliveryId = readId('dlv', text);
  if (deliveryId === null || !DateTime.safeParse(startedAt).success || !/^\d{1,9}$/.test(attempt))
    throw foreignCursor();
  return { startedAt: new Date(startedAt), deliveryId, attempt: Number(attempt) };
}

/** The URL as it is stored. @throws ApiError `invalid_request` when no webhook may be sent to it. */
function checkUrl(text: string, { rules }: WebhookSetting): string {
  if (judgeReceiverUrl(text, rules).kind === 'ok') return text;
  throw apiError('field_invalid', { values: { field: 'url', rule: FIELD_RULES.endpoint_url }, param: 'url' });
}

/** A new secret as the client gets it, once, and as it is stored. @throws ApiError when there is no key to store it. */
function newSecret(keys: SecretsKeys | null) {
  if (keys === null) throw apiError('secrets_unavailable', { retryAfterSeconds: 60 });
  const secret = newSigningSecret();
  return { secret, sealedSecret: sealSecret(secret, keys) };
}

const exists = (id: ClientEndpoint['id']): ApiError =>
  apiError('endpoint_exists', { values: { endpoint_id: id }, details: { endpoint_id: id } });

function underWay(until: Date): ApiError {
  const at = until.toISOString();
  return apiError('rotation_under_way', { values: { until: at }, details: { former_secret_until: at } });
}
