import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type ContradictionPosition, listContradictions } from '../../../db/purchases/contradictions.ts';
import { listLateConfirmations } from '../../../db/purchases/late-confirmations.ts';
import { listFailed } from '../../../db/purchases/stuck.ts';
import { findTraced } from '../../../db/purchases/trace.ts';
import { type PurchaseId, readId } from '../../../domain/ids.ts';
import { renderContradiction, renderFailed, renderLateConfirmation } from '../../../services/staff/lists.ts';
import { searchEverything } from '../../../services/staff/search.ts';
import { listStuck } from '../../../services/staff/stuck.ts';
import { readStoredTrace, renderTrace, withoutNumbers } from '../../../services/staff/trace.ts';
import { lateInquiryWorkflowId, purchaseWorkflowId } from '../../../workflows/names.ts';
import { createStaffNumberReads } from '../files/number-reads.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { idIn, staffPage, staffScope } from './list.ts';
import { CONTRADICTIONS, FAILED, LATE, SEARCH, STUCK, TRACE } from './schemas.ts';

const may = { staffRight: 'purchases:read' } as const;

/** Search, /v1/staff/purchases and what needs a decision there. */
export function staffPurchaseRoutes({ pools, cursors, workflowsUrl }: StaffDeps): FastifyPluginAsyncZod {
  const pool = pools.reads;
  const numberReads = createStaffNumberReads(pool);
  const workflow = (id: string) => ({
    workflow_id: id,
    workflow_url: workflowsUrl === null ? null : `${workflowsUrl}/${id}`,
  });
  return async (app) => {
    app.get('/search', { schema: SEARCH, config: may }, async (request) => {
      const found = await searchEverything(pool, request.query.q);
      await numberReads.note(
        request,
        found.purchases.flatMap(({ account_id: account, purchase: { id } }) => {
          const accountId = readId('acc', account);
          return accountId === null ? [] : [{ accountId, id }];
        }),
      );
      return found;
    });

    app.get('/purchases/stuck', { schema: STUCK, config: may }, async ({ query }) => {
      const accountId = query.account_id === undefined ? null : readId('acc', query.account_id);
      if (query.account_id !== undefined && accountId === null) throw unknownToStaff('account', 'account_id');
      const filter = {
        networkId: query.network_id ?? null,
        accountId,
        olderThanMs: 1_000 * Number(query.older_than_seconds),
        limit: Number(query.limit),
      };
      const scope = staffScope('purchases/stuck', query);
      const after = query.cursor === undefined ? null : idIn('pur', cursors.open(scope, query.cursor)[0]);
      const { page, last } = await listStuck(pool, filter, query.cause ?? null, after);
      return { ...page, next_cursor: last === null ? null : cursors.seal(scope, [last]) };
    });

    app.get('/purchases/failed', { schema: FAILED, config: may }, ({ query }) =>
      staffPage(cursors, {
        endpoint: 'purchases/failed',
        query,
        render: renderFailed,
        readPosition: ([id]) => idIn('pur', id),
        positionOf: ({ order: { id } }) => [id],
        find: (after: PurchaseId | null, limit) =>
          listFailed(pool, { networkId: query.network_id ?? null, limit }, after),
      }),
    );

    app.get('/purchases/:purchase_id', { schema: TRACE, config: may }, async (request) => {
      const { params, staff } = request;
      const id = readId('pur', params.purchase_id);
      const [found] = id === null ? [] : await findTraced(pool, { id }, null);
      const stored = found === undefined ? null : await readStoredTrace(pool, found.accountId, found.id);
      if (stored === null || found === undefined) throw unknownToStaff('purchase', 'purchase_id');
      await numberReads.note(request, [found]);
      const traced = staff.rights.has('numbers:read') ? stored.traced : withoutNumbers(stored.traced);
      const { late_inquiry: late, ...trace } = renderTrace({ ...stored, traced });
      return {
        ...trace,
        late_inquiry: late === null ? null : { ...late, ...workflow(lateInquiryWorkflowId(found.id)) },
        ...workflow(purchaseWorkflowId(found.id)),
      };
    });

    app.get('/late-confirmations', { schema: LATE, config: may }, ({ query }) =>
      staffPage(cursors, {
        endpoint: 'late-confirmations',
        query,
        render: renderLateConfirmation,
        readPosition: ([id]) => idIn('pur', id),
        positionOf: ({ purchaseId }) => [purchaseId],
        find: (after: PurchaseId | null, limit) =>
          listLateConfirmations(pool, { ...toDecisions(query), limit }, after),
      }),
    );

    app.get('/contradictions', { schema: CONTRADICTIONS, config: may }, ({ query }) =>
      staffPage(cursors, {
        endpoint: 'contradictions',
        query,
        render: renderContradiction,
        readPosition: ([id, kind = '']) => ({ purchaseId: idIn('pur', id), kind }),
        positionOf: ({ purchaseId, kind }) => [purchaseId, kind],
        find: (after: ContradictionPosition | null, limit) =>
          listContradictions(pool, { ...toDecisions(query), limit }, after),
      }),
    );
  };
}

/** Which entries a list of decisions shows. */
function toDecisions(query: { readonly all: string; readonly network_id?: string | undefined }) {
  return { all: query.all === 'true', networkId: query.network_id ?? null };
}
