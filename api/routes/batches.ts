import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { UploadStalled, withIdleLimit } from '../../batches/idle-limit.ts';
import { resultFile } from '../../batches/results.ts';
import { FileTooLarge } from '../../batches/tally.ts';
import { type UploadDeps, type UploadResult, uploadBatch } from '../../batches/upload.ts';
import { renderBatch } from '../../contract/batch.ts';
import { commandBatch } from '../../db/batch-commands.ts';
import { findBatchFile } from '../../db/batch-rows.ts';
import { findBatch } from '../../db/batches.ts';
import { assertNever } from '../../domain/assert-never.ts';
import type { BatchCommand } from '../../domain/batch-life.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../domain/queues.ts';
import { ApiError } from '../api-error.ts';
import { batchIdOf, batchPage, noSuchBatch, type PageDeps, rowFilterOf, rowsPage } from '../batch-pages.ts';
import { acceptFiles, fileOf } from '../batch-source.ts';
import { prefersCsv } from '../prefers-csv.ts';
import { COMMANDS, GET, LIST, ROWS, UPLOAD, uploadOf } from './batch-schemas.ts';

export interface BatchRoutesDeps extends UploadDeps, PageDeps {
  /** Longest file, in bytes; 200 MiB unless said otherwise. */
  readonly uploadBytesMax?: number;
  /** Longest that an upload may stand still; 30 s unless said otherwise. */
  readonly uploadIdleMs?: number;
}

/** A client that takes nothing for so long has gone, whatever its connection says. */
const STALLED_MS = 2 * 60_000;
/** One that sends nothing for so long has given its upload up. */
const IDLE_MS = 30_000;
const UPLOAD_BYTES_MAX = 200 * 1024 * 1024;

/** POST and GET /v1/batches, GET /v1/batches/{batch_id} and its rows, and the commands start, pause, resume, cancel. */
export function batchRoutes(deps: BatchRoutesDeps): FastifyPluginAsyncZod {
  const bytesMax = deps.uploadBytesMax ?? UPLOAD_BYTES_MAX;

  return async (app) => {
    await acceptFiles(app, bytesMax);

    app.post('/batches', { schema: UPLOAD }, async (request, reply) => {
      const { accountId, currency } = request.caller;
      const upload = { ...uploadOf(request.query), accountId, currency, bytesMax };
      const source = withIdleLimit(fileOf(request), deps.uploadIdleMs ?? IDLE_MS);
      const result = await uploadBatch(deps, upload, source).catch((error: unknown) => {
        // The rest of the body is not waited for.
        reply.header('Connection', 'close');
        throw explainBreak(error, request, bytesMax);
      });
      const { batchId, replayed } = uploadedOrThrow(result);
      if (replayed) reply.header('Svc-Idempotent-Replay', 'true');
      else reply.code(201);
      return mustFind(deps.pool, accountId, batchId);
    });

    app.get('/batches', { schema: LIST }, async (request) =>
      batchPage(deps, request.caller.accountId, request.query),
    );

    app.get('/batches/:batch_id', { schema: GET }, async (request) =>
      mustFind(deps.pool, request.caller.accountId, batchIdOf(request.params.batch_id)),
    );

    app.get('/batches/:batch_id/rows', { schema: ROWS }, async (request, reply) => {
      const { accountId } = request.caller;
      const id = batchIdOf(request.params.batch_id);
      const file = await findBatchFile(deps.pool, accountId, id);
      if (file === null) throw noSuchBatch();
      if (!prefersCsv(request.headers.accept)) return rowsPage(deps, accountId, id, file, request.query);

      reply.header('Content-Type', 'text/csv; charset=utf-8');
      reply.header(
        'Content-Disposition',
        `attachment; filename="${file.reference.replaceAll(':', '-')}-${request.query.only ?? 'results'}.csv"`,
      );
      reply.header('X-Content-Type-Options', 'nosniff');
      if (request.method === 'HEAD') return reply.send(Readable.from([]));

      reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
      return reply.send(
        Readable.from(resultFile(deps.pool, accountId, id, file, rowFilterOf(request.query))),
      );
    });

    for (const command of COMMANDS) {
      app.post(`/batches/:batch_id/${command.name}`, { schema: command.schema }, async (request) => {
        const { accountId } = request.caller;
        const id = batchIdOf(request.params.batch_id);
        await carryOut(deps, accountId, id, command.name);
        return mustFind(deps.pool, accountId, id);
      });
    }
  };
}

async function carryOut(
  { pool, onOutbox }: BatchRoutesDeps,
  accountId: AccountId,
  id: BatchId,
  command: BatchCommand,
): Promise<void> {
  const outcome = await commandBatch(pool, accountId, id, command);
  switch (outcome.kind) {
    case 'moved':
      return onOutbox(new Set([TEMPORAL_QUEUE]));
    case 'already':
      return;
    case 'not_found':
      throw noSuchBatch();
    case 'refused':
      throw new ApiError('invalid_request', `The batch is ${outcome.status}: ${command} is not possible.`, {
        status: 409,
        details: { status: outcome.status },
      });
  }
}

async function mustFind(pool: Pool, accountId: AccountId, id: BatchId) {
  const batch = await findBatch(pool, accountId, id);
  if (batch === null) throw noSuchBatch();
  return renderBatch(batch);
}

/** @throws ApiError where nothing of the upload was kept. */
function uploadedOrThrow(result: UploadResult): { readonly batchId: BatchId; readonly replayed: boolean } {
  switch (result.kind) {
    case 'created':
    case 'replayed':
      return { batchId: result.batchId, replayed: result.kind === 'replayed' };
    case 'conflict':
      throw new ApiError(
        'reference_conflict',
        `This reference was used for another file, ${result.batchId}. Use a new one, or upload that very file again.`,
        { param: 'reference', details: { batch_id: result.batchId } },
      );
    case 'undecided':
      throw new ApiError(
        'internal_error',
        'Another upload of this reference was under way and did not come to its end. Upload the file again.',
        { status: 503, retryAfterSeconds: 2 },
      );
    default:
      return assertNever(result);
  }
}

/** Tells what cut an upload short. Nothing of it remains, and its reference is free. */
function explainBreak(error: unknown, request: FastifyRequest, bytesMax: number): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof FileTooLarge) {
    const mebibytes = Math.floor(bytesMax / 1024 / 1024);
    const message = `The file is larger than ${mebibytes} MiB. Split it, and upload each part under a reference of its own.`;
    return new ApiError('invalid_request', message, { status: 413 });
  }
  if (error instanceof UploadStalled) {
    const message = 'The upload stood still for too long. Nothing of it was kept; upload the file again.';
    return new ApiError('invalid_request', message, { status: 408 });
  }
  const formFault = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
  if (!request.raw.complete || formFault) {
    return new ApiError(
      'invalid_request',
      'The upload broke off. Nothing of it was kept; upload the file again.',
    );
  }
  return error;
}
