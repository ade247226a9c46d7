import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NoQuery, PurchaseId } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { LateDeliveryResource, renderLateDelivery } from '../../contract/late-delivery.ts';
import { readLateRecord } from '../../db/purchases/late-inquiries.ts';
import { readId } from '../../domain/ids.ts';
import { lateDeliveryOf } from '../../domain/purchase/late-delivery.ts';
import { apiError } from '../plugins/api-error.ts';
import type { DuePurchases } from '../plugins/due-purchases.ts';
import type { ApiPools } from '../pools.ts';

interface LateDeliveryRoutesDeps {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
  readonly due: DuePurchases;
}

/** GET /v1/purchases/{purchase_id}/late-delivery. */
export function lateDeliveryRoutes({ pools, due }: LateDeliveryRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/purchases/:purchase_id/late-delivery',
      { schema: GET, config: { right: 'purchases:read' } },
      async ({ caller: { accountId }, params }) => {
        const id = readId('pur', params.purchase_id);
        // Settles a purchase that is due, so that what is read belongs to its final state.
        const purchase = id === null ? null : await due.find(pools.own.of(accountId), accountId, id);
        const late =
          purchase === null ? null : await readLateRecord(pools.reads, accountId, purchase.order.id);
        if (purchase === null || late === null) throw apiError('purchase_unknown');
        return renderLateDelivery(purchase.order.id, lateDeliveryOf(late, late.now));
      },
    );
  };
}

const GET = {
  operationId: 'getLateDelivery',
  summary: 'Get a late delivery',
  description:
    'A network can deliver a bundle after the purchase failed. This shows whether it did, as far as it is known. The purchase stays `failed`.',
  tags: ['Purchases'],
  querystring: NoQuery,
  params: z.object({ purchase_id: PurchaseId }),
  response: {
    200: LateDeliveryResource,
    400: ErrorBody,
    401: ErrorBody,
    404: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
