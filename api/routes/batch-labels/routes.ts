import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { labelBatch } from '../../../db/batches/labels.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { apiError } from '../../plugins/api-error.ts';
import { mustFind, noSuchBatch, type PageDeps, readBatchId } from '../batch-pages.ts';
import { BatchParams, UPDATE } from './schemas.ts';

const NO_CHANGES = { field: 'The body', rule: FIELD_RULES.changes };

/** The router finds no other route for `/v1/batches/template`, which is no batch. */
const refuseTemplate = async ({ params, method }: FastifyRequest, reply: FastifyReply) => {
  if (BatchParams.parse(params).batch_id !== 'template') return;
  reply.header('Allow', 'GET, HEAD');
  throw apiError('method_not_allowed', { values: { method, allowed: 'GET or HEAD' } });
};

/** PATCH /v1/batches/{batch_id} */
export function batchLabelRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.patch(
      '/batches/:batch_id',
      { schema: UPDATE, config: { right: 'batches:create' }, preValidation: refuseTemplate },
      async ({ caller, actor, params, body }) => {
        const { accountId } = caller;
        const id = readBatchId(params.batch_id);
        await mustFind(deps, accountId, id);
        const { note, cost_centre: costCentre, archived } = body;
        if (Object.keys(body).length === 0) throw apiError('field_invalid', { values: NO_CHANGES });
        const change = {
          ...(note === undefined ? {} : { note: note === '' ? null : note }),
          ...(costCentre === undefined ? {} : { costCentre: costCentre === '' ? null : costCentre }),
          ...(archived === undefined ? {} : { archived }),
        };
        const outcome = await labelBatch(deps.pools.reads, accountId, id, change, actor);
        switch (outcome.kind) {
          case 'changed':
            return mustFind(deps, accountId, id);
          case 'not_found':
            throw noSuchBatch();
          case 'not_ended': {
            const { status } = outcome;
            throw apiError('batch_archive_running', { values: { status }, details: { status } });
          }
          default:
            return assertNever(outcome);
        }
      },
    );
  };
}
