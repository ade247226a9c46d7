import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { ChangeBatchRow } from '../../../contract/batches/batch-edits.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { findBatchFile, listBatchRows } from '../../../db/batches/rows.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import type { RowChange } from '../../../domain/batch/rows/row-edit.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { AFFECTED_MAX, type ChangeOutcome, changeRows } from '../../../services/batches/check/change-rows.ts';
import { recheckRows } from '../../../services/batches/check/recheck.ts';
import { renderRows } from '../../../services/batches/results.ts';
import type { Turns } from '../../../services/batches/turns.ts';
import type { Catalogue } from '../../../services/catalogue/catalogue.ts';
import type { WebhookSetting } from '../../app-parts.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';
import type { Places } from '../../plugins/places/places.ts';
import type { ApiPools } from '../../pools.ts';
import {
  boughtAgain,
  mustFind,
  noSuchBatch,
  type PageDeps,
  readBatchId,
  toRowFilter,
} from '../batch-pages.ts';
import { CHANGE_ROW, CHANGE_ROWS, RECHECK } from './schemas.ts';

export interface BatchRowRoutesDeps extends PageDeps {
  readonly pools: Pick<ApiPools, 'downloads' | 'files' | 'own' | 'reads'>;
  readonly catalogue: Catalogue;
  readonly webhooks: Pick<WebhookSetting, 'secretsKeys'>;
  /** Shared by all uploads: a check reads as many rows. */
  readonly uploads: Places;
  readonly turns: Turns;
}

/** Enough for as many changes as a request may have. */
const BODY_BYTES_MAX = 512 * 1024;

/** PATCH /v1/batches/{batch_id}/rows and one of them, and POST /v1/batches/{batch_id}/recheck. */
export function batchRowRoutes(deps: BatchRowRoutesDeps): FastifyPluginAsyncZod {
  const checks = { catalogue: deps.catalogue, secretsKeys: deps.webhooks.secretsKeys, turns: deps.turns };
  const change = async (
    { caller, actor, rights }: FastifyRequest,
    id: BatchId,
    changes: RowChange[],
    revision: number | null = null,
  ) => {
    // A change may look at all rows of its batch, and should not keep reads waiting.
    const withPool = { ...checks, pool: deps.pools.files };
    const mayStart = rights.has('batches:start');
    requireDone(await changeRows(withPool, caller.accountId, id, changes, revision, actor, mayStart));
  };

  return async (app) => {
    app.patch(
      '/batches/:batch_id/rows/:line',
      { schema: CHANGE_ROW, config: { right: 'batches:create' } },
      async (request) => {
        const { caller, params, body } = request;
        const { accountId } = caller;
        const id = readBatchId(params.batch_id);
        await mustFind(deps, accountId, id);
        const line = readLine(params.line);
        const { revision, ...fields } = body;
        if (Object.keys(body).length === 0) throw apiError('field_invalid', { values: NO_CHANGES });
        await change(request, id, [toChange(line, fields)], revision);
        return findRow(deps, accountId, id, line);
      },
    );

    const bulk = {
      schema: CHANGE_ROWS,
      bodyLimit: BODY_BYTES_MAX,
      config: { right: 'batches:create' as const },
    };
    app.patch('/batches/:batch_id/rows', bulk, async (request) => {
      const { caller, params, body } = request;
      const { accountId } = caller;
      const id = readBatchId(params.batch_id);
      await mustFind(deps, accountId, id);
      const { edits } = body;
      if (new Set(edits.map(({ line }) => line)).size < edits.length)
        throw apiError('field_invalid', { param: 'edits', values: BAD_EDITS });
      const changes = edits.map(({ line, ...fields }) => toChange(line, fields));
      await change(request, id, changes, body.revision);
      return mustFind(deps, accountId, id);
    });

    app.post(
      '/batches/:batch_id/recheck',
      { schema: RECHECK, config: { right: 'batches:create' } },
      async ({ caller, actor, params }) => {
        const { accountId } = caller;
        const id = readBatchId(params.batch_id);
        const giveBack = deps.uploads.take(accountId);
        try {
          requireDone(await recheckRows({ ...checks, pool: deps.pools.files }, accountId, id, actor));
        } finally {
          giveBack();
        }
        return mustFind(deps, accountId, id);
      },
    );
  };
}

const ANY_ROW = toRowFilter({ limit: '1', phone_number: undefined });
const NO_CHANGES = { field: 'The body', rule: FIELD_RULES.changes };
const BAD_EDITS = { field: 'edits', rule: FIELD_RULES.edits };

type ChangeFields = Omit<z.output<typeof ChangeBatchRow>, 'revision'>;

function toChange(line: number, fields: ChangeFields): RowChange {
  const { phone_number: phoneNumber, bundle_id: bundleId, data_mb: dataMb, dropped } = fields;
  return { line, phoneNumber, bundleId, dataMb, validityHours: fields.validity_hours, dropped };
}

function readLine(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw apiError('row_unknown', { values: { line: text } });
  return Number(text);
}

async function findRow({ pools }: BatchRowRoutesDeps, accountId: AccountId, id: BatchId, line: number) {
  const file = await findBatchFile(pools.own.of(accountId), accountId, id);
  if (file === null) throw noSuchBatch();
  const limit = { rows: 1, bytes: 1 };
  const found = await listBatchRows(pools.own.of(accountId), accountId, id, ANY_ROW, line - 1, limit);
  const [row] = renderRows(file, found.rows);
  if (row?.line !== line) throw apiError('row_unknown', { values: { line } });
  return row;
}

/** @throws ApiError unless the change was made. */
function requireDone(outcome: ChangeOutcome): void {
  if (outcome.kind !== 'changed') throw refusal(outcome);
}

function refusal(outcome: Exclude<ChangeOutcome, { kind: 'changed' }>): ApiError {
  switch (outcome.kind) {
    case 'not_found':
      return noSuchBatch();
    case 'closed': {
      const { status } = outcome;
      return apiError('batch_rows_closed', { values: { status }, details: { status } });
    }
    case 'revision_differs': {
      const { revision } = outcome;
      return apiError('batch_revision_differs', { values: { revision }, details: { revision } });
    }
    case 'no_such_row':
      return apiError('row_unknown', { values: { line: outcome.line }, details: { line: outcome.line } });
    case 'bought_again':
      return boughtAgain();
    case 'too_many_affected':
      return apiError('rows_affected_many', { values: { most: AFFECTED_MAX.toLocaleString('en') } });
    default:
      return assertNever(outcome);
  }
}
