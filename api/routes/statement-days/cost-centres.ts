import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { namedList, Page } from '../../../contract/common.ts';
import { CostCentreTotalResource } from '../../../contract/cost-centre.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { readCostCentreTotals } from '../../../db/statements/cost-centres.ts';
import type { PageDeps } from '../batch-pages.ts';
import { readPage } from '../page.ts';
import { DayField, DayParams, readDay, readLastDay } from './day-field.ts';

/** GET /v1/statements/{date}/cost-centres. */
export function costCentreRoutes({ pools, cursors, lists }: PageDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/statements/:date/cost-centres',
      { schema: TOTALS, config: { right: 'statements:read' } },
      async ({ caller: { accountId, currency }, params: { date }, query }, reply) => {
        const { limit, cursor, to } = query;
        const day = readDay(date);
        const days = { day, lastDay: readLastDay(day, to) };
        const db = pools.own.of(accountId);
        return lists.make(reply, accountId, () =>
          readPage({
            cursors,
            scope: { accountId, endpoint: `statements/${day}/cost-centres`, filters: { to } },
            cursor,
            limit: Number(limit),
            readPosition: ([name = '']) => name,
            find: (after, count) => readCostCentreTotals(db, accountId, days, after, count),
            // Purchases without a cost centre come last, so no page begins after them.
            positionOf: ({ costCentre }) => [costCentre ?? ''],
            render: (totals) =>
              totals.map(({ costCentre, charged, refunded, purchases, reversals }) => ({
                object: 'cost_centre_total' as const,
                cost_centre: costCentre,
                charged: { amount: charged, currency },
                refunded: { amount: refunded, currency },
                purchases,
                reversals,
              })),
          }),
        );
      },
    );
  };
}

const TotalsQuery = z.strictObject({
  to: DayField(
    'The last UTC day (YYYY-MM-DD): `date` or up to 91 days later. Without it, one day is added up.',
  ),
  ...Page,
});

const TOTALS = {
  operationId: 'listCostCentreTotals',
  summary: 'Add up charges and refunds by cost centre',
  description: `Adds up the \`purchase\` and \`reversal\` lines of up to 92 days, also of a day that is still open. They are listed by the name of the cost centre. Purchases without one come last, so all together are the charges and refunds on your statements.

The cost centre of a purchase is \`cost_centre\` in its metadata. If it has none, it is the \`cost_centre\` of its batch, as it is now: a change with \`PATCH /v1/batches/{batch_id}\` also counts for days that are over.`,
  tags: ['Statements'],
  params: DayParams,
  querystring: TotalsQuery,
  response: {
    200: namedList('CostCentreTotalList', CostCentreTotalResource),
    400: ErrorBody,
    401: ErrorBody,
    404: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
