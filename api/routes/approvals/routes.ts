import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { renderApprovalRules } from '../../../contract/approvals/rules.ts';
import { decideApproval } from '../../../db/approvals/decide.ts';
import type { DecisionVerb } from '../../../db/approvals/decision.ts';
import { endExpired } from '../../../db/approvals/expire.ts';
import { listApprovals } from '../../../db/approvals/read.ts';
import { readApprovalRule, replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { findApproval } from '../../../db/approvals/store.ts';
import { type ApprovalId, readId } from '../../../domain/ids.ts';
import { acceptOptionalJson } from '../../plugins/json-body.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { isOwnRequest } from './own-request.ts';
import { answerDecision, noSuchApproval } from './refusals.ts';
import { readRule } from './rule.ts';
import { APPROVE, GET, GET_RULES, LIST, type ListQuery, PUT_RULES, REJECT, WITHDRAW } from './schemas.ts';
import { showApproval, showApprovals } from './show.ts';

/** /v1/approvals, and GET and PUT of /v1/settings/approval-rules. */
export function approvalRoutes(deps: PageDeps): FastifyPluginAsyncZod {
  const pool = deps.pools.reads;
  const find = async (request: FastifyRequest, text: string) => {
    const { accountId } = request.caller;
    const id = readId('apr', text);
    await endExpired(pool, accountId);
    const found = id === null ? null : await findApproval(deps.pools.own.of(accountId), accountId, id);
    if (found === null) throw noSuchApproval();
    return showApproval(deps, request, found);
  };
  const decide = async (request: FastifyRequest, text: string, verb: DecisionVerb, reason: string | null) => {
    const { caller, actor } = request;
    const id = readId('apr', text);
    if (id === null) throw noSuchApproval();
    answerDecision(await decideApproval(pool, caller.accountId, id, verb, actor, reason));
    return find(request, text);
  };

  return async (app) => {
    acceptOptionalJson(app);
    const read = { right: 'approvals:read' } as const;
    const may = { right: 'approvals:decide' } as const;
    const path = '/approvals/:approval_id';
    app.get('/approvals', { schema: LIST, config: read }, async (request, reply) =>
      deps.lists.make(reply, request.caller.accountId, () => list(deps, request, request.query)),
    );
    app.get(path, { schema: GET, config: read }, async (request) =>
      find(request, request.params.approval_id),
    );
    app.post(`${path}/approve`, { schema: APPROVE, config: may }, async (request) =>
      decide(request, request.params.approval_id, 'approve', request.body?.reason ?? null),
    );
    app.post(`${path}/reject`, { schema: REJECT, config: may }, async (request) =>
      decide(request, request.params.approval_id, 'reject', request.body.reason),
    );
    const asked = { right: 'batches:start', orIf: isOwnRequest(deps.pools) } as const;
    app.post(`${path}/withdraw`, { schema: WITHDRAW, config: asked }, async (request) =>
      decide(request, request.params.approval_id, 'withdraw', request.body.reason),
    );

    const settings = '/settings/approval-rules';
    app.get(settings, { schema: GET_RULES, config: { right: 'rules:read' } }, async ({ caller }) =>
      showRules(caller),
    );
    app.put(settings, { schema: PUT_RULES, config: { right: 'approvals:rules' } }, async (request) => {
      const { caller, actor, body } = request;
      const rule = readRule(body.campaign_start, caller.currency);
      await replaceApprovalRule(pool, caller.accountId, 'campaign_start', rule, actor);
      return showRules(caller);
    });
  };

  async function showRules({ accountId, currency }: FastifyRequest['caller']) {
    return renderApprovalRules(
      await readApprovalRule(deps.pools.own.of(accountId), accountId, 'campaign_start'),
      currency,
    );
  }
}

async function list(deps: PageDeps, request: FastifyRequest, { limit, cursor, ...filters }: ListQuery) {
  const { accountId } = request.caller;
  await endExpired(deps.pools.reads, accountId);
  const batchId = filters.batch_id === undefined ? null : readId('bat', filters.batch_id);
  const namesNone = filters.batch_id !== undefined && batchId === null;
  return readPage({
    cursors: deps.cursors,
    scope: { accountId, endpoint: 'approvals', filters },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      const id = readId('apr', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: async (after: ApprovalId | null, count) => {
      if (namesNone) return [];
      const filter = { status: filters.status ?? null, batchId };
      return deps.lists.read(accountId, async () => {
        const found = await listApprovals(deps.pools.own.of(accountId), accountId, filter, after, count);
        return showApprovals(deps, request, found);
      });
    },
    positionOf: ({ id }) => [id],
    render: (shown) => [...shown],
  });
}
