import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { assertNever } from '../../../domain/assert-never.ts';
import { RETRIED_BY_DEFAULT } from '../../../domain/batch/retry-reasons.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { type RetryResult, retryBatch } from '../../../services/batches/retry/retry-batch.ts';
import { apiError } from '../../plugins/api-error.ts';
import { acceptOptionalJson } from '../../plugins/json-body.ts';
import { mustFind, noSuchBatch, readBatchId } from '../batch-pages.ts';
import type { BatchRowRoutesDeps } from './routes.ts';
import { RETRY } from './schemas.ts';

/** POST /v1/batches/{batch_id}/retry. */
export function batchRetryRoutes(deps: BatchRowRoutesDeps): FastifyPluginAsyncZod {
  const uploads = {
    pool: deps.pools.files,
    catalogue: deps.catalogue,
    secretsKeys: deps.webhooks.secretsKeys,
    turns: deps.turns,
    // A retry waits for its start.
    onOutbox: () => {},
  };
  return async (app) => {
    acceptOptionalJson(app);
    app.post(
      '/batches/:batch_id/retry',
      { schema: RETRY, config: { right: 'batches:create' } },
      async ({ caller, actor, params, body }, reply) => {
        const { accountId } = caller;
        const id = readBatchId(params.batch_id);
        const reasons = [...new Set(body?.reasons ?? RETRIED_BY_DEFAULT)].sort();
        const giveBack = deps.uploads.take(accountId);
        try {
          const asked = { reference: body?.reference ?? null, reasons };
          const result = await retryBatch(uploads, accountId, id, asked, actor);
          const made = madeOrThrow(result);
          if (result.kind === 'replayed') reply.header('Svc-Idempotent-Replay', 'true');
          else reply.code(201);
          return await mustFind(deps, accountId, made);
        } finally {
          giveBack();
        }
      },
    );
  };
}

/** @throws ApiError if there is no retry. */
function madeOrThrow(result: RetryResult): BatchId {
  switch (result.kind) {
    case 'created':
    case 'replayed':
      return result.batchId;
    case 'not_found':
      throw noSuchBatch();
    case 'conflict': {
      const { batchId: batch_id } = result;
      throw apiError('batch_reference_used', { values: { batch_id }, details: { batch_id } });
    }
    case 'open': {
      const { batchId: batch_id } = result;
      throw apiError('retry_open', { values: { batch_id }, details: { batch_id } });
    }
    case 'not_ended': {
      const { status } = result;
      throw apiError('retry_not_ended', { values: { status }, details: { status } });
    }
    case 'nothing':
      throw apiError('retry_nothing');
    case 'undecided':
      throw apiError('upload_undecided', { retryAfterSeconds: 2 });
    default:
      return assertNever(result);
  }
}
