import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type NewSpendCaps, renderApiKey } from '../../../contract/api-key.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { OVERLAP_SECONDS } from '../../../contract/webhook-endpoint.ts';
import { findOwnKey, type ListedKey, listKeysBefore } from '../../../db/accounts/api-keys.ts';
import {
  changeKey,
  createKey,
  type Grantor,
  KEYS_MAX,
  type KeyChange,
  revokeKey,
  rotateKey,
} from '../../../db/accounts/key-changes.ts';
import { type KeyCaps, type KeyTerms, NO_CAPS, type PowerExcess } from '../../../domain/access/key-power.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { hashApiKey, newApiKey } from '../../../domain/crypto/api-key.ts';
import { type AccountId, type KeyId, readId } from '../../../domain/ids.ts';
import { type MinorUnits, minorUnits } from '../../../domain/money/money.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';
import { keyOf } from '../../plugins/rights.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { CREATE, GET, LIST, REVOKE, ROTATE, UPDATE } from './schemas.ts';

const TEN_YEARS_MS = 10 * 366 * 86_400_000;

/** /v1/api-keys: the keys of an account. No key is given more than the principal of the request has. */
export function apiKeyRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  const pool = deps.pools.reads;
  const find = async (accountId: AccountId, id: KeyId) => {
    const key = await findOwnKey(deps.pools.own.of(accountId), accountId, id);
    if (key === null) throw apiError('api_key_unknown');
    return key;
  };
  const show = async (request: FastifyRequest, id: KeyId) =>
    renderApiKey(await find(request.caller.accountId, id), keyOf(request), request.caller.currency);

  return async (app) => {
    app.get('/api-keys', { schema: LIST, config: { right: 'keys:read' } }, async (request, reply) =>
      deps.lists.make(reply, request.caller.accountId, () => listPage(deps, request, request.query)),
    );

    app.post('/api-keys', { schema: CREATE, config: { right: 'keys:write' } }, async (request, reply) => {
      const { caller, body } = request;
      const { key, stored } = newKey(caller.livemode);
      const terms: KeyTerms = {
        name: body.name,
        scopes: [...new Set(body.scopes)],
        expiresAt: readExpiry(body.expires_at ?? null),
        caps: readCaps(body.spend_caps ?? {}, NO_CAPS, caller.currency),
      };
      const made = await createKey(pool, caller.accountId, stored, terms, grantorOf(request), request.actor);
      return reply.code(201).send({ ...(await show(request, doneOrThrow(made))), key });
    });

    app.get('/api-keys/:key_id', { schema: GET, config: { right: 'keys:read' } }, async (request) =>
      show(request, readKeyId(request.params.key_id)),
    );

    const change = { schema: UPDATE, config: { right: 'keys:write' as const } };
    app.patch('/api-keys/:key_id', change, async (request) => {
      const { caller, params, body } = request;
      const id = readKeyId(params.key_id);
      const { caps } = await find(caller.accountId, id);
      if (Object.keys(body).length === 0) throw apiError('field_invalid', { values: NO_CHANGES });
      const changes: Partial<KeyTerms> = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.scopes === undefined ? {} : { scopes: [...new Set(body.scopes)] }),
        ...(body.expires_at === undefined ? {} : { expiresAt: readExpiry(body.expires_at) }),
        ...(body.spend_caps === undefined ? {} : { caps: readCaps(body.spend_caps, caps, caller.currency) }),
      };
      const made = await changeKey(pool, caller.accountId, id, changes, grantorOf(request), request.actor);
      return show(request, doneOrThrow(made));
    });

    const rotate = { schema: ROTATE, config: { right: 'keys:write' as const } };
    app.post('/api-keys/:key_id/rotate', rotate, async (request) => {
      const { caller, params, body } = request;
      const id = readKeyId(params.key_id);
      const { key, stored } = newKey(caller.livemode);
      const overlapMs = (body.overlap_seconds ?? OVERLAP_SECONDS) * 1_000;
      const wanted = { ...stored, overlapMs };
      const made = await rotateKey(pool, caller.accountId, id, wanted, grantorOf(request), request.actor);
      return { ...(await show(request, doneOrThrow(made))), key };
    });

    const revoke = { schema: REVOKE, config: { right: 'keys:write' as const } };
    app.post('/api-keys/:key_id/revoke', revoke, async (request) => {
      const id = readKeyId(request.params.key_id);
      await revokeKey(pool, request.caller.accountId, id, request.actor);
      return show(request, id);
    });
  };
}

