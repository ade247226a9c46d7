import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { renderBreakdown } from '../../../contract/batches/batch-breakdown.ts';
import { readBreakdown } from '../../../db/batches/breakdown.ts';
import { findBatchFile } from '../../../db/batches/rows.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { noSuchBatch, type PageDeps, readBatchId } from '../batch-pages.ts';
import { BREAKDOWN } from './schemas.ts';

/** GET /v1/batches/{batch_id}/breakdown. An account reads one at a time, as it reads pages of lists: it looks at every row. */
export function batchBreakdownRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/batches/:batch_id/breakdown',
      { schema: BREAKDOWN, config: { right: 'batches:read' } },
      ({ caller, params }, reply) => {
        const { accountId } = caller;
        const id = readBatchId(params.batch_id);
        return deps.lists.make(reply, accountId, () => breakdownOf(deps, accountId, id));
      },
    );
  };
}

async function breakdownOf({ pools, due, lists }: PageDeps, accountId: AccountId, id: BatchId) {
  const file = await findBatchFile(pools.own.of(accountId), accountId, id);
  if (file === null) throw noSuchBatch();
  const read = () => lists.read(accountId, () => readBreakdown(pools.own.of(accountId), accountId, id));
  const groups = await due.settleThenRead(pools.own.of(accountId), accountId, read, () => ({
    batchIds: [id],
  }));
  return renderBreakdown(id, file.currency, groups);
}
