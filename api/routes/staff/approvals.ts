import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { DecisionVerb } from '../../../db/approvals/decision.ts';
import { endExpired } from '../../../db/approvals/expire.ts';
import { decideStaffApproval, type StaffDecisionOutcome } from '../../../db/approvals/staff/decide.ts';
import { listStaffApprovals } from '../../../db/approvals/staff/read.ts';
import { findStaffApproval } from '../../../db/approvals/staff/store.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { type ApprovalId, readId } from '../../../domain/ids.ts';
import { renderStaffApproval } from '../../../services/staff/approvals.ts';
import { apiError } from '../../plugins/api-error.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { APPROVE, REJECT, WITHDRAW } from './command-schemas.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { idIn, staffPage } from './list.ts';
import { APPROVAL, APPROVALS } from './schemas.ts';

const may = { staffRight: 'approvals:read' } as const;

/** /v1/staff/approvals. */
export function staffApprovalRoutes({ pools: { reads: pool }, cursors }: StaffDeps): FastifyPluginAsyncZod {
  const find = async (text: string) => {
    const id = readId('apr', text);
    await endExpired(pool, null);
    const found = id === null ? null : await findStaffApproval(pool, id);
    if (found === null) throw unknownToStaff('approval', 'approval_id');
    return renderStaffApproval(found.stored);
  };
  const decide = async (request: FastifyRequest, text: string, verb: DecisionVerb, reason: string) => {
    const id = readId('apr', text);
    if (id === null) throw unknownToStaff('approval', 'approval_id');
    answer(await decideStaffApproval(pool, id, verb, staffActor(request, reason), reason));
    return find(text);
  };
  return async (app) => {
    app.get('/approvals', { schema: APPROVALS, config: may }, async ({ query }) => {
      await endExpired(pool, null);
      return staffPage(cursors, {
        endpoint: 'approvals',
        query,
        render: renderStaffApproval,
        readPosition: ([id]) => idIn('apr', id),
        positionOf: ({ id }) => [id],
        find: (after: ApprovalId | null, limit) =>
          listStaffApprovals(pool, { all: query.all === 'true', limit }, after),
      });
    });
    app.get('/approvals/:approval_id', { schema: APPROVAL, config: may }, ({ params }) =>
      find(params.approval_id),
    );
    const decides = { staffRight: 'approvals:decide' } as const;
    app.post('/approvals/:approval_id/approve', { schema: APPROVE, config: decides }, (request) =>
      decide(request, request.params.approval_id, 'approve', request.body.reason),
    );
    app.post('/approvals/:approval_id/reject', { schema: REJECT, config: decides }, (request) =>
      decide(request, request.params.approval_id, 'reject', request.body.reason),
    );
    // Only who requested it can: domain/approvals/approval.ts.
    app.post('/approvals/:approval_id/withdraw', { schema: WITHDRAW, config: may }, (request) =>
      decide(request, request.params.approval_id, 'withdraw', request.body.reason),
    );
  };
}

/** @throws ApiError unless it was decided, now or before. */
function answer(outcome: StaffDecisionOutcome): void {
  switch (outcome.kind) {
    case 'moved':
    case 'already':
      return;
    case 'not_found':
      throw unknownToStaff('approval', 'approval_id');
    case 'expired':
      throw ended('expired');
    case 'ended':
      throw ended(outcome.status);
    case 'own':
      throw apiError('staff_approval_own', { details: { role: outcome.role } });
    case 'not_requester':
      throw apiError('staff_approval_of_other');
    case 'not_signed_in':
      throw new TypeError('a staff member is signed in');
    default:
      assertNever(outcome);
  }
}

function ended(status: string) {
  return apiError('staff_approval_ended', { values: { status }, details: { status } });
}
