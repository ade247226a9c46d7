import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { findBatch, findBatchOwner } from '../../../db/batches/batches.ts';
import { commandBatch } from '../../../db/batches/commands.ts';
import { listBatchesOfAll } from '../../../db/batches/lists/of-all-accounts.ts';
import { readId } from '../../../domain/ids.ts';
import { renderListedBatch } from '../../../services/staff/lists.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { CONTROL } from './command-schemas.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { upTo } from './list.ts';
import { BATCHES } from './schemas.ts';

/** /v1/staff/batches: campaigns of all accounts. */
export function staffBatchRoutes({ pools: { reads: pool } }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const may = { staffRight: 'purchases:read' } as const;
    app.get('/batches', { schema: BATCHES, config: may }, ({ query }) =>
      upTo(query.limit, renderListedBatch, (limit) => listBatchesOfAll(pool, query.status, limit)),
    );

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
