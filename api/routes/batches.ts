import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type CorrectionsDecision, decideCorrections } from '../../db/batches/corrections.ts';
import { findBatchFile } from '../../db/batches/rows.ts';
import { assertNever } from '../../domain/assert-never.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { UploadStalled, withIdleLimit } from '../../services/batches/idle-limit.ts';
import { FileTooLarge } from '../../services/batches/tally.ts';
import { type UploadResult, uploadBatch } from '../../services/batches/upload.ts';
import type { UploadDeps } from '../../services/batches/upload-deps.ts';
import type { WebhookSetting } from '../app-parts.ts';
import { ApiError, apiError } from '../plugins/api-error.ts';
import type { PageShares } from '../plugins/places/page-shares.ts';
import type { Places } from '../plugins/places/places.ts';
import { keyOf, requireRight } from '../plugins/rights.ts';
import type { ApiPools } from '../pools.ts';
import { LIST } from './batch-labels/list-query.ts';
import {
  batchPage,
  boughtAgain,
  mustFind,
  noSuchBatch,
  type PageDeps,
  readBatchId,
  rowsPage,
} from './batch-pages.ts';
import { DECISION, DECISIONS, GET, ROWS, UPLOAD } from './batch-schemas.ts';
import { acceptFiles, readFilePart } from './batch-source.ts';
import { preferredForm } from './files/file-form.ts';
import { createNumberReads } from './files/number-reads.ts';
import { sendResults } from './files/result-file.ts';
import { toUpload } from './upload-query.ts';

export interface BatchRoutesDeps extends Omit<UploadDeps, 'pool' | 'secretsKeys'>, PageDeps {
  readonly webhooks: Pick<WebhookSetting, 'secretsKeys'>;
  readonly pools: Pick<ApiPools, 'downloads' | 'files' | 'own' | 'reads'>;
  /** Shared by all downloads. */
  readonly downloads: Places;
  /** Shared by the pages of all downloads. */
  readonly fileShares: PageShares;
  /** Shared by all uploads. */
  readonly uploads: Places;
  /** Largest file, in bytes; 200 MiB by default. */
  readonly uploadBytesMax?: number;
  /** Longest pause in an upload, in milliseconds; 30 s by default. */
  readonly uploadIdleMs?: number;
}

/** A client that sends nothing for this long has given up its upload. */
export const UPLOAD_IDLE_MS = 30_000;
export const UPLOAD_BYTES_MAX = 200 * 1024 * 1024;

