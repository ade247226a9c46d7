import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NoQuery, namedList, PurchaseId } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { CreatePurchase, PurchaseResource, renderPurchase } from '../../contract/purchase.ts';
import type { Reader } from '../../db/account-reads.ts';
import { listPurchases } from '../../db/purchases/purchases.ts';
import { type AccountId, type PurchaseId as Id, readId } from '../../domain/ids.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import { acceptedFacts } from '../../observability/log/purchases.ts';
import { ApiError, apiError } from '../plugins/api-error.ts';
import type { DuePurchases } from '../plugins/due-purchases.ts';
import type { ListAnswers } from '../plugins/places/list-answers.ts';
import { keyOf } from '../plugins/rights.ts';
import type { Sandbox } from '../plugins/sandbox.ts';
import type { ApiPools } from '../pools.ts';
import { type Bought, type BuyDeps, buy, NoAnswer, refusalOfFullLane } from './buy.ts';
import type { Cursors } from './cursor.ts';
import { readPage } from './page.ts';
import { countMetadata, PURCHASE_BYTES_MAX } from './purchase-body.ts';
import { ListQuery, readPosition, toPurchaseFilter } from './purchase-filters.ts';
import { refuseInSandbox } from './refusals.ts';

export interface PurchaseRoutesDeps extends BuyDeps {
  readonly pools: Pick<ApiPools, 'own' | 'purchases' | 'reads'>;
  readonly cursors: Cursors;
  readonly due: DuePurchases;
  readonly lists: ListAnswers;
  readonly sandbox: Sandbox;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The purchase that a request bought, now or before; for tracing. */
    bought: { readonly purchaseId: Id; readonly isNew: boolean } | null;
  }
}

/** Adds `bought` to the requests of an app. */
export function decorateWithPurchase(app: FastifyInstance): void {
  app.decorateRequest('bought', null);
}

/** POST and GET /v1/purchases, GET /v1/purchases/{purchase_id}. */
export function purchaseRoutes(deps: PurchaseRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const onRequest = ({ caller }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) =>
      done(refusalOfFullLane(deps, caller.accountId));
    const options = {
      schema: CREATE,
      config: { right: 'purchases:create' as const },
      bodyLimit: PURCHASE_BYTES_MAX,
      onRequest,
      preValidation: countMetadata,
    };
    app.post('/purchases', options, async (request, reply) => {
      const { accountId } = request.caller;
      try {
        deps.sandbox.follow(request, reply, request.body.reference);
        await refuseInSandbox(deps.catalogue, request, request.body.bundle_id);
        const { body, sandbox } = request;
        const result = await buy(deps, request.caller, { body, keyId: keyOf(request), sandbox });
        request.bought = boughtBy(result);
        if (result.kind === 'accepted') {
          request.log.info(acceptedFacts(result.purchase), 'a purchase was accepted');
          return await reply.code(201).send(renderPurchase(result.purchase));
        }

        request.log.info(
          { purchase_id: result.purchaseId, account_id: accountId },
          'a purchase was replayed',
        );
        const purchase = await findReplayed(deps.due, deps.pools.purchases, accountId, result.purchaseId);
        reply.header('Svc-Idempotent-Replay', 'true');
        return renderPurchase(purchase);
      } catch (error) {
        if (error instanceof ApiError && error.code !== 'rate_limited')
          request.log.info({ account_id: accountId, code: error.code }, 'a purchase was refused');
        if (!(error instanceof NoAnswer)) throw error;
        request.log.warn(
          { account_id: accountId },
          'outcome of a purchase unknown; connection closed without an answer',
        );
        // The purchase may have been bought, so no rejection may be sent. The client repeats the same reference.
        reply.hijack();
        request.socket.destroy();
        return reply;
      }
    });

    app.get(
      '/purchases',
      { schema: LIST, config: { right: 'purchases:read' } },
      async ({ caller, query }, reply) =>
        deps.lists.make(reply, caller.accountId, () => listPage(deps, caller.accountId, query)),
    );

    app.get(
      '/purchases/:purchase_id',
      { schema: GET, config: { right: 'purchases:read' } },
      async (request) => {
        const id = readId('pur', request.params.purchase_id);
        if (id === null) throw apiError('purchase_unknown');
        return renderPurchase(
          await mustFind(deps.due, deps.pools.own.of(request.caller.accountId), request.caller.accountId, id),
        );
      },
    );
  };
}

const CREATE = {
  operationId: 'createPurchase',
  summary: 'Buy a bundle',
  description: `A new purchase returns 201, usually \`pending\`.

If you send the same \`reference\` with the same body again, the answer is 200 with the purchase as it is now, and the header \`Svc-Idempotent-Replay: true\`. Nothing is bought twice. The same \`reference\` with another body returns 409.

After a timeout, a dropped connection, 429 or 5xx, send the same request with the same \`reference\` again.`,
  tags: ['Purchases'],
  querystring: NoQuery,
  body: CreatePurchase,
  response: {
    200: PurchaseResource,
    201: PurchaseResource,
    400: ErrorBody,
    401: ErrorBody,
    402: ErrorBody,
    409: ErrorBody,
    422: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
    503: ErrorBody,
  },
};

const LIST = {
  operationId: 'listPurchases',
  summary: 'List purchases',
  description: 'Newest first. Filter by `reference` to find out whether a purchase was received.',
  tags: ['Purchases'],
  querystring: ListQuery,
  response: {
    200: namedList('PurchaseList', PurchaseResource),
    400: ErrorBody,
    401: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};

const GET = {
  operationId: 'getPurchase',
  summary: 'Get a purchase',
  description: 'Returns the purchase as it is now.',
  tags: ['Purchases'],
  params: z.object({ purchase_id: PurchaseId }),
  querystring: NoQuery,
  response: {
    200: PurchaseResource,
    400: ErrorBody,
    401: ErrorBody,
    404: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};

function boughtBy(result: Bought): FastifyRequest['bought'] {
  return result.kind === 'accepted'
    ? { purchaseId: result.purchase.order.id, isNew: true }
    : { purchaseId: result.purchaseId, isNew: false };
}

/** The purchase of an earlier request with the same reference. @throws ApiError if it was archived since */
async function findReplayed(due: DuePurchases, db: Reader, accountId: AccountId, id: Id): Promise<Purchase> {
  const purchase = await due.find(db, accountId, id);
  if (purchase !== null) return purchase;
  throw apiError('purchase_archived', { values: { purchase_id: id }, details: { purchase_id: id } });
}

async function mustFind(due: DuePurchases, db: Reader, accountId: AccountId, id: Id): Promise<Purchase> {
  const purchase = await due.find(db, accountId, id);
  if (purchase === null) throw apiError('purchase_unknown');
  return purchase;
}

function listPage(
  { pools, cursors, due, lists }: PurchaseRoutesDeps,
  accountId: AccountId,
  query: ListQuery,
) {
  const { limit, cursor, ...filters } = query;
  const own = pools.own.of(accountId);
  const filter = toPurchaseFilter(query);
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'purchases', filters },
    cursor,
    limit: Number(limit),
    readPosition,
    find: (after, count) =>
      due.settleThenRead(
        own,
        accountId,
        () =>
          filter === null
            ? Promise.resolve([])
            : lists.read(accountId, () => listPurchases(own, accountId, filter, after, count)),
        (found) => ({ purchaseIds: found.map(({ order }) => order.id) }),
      ),
    positionOf: ({ order }) => [order.createdAt.toISOString(), order.id],
    render: (purchases) => purchases.map(renderPurchase),
  });
}
