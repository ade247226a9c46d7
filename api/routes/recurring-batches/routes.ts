import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type CreateRecurringBatch,
  renderRecurringBatch,
} from '../../../contract/batches/recurring-batch.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import {
  createRecurrence,
  findRecurrence,
  listRecurrences,
  setRecurrenceStatus,
} from '../../../db/recurrence/recurrences.ts';
import { listRuns } from '../../../db/recurrence/runs.ts';
import { findSource } from '../../../db/recurrence/source-rows.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type RecurrenceId, readId } from '../../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../../domain/network/queues.ts';
import { NEXT_RUNS_MAX, nextRuns } from '../../../domain/recurrence/calendar.ts';
import type { Recurrence } from '../../../domain/recurrence/recurrence.ts';
import { apiError } from '../../plugins/api-error.ts';
import { acceptOptionalJson } from '../../plugins/json-body.ts';
import { keyOf } from '../../plugins/rights.ts';
import type { BatchCommandDeps } from '../batch-commands.ts';
import { readBatchId } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { CREATE, DELETE, GET, LIST, PAUSE, RESUME } from './schemas.ts';

/** /v1/recurring-batches */
export function recurringBatchRoutes(deps: BatchCommandDeps): FastifyPluginAsyncZod {
  const pool = deps.pools.reads;
  const find = async (accountId: AccountId, text: string) => {
    const id = readId('rec', text);
    const found = id === null ? null : await findRecurrence(deps.pools.own.of(accountId), accountId, id);
    if (found === null) throw apiError('recurring_batch_unknown');
    return show(deps, found);
  };
  const set = async (request: FastifyRequest, text: string, to: Recurrence['status']) => {
    const { accountId } = request.caller;
    const id = readId('rec', text);
    if (
      id === null ||
      (await setRecurrenceStatus(pool, accountId, id, to, request.actor, keyOf(request))) === null
    )
      throw apiError('recurring_batch_unknown');
    deps.onOutbox(new Set([TEMPORAL_QUEUE]));
    return find(accountId, text);
  };

  return async (app) => {
    acceptOptionalJson(app);
    app.post(
      '/recurring-batches',
      { schema: CREATE, config: { right: 'recurring-batches:start' } },
      async (request, reply) => {
        const { status, shown } = await create(deps, request, request.body);
        deps.onOutbox(new Set([TEMPORAL_QUEUE]));
        return reply.code(status).send(shown);
      },
    );
    app.get(
      '/recurring-batches',
      { schema: LIST, config: { right: 'recurring-batches:read' } },
      async ({ caller, query }, reply) =>
        deps.lists.make(reply, caller.accountId, () => list(deps, caller.accountId, query)),
    );
    const path = '/recurring-batches/:recurring_batch_id';
    app.get(path, { schema: GET, config: { right: 'recurring-batches:read' } }, async ({ caller, params }) =>
      find(caller.accountId, params.recurring_batch_id),
    );
    app.delete(path, { schema: DELETE, config: { right: 'recurring-batches:stop' } }, async (request) =>
      set(request, request.params.recurring_batch_id, 'deleted'),
    );
    app.post(
      `${path}/pause`,
      { schema: PAUSE, config: { right: 'recurring-batches:stop' } },
      async (request) => set(request, request.params.recurring_batch_id, 'paused'),
    );
    app.post(
      `${path}/resume`,
      { schema: RESUME, config: { right: 'recurring-batches:start' } },
      async (request) => set(request, request.params.recurring_batch_id, 'active'),
    );
  };
}

async function create(deps: BatchCommandDeps, request: FastifyRequest, body: CreateRecurringBatch) {
  const { accountId, currency } = request.caller;
  const sourceId = readBatchId(body.batch_id);
  if (body.approved_cost.currency !== currency)
    throw apiError('field_invalid', {
      param: 'approved_cost',
      values: { field: 'approved_cost', rule: FIELD_RULES.own_currency },
    });
  if ((await findSource(deps.pools.reads, accountId, sourceId)) === null)
    throw apiError('recurring_source_unknown');
  const [hours = 0, minutes = 0] = body.at.split(':').map(Number);
  const created = await createRecurrence(
    deps.pools.reads,
    {
      id: newId('rec'),
      accountId,
      reference: body.reference,
      sourceId,
      calendar: {
        timeZone: body.time_zone,
        minute: hours * 60 + minutes,
        weekdays: [...new Set(body.weekdays)].sort((a, b) => a - b),
        monthDays: [...new Set(body.month_days)].sort((a, b) => a - b),
        endsAt: body.ends_at === undefined ? null : new Date(body.ends_at),
      },
      approvedCost: body.approved_cost.amount,
      currency,
      duplicateWindowHours: body.duplicate_window_hours ?? 0,
      keyId: keyOf(request),
    },
    request.actor,
  );
  if (created.kind === 'exists') throw apiError('recurring_reference_used');
  if (created.kind === 'never_runs') throw apiError('recurring_batch_never');
  const status = created.kind === 'created' ? 201 : 200;
  return { status, shown: await show(deps, created.recurrence) } as const;
}

async function show({ pools }: BatchCommandDeps, recurrence: Recurrence) {
  const runs = await listRuns(
    pools.own.of(recurrence.accountId),
    recurrence.accountId,
    recurrence.id,
    NEXT_RUNS_MAX,
  );
  const { nextRunAt, calendar } = recurrence;
  const next = nextRunAt === null ? [] : nextRuns(calendar, new Date(nextRunAt.getTime() - 1), NEXT_RUNS_MAX);
  return renderRecurringBatch(recurrence, runs, next);
}

function list(
  deps: BatchCommandDeps,
  accountId: AccountId,
  { limit, cursor }: { readonly limit: string; readonly cursor?: string | undefined },
) {
  return readPage({
    cursors: deps.cursors,
    scope: { accountId, endpoint: 'recurring-batches', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      const id = readId('rec', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: async (after: RecurrenceId | null, count) => {
      const read = () => listRecurrences(deps.pools.own.of(accountId), accountId, after, count);
      const found = await deps.lists.read(accountId, read);
      return Promise.all(found.map((recurrence) => show(deps, recurrence)));
    },
    positionOf: ({ id }) => [id],
    render: (shown) => [...shown],
  });
}
