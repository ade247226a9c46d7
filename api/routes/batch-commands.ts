import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type {
  RequestBatchStart,
  ResumeBatch,
  ScheduleBatch,
  StartBatch,
} from '../../contract/batches/batch-orders.ts';
import { type CommandOutcome, commandBatch, type Refusal } from '../../db/batches/commands.ts';
import { assertNever } from '../../domain/assert-never.ts';
import { type Agreement, type Disagreement, NOTHING_AGREED } from '../../domain/batch/agreement.ts';
import { type BatchCommand, listCommands } from '../../domain/batch/life.ts';
import { readSendBetween } from '../../domain/batch/quiet-hours.ts';
import { formatAmount } from '../../domain/money/amount.ts';
import type { Money } from '../../domain/money/money.ts';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { type ApiError, apiError } from '../plugins/api-error.ts';
import { acceptOptionalJson } from '../plugins/json-body.ts';
import { keyOf } from '../plugins/rights.ts';
import { approvalRequired } from './approvals/refusals.ts';
import { mustFind, noSuchBatch, type PageDeps, readBatchId } from './batch-pages.ts';
import { CANCEL, PAUSE, RESUME, START } from './batch-schemas.ts';

export interface BatchCommandDeps extends PageDeps {
  /** Called after each commit with the queues that have new rows, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
}

/** POST /v1/batches/{batch_id}/start, pause, resume and cancel. */
export function batchCommandRoutes(deps: BatchCommandDeps): FastifyPluginAsyncZod {
  return async (app) => {
    acceptOptionalJson(app);
    const obey = async (
      request: FastifyRequest,
      text: string,
      command: BatchCommand,
      agreed: Agreement = NOTHING_AGREED,
    ) => {
      const { caller, actor } = request;
      const { accountId } = caller;
      const id = readBatchId(text);
      const outcome = await commandBatch(
        deps.pools.reads,
        accountId,
        id,
        command,
        actor,
        agreed,
        keyOf(request),
      );
      answerOutcome(outcome, command, agreed, deps.onOutbox);
      return mustFind(deps, accountId, id);
    };

    app.post(
      '/batches/:batch_id/start',
      { schema: START, config: { right: 'batches:start' } },
      async (request) => obey(request, request.params.batch_id, 'start', toAgreement(request.body)),
    );
    app.post(
      '/batches/:batch_id/resume',
      { schema: RESUME, config: { right: 'batches:start' } },
      async (request) => obey(request, request.params.batch_id, 'resume', toAgreement(request.body)),
    );
    app.post(
      '/batches/:batch_id/pause',
      { schema: PAUSE, config: { right: 'batches:stop' } },
      async (request) => obey(request, request.params.batch_id, 'pause'),
    );
    app.post(
      '/batches/:batch_id/cancel',
      { schema: CANCEL, config: { right: 'batches:stop' } },
      async (request) => obey(request, request.params.batch_id, 'cancel'),
    );
  };
}

export function toAgreement(
  body: StartBatch | ScheduleBatch | ResumeBatch | RequestBatchStart | null | undefined,
): Agreement {
  if (body === null || body === undefined) return NOTHING_AGREED;
  return {
    approvedCost: body.approved_cost ?? null,
    fileSha256: 'file_sha256' in body ? (body.file_sha256 ?? null) : null,
    revision: 'revision' in body ? (body.revision ?? null) : null,
    first: 'first' in body ? (body.first ?? null) : null,
    ...('send_between' in body && body.send_between !== undefined
      ? { sendBetween: body.send_between === null ? null : readSendBetween(body.send_between) }
      : {}),
  };
}

/** Wakes the relay after a change. @throws ApiError if the command changed nothing and should have */
export function answerOutcome(
  outcome: CommandOutcome,
  command: string,
  agreed: Agreement,
  onOutbox: BatchCommandDeps['onOutbox'],
): void {
  switch (outcome.kind) {
    case 'moved':
      onOutbox(new Set([TEMPORAL_QUEUE]));
      return;
    case 'already':
      return;
    case 'unapproved':
      throw approvalRequired(outcome.approval);
    default:
      throw refusalOf(outcome, command, agreed);
  }
}

/** Says why a command changed nothing. */
export function refusalOf(refusal: Refusal, command: string, agreed: Agreement): ApiError {
  switch (refusal.kind) {
    case 'not_found':
      return noSuchBatch();
    case 'undecided':
      return apiError('corrections_undecided');
    case 'empty':
      return apiError('batch_nothing_left');
    case 'has_errors':
      return apiError('batch_errors_left');
    case 'disagreed':
      return disagreement(refusal.why, agreed.approvedCost);
    case 'refused':
      return apiError('batch_command_impossible', {
        values: { command, status: refusal.status, allowed: listCommands(refusal.status) },
        details: { status: refusal.status },
      });
    default:
      return assertNever(refusal);
  }
}

function disagreement(why: Disagreement, approvedCost: Money | null): ApiError {
  const text = (money: Money | null) => (money === null ? '' : formatAmount(money.amount, money.currency));
  const approved = text(approvedCost);
  switch (why.kind) {
    case 'file_differs':
      return apiError('batch_file_differs', { details: { file_sha256: why.fileSha256 } });
    case 'cost_differs':
      return apiError('batch_cost_differs', {
        values: { approved, cost: text(why.cost) },
        details: { cost: why.cost },
      });
    case 'revision_differs':
      return apiError('batch_revision_differs', {
        values: { revision: why.revision },
        details: { revision: why.revision },
      });
    case 'over_limit':
      return apiError('campaign_over_limit', {
        values: { cost: text(why.cost), limit: text(why.limit) },
        details: { scope: 'campaign', limit: why.limit, cost: why.cost },
      });
    case 'below_spent':
      return apiError('batch_cost_below_spent', {
        values: { approved, spent: text(why.spent) },
        details: { spent: why.spent },
      });
    default:
      return assertNever(why);
  }
}