const NO_CHANGES = { field: 'The body', rule: FIELD_RULES.changes };

function grantorOf({ principal, rights }: FastifyRequest): Grantor {
  return principal.kind === 'key' ? { kind: 'key', keyId: principal.keyId } : { kind: 'person', rights };
}

function newKey(livemode: boolean) {
  const key = newApiKey(livemode);
  return { key, stored: { hash: hashApiKey(key), lastFour: key.slice(-4) } };
}

/** @throws ApiError `invalid_request` when the time is not between now and ten years from now. */
function readExpiry(text: string | null): Date | null {
  if (text === null) return null;
  const at = new Date(text);
  const left = at.getTime() - Date.now();
  if (left > 0 && left <= TEN_YEARS_MS) return at;
  throw apiError('field_invalid', {
    values: { field: 'expires_at', rule: FIELD_RULES.expires_at },
    param: 'expires_at',
  });
}

/** The caps with what a request changes. @throws ApiError `invalid_request` when one is in another currency than the account's. */
function readCaps({ per_purchase, per_day }: NewSpendCaps, before: KeyCaps, currency: string): KeyCaps {
  const read = (cap: NewSpendCaps['per_day'], stays: MinorUnits | null) => {
    if (cap === undefined) return stays;
    if (cap === null) return null;
    if (cap.currency === currency) return minorUnits(cap.amount);
    const values = { field: 'spend_caps', rule: FIELD_RULES.spend_caps };
    throw apiError('field_invalid', { values, param: 'spend_caps' });
  };
  return {
    purchase: read(per_purchase, before.purchase),
    day: read(per_day, before.day),
  };
}

function readKeyId(text: string): KeyId {
  const id = readId('key', text);
  if (id === null) throw apiError('api_key_unknown');
  return id;
}

/** The key that was changed. @throws ApiError if nothing was. */
function doneOrThrow(change: KeyChange): KeyId {
  switch (change.kind) {
    case 'done':
      return change.keyId;
    case 'not_found':
      throw apiError('api_key_unknown');
    case 'revoked':
      throw apiError('api_key_revoked');
    case 'full':
      throw apiError('api_key_limit', { values: { limit: KEYS_MAX } });
    case 'exceeds':
      throw excessError(change.excess);
    case 'under_way': {
      const until = change.until.toISOString();
      throw apiError('key_rotation_under_way', { values: { until }, details: { former_key_until: until } });
    }
    default:
      return assertNever(change);
  }
}

function excessError(excess: PowerExcess): ApiError {
  switch (excess.kind) {
    case 'right': {
      const { right } = excess;
      return apiError('api_key_exceeds_rights', { values: { right }, details: { required_right: right } });
    }
    case 'expiry': {
      const latest = excess.latest.toISOString();
      return apiError('api_key_outlives', { values: { latest }, details: { expires_at: latest } });
    }
    case 'cap':
      return apiError('api_key_exceeds_caps');
    default:
      return assertNever(excess);
  }
}

function listPage(
  { pools, cursors, lists }: PageDeps,
  request: FastifyRequest,
  { limit, cursor }: { readonly limit: string; readonly cursor?: string | undefined },
) {
  const { accountId } = request.caller;
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'api-keys', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      const id = readId('key', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: (after: KeyId | null, count) =>
      lists.read(accountId, () => listKeysBefore(pools.own.of(accountId), accountId, after, count)),
    positionOf: ({ id }: ListedKey) => [id],
    render: (keys: readonly ListedKey[]) =>
      keys.map((key) => renderApiKey(key, keyOf(request), request.caller.currency)),
  });
}