/** POST and GET /v1/batches, GET /v1/batches/{batch_id} and its rows. */
export function batchRoutes(deps: BatchRoutesDeps): FastifyPluginAsyncZod {
  const bytesMax = deps.uploadBytesMax ?? UPLOAD_BYTES_MAX;
  const checks = { ...deps, pool: deps.pools.files, secretsKeys: deps.webhooks.secretsKeys };
  const numberReads = createNumberReads(deps.pools.reads);

  return async (app) => {
    await acceptFiles(app, bytesMax);

    app.post(
      '/batches',
      { schema: UPLOAD, config: { right: 'batches:create', streamsBody: true } },
      async (request, reply) => {
        const { accountId, currency } = request.caller;
        const file = readFilePart(request);
        const settings = toUpload(request.query);
        const startsItself = settings.options.start === 'auto';
        if (startsItself) requireRight(request, 'batches:start');
        const keyId = startsItself ? keyOf(request) : null;
        const columnMap = () => new Map([...settings.columnMap, ...file.columns()]);
        const upload = { ...settings, columnMap, accountId, currency, keyId, bytesMax, actor: request.actor };
        const source = withIdleLimit(file.bytes, deps.uploadIdleMs ?? UPLOAD_IDLE_MS);
        const result = await inPlace(deps.uploads, accountId, () =>
          uploadBatch(checks, upload, source),
        ).catch((error: unknown) => {
          // Do not wait for the rest of the body.
          reply.header('Connection', 'close');
          throw explainBreak(error, request, bytesMax);
        });
        const { batchId, replayed } = uploadedOrThrow(result);
        if (replayed) reply.header('Svc-Idempotent-Replay', 'true');
        else reply.code(201);
        return mustFind(deps, accountId, batchId);
      },
    );

    app.get(
      '/batches',
      { schema: LIST, config: { right: 'batches:read' } },
      async ({ caller, query }, reply) =>
        deps.lists.make(reply, caller.accountId, () => batchPage(deps, caller.accountId, query)),
    );

    app.get('/batches/:batch_id', { schema: GET, config: { right: 'batches:read' } }, async (request) =>
      mustFind(deps, request.caller.accountId, readBatchId(request.params.batch_id)),
    );

    app.get(
      '/batches/:batch_id/rows',
      { schema: ROWS, config: { right: 'batches:read' } },
      async (request, reply) => {
        const { accountId } = request.caller;
        const id = readBatchId(request.params.batch_id);
        const file = await findBatchFile(deps.pools.own.of(accountId), accountId, id);
        if (file === null) throw noSuchBatch();
        const form = preferredForm(request.headers.accept);
        if (form === 'json') {
          await numberReads.note(request, 'batch_rows_read', id);
          return deps.lists.make(reply, accountId, () => rowsPage(deps, accountId, id, file, request.query));
        }
        return sendResults(reply, deps, accountId, id, file, form, request.query);
      },
    );

    for (const { decision, schema } of DECISIONS) {
      const path = `/batches/:batch_id/corrections/${decision}`;
      app.post(
        path,
        { schema: { ...DECISION, ...schema }, config: { right: 'batches:create' } },
        async (request) => {
          const { accountId } = request.caller;
          const id = readBatchId(request.params.batch_id);
          await decide(deps, request, id, decision);
          return mustFind(deps, accountId, id);
        },
      );
    }
  };
}

async function decide(
  { pools }: BatchRoutesDeps,
  { caller, actor, rights }: FastifyRequest,
  id: BatchId,
  decision: CorrectionsDecision,
): Promise<void> {
  const mayStart = rights.has('batches:start');
  const outcome = await decideCorrections(pools.reads, caller.accountId, id, decision, actor, mayStart);
  if (outcome.kind === 'not_found') throw noSuchBatch();
  if (outcome.kind === 'bought_again') throw boughtAgain();
  if (outcome.kind !== 'refused') return;
  const { state, status } = outcome;
  throw apiError('corrections_decided', { values: { state, status }, details: { state, status } });
}

/** Runs work in one of the places of an account for files. */
export async function inPlace<T>(places: Places, accountId: AccountId, work: () => Promise<T>): Promise<T> {
  const giveBack = places.take(accountId);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** @throws ApiError if nothing of the upload was kept. */
function uploadedOrThrow(result: UploadResult): { readonly batchId: BatchId; readonly replayed: boolean } {
  switch (result.kind) {
    case 'created':
    case 'replayed':
      return { batchId: result.batchId, replayed: result.kind === 'replayed' };
    case 'conflict':
      throw apiError('batch_reference_used', {
        values: { batch_id: result.batchId },
        details: { batch_id: result.batchId },
      });
    case 'chosen_otherwise': {
      const { batchId: batch_id, parameters } = result;
      throw apiError('batch_chosen_otherwise', {
        values: { batch_id, parameters: parameters.join(', ') },
        details: { batch_id, parameters },
      });
    }
    case 'undecided':
      throw apiError('upload_undecided', { retryAfterSeconds: 2 });
    default:
      return assertNever(result);
  }
}

/** The error for an interrupted upload. Nothing of it is kept, and its reference is free. */
export function explainBreak(error: unknown, request: FastifyRequest, bytesMax: number): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof FileTooLarge) {
    return apiError('file_too_large', { values: { mebibytes: Math.floor(bytesMax / 1024 / 1024) } });
  }
  if (error instanceof UploadStalled) return apiError('upload_stalled');
  const formFault = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
  if (!request.raw.complete || formFault) return apiError('upload_incomplete');
  return error;
}
