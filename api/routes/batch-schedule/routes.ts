import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requestStart } from '../../../db/batches/request-start.ts';
import { orderSchedule } from '../../../db/batches/schedule.ts';
import { type Agreement, NOTHING_AGREED } from '../../../domain/batch/agreement.ts';
import type { ScheduleOrder } from '../../../domain/batch/schedule.ts';
import { apiError } from '../../plugins/api-error.ts';
import { acceptOptionalJson } from '../../plugins/json-body.ts';
import { keyOf } from '../../plugins/rights.ts';
import { showApproval } from '../approvals/show.ts';
import { answerOutcome, type BatchCommandDeps, refusalOf, toAgreement } from '../batch-commands.ts';
import { mustFind, readBatchId } from '../batch-pages.ts';
import { REQUEST_START, SCHEDULE, START_NOW, UNSCHEDULE } from './schemas.ts';

/** POST /v1/batches/{batch_id}/schedule, start-now, unschedule and request-start. */
export function batchScheduleRoutes(deps: BatchCommandDeps): FastifyPluginAsyncZod {
  return async (app) => {
    acceptOptionalJson(app);
    const obey = async (
      request: FastifyRequest,
      text: string,
      order: ScheduleOrder,
      agreed: Agreement = NOTHING_AGREED,
    ) => {
      const { accountId } = request.caller;
      const id = readBatchId(text);
      const outcome = await orderSchedule(
        deps.pools.reads,
        accountId,
        id,
        order,
        request.actor,
        agreed,
        keyOf(request),
      );
      if (outcome.kind === 'past') throw startPast(outcome);
      answerOutcome(outcome, order.kind.replace('_', '-'), agreed, deps.onOutbox);
      return mustFind(deps, accountId, id);
    };

    app.post(
      '/batches/:batch_id/schedule',
      { schema: SCHEDULE, config: { right: 'batches:start' } },
      async (request) =>
        obey(
          request,
          request.params.batch_id,
          { kind: 'schedule', startAt: new Date(request.body.start_at) },
          toAgreement(request.body),
        ),
    );
    app.post(
      '/batches/:batch_id/start-now',
      { schema: START_NOW, config: { right: 'batches:start' } },
      async (request) => obey(request, request.params.batch_id, { kind: 'start_now' }),
    );
    app.post(
      '/batches/:batch_id/unschedule',
      { schema: UNSCHEDULE, config: { right: 'batches:stop' } },
      async (request) => obey(request, request.params.batch_id, { kind: 'unschedule' }),
    );
    app.post(
      '/batches/:batch_id/request-start',
      { schema: REQUEST_START, config: { right: 'batches:create' } },
      async (request, reply) => {
        const { caller, actor, body } = request;
        const id = readBatchId(request.params.batch_id);
        const agreed = toAgreement(body);
        const startAt = body.start_at === undefined ? null : new Date(body.start_at);
        const wanted = { startAt, note: body.note ?? null };
        const outcome = await requestStart(deps.pools.reads, caller.accountId, id, wanted, actor, agreed);
        if (outcome.kind === 'past') throw startPast(outcome);
        if (!('approval' in outcome)) throw refusalOf(outcome, 'request-start', agreed);
        reply.code(outcome.kind === 'requested' ? 201 : 200);
        return showApproval(deps, request, outcome.approval);
      },
    );
  };
}

function startPast({ startAt, now }: { readonly startAt: Date; readonly now: Date }) {
  const values = { start_at: startAt.toISOString(), now: now.toISOString() };
  return apiError('batch_start_past', { values, details: values });
}
