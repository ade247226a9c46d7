import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findBatch, findBatchOwner } from '../../../db/batches/batches.ts';
import { commandBatch } from '../../../db/batches/commands.ts';
import { listBatchesOfAll } from '../../../db/batches/lists/of-all-accounts.ts';
import { type BatchId, readId } from '../../../domain/ids.ts';
import { renderListedBatch } from '../../../services/staff/lists.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { CONTROL } from './command-schemas.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { idIn, staffPage } from './list.ts';
import { BATCHES } from './schemas.ts';

/** /v1/staff/batches: campaigns of all accounts. */
export function staffBatchRoutes({ pools: { reads: pool }, cursors }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const may = { staffRight: 'purchases:read' } as const;
    app.get('/batches', { schema: BATCHES, config: may }, async ({ query }) => {
      const { status, account_id: account, search } = query;
      const accountId = account === undefined ? null : readId('acc', account);
      if (account !== undefined && accountId === null) throw unknownToStaff('account', 'account_id');
      const wish = {
        status: status === 'all' ? null : status,
        accountId,
        search: search === undefined || search === '' ? null : search,
      };
      return staffPage(cursors, {
        endpoint: 'batches',
        query,
        render: renderListedBatch,
        readPosition: ([id]) => idIn('bat', id),
        positionOf: ({ id }) => [id],
        find: (after: BatchId | null, count) => listBatchesOfAll(pool, wish, after, count),
      });
    });

    const controls = { staffRight: 'batches:control' } as const;
    app.post('/batches/:batch_id/control', { schema: CONTROL, config: controls }, async (request) => {
      const { command, reason } = request.body;
      const id = readId('bat', request.params.batch_id);
      const accountId = id === null ? null : await findBatchOwner(pool, id);
      if (id === null || accountId === null) throw unknownToStaff('campaign', 'batch_id');
      const { kind } = await commandBatch(pool, accountId, id, command, staffActor(request, reason));
      const batch = await findBatch(pool, accountId, id);
      if (batch === null) throw unknownToStaff('campaign', 'batch_id');
      const isDone = kind === 'moved' || kind === 'already';
      return {
        batch_id: id,
        status: batch.status,
        changed: kind === 'moved',
        refused: isDone ? null : kind === 'unapproved' ? 'unapproved' : 'impossible',
      };
    });
  };
}
