import type { FastifyRequest } from 'fastify';
import {
  type ActorNames,
  type ApprovalResource,
  renderApproval,
} from '../../../contract/approvals/approval.ts';
import { readActorNames } from '../../../db/approvals/names.ts';
import type { StoredApproval } from '../../../domain/approvals/stored.ts';
import type { PageDeps } from '../batch-pages.ts';

type NameDeps = Pick<PageDeps, 'pools'>;

/** Renders an approval with the names of who acted. */
export async function showApproval(
  deps: NameDeps,
  request: FastifyRequest,
  approval: StoredApproval,
): Promise<ApprovalResource> {
  return renderApproval(approval, await namesFor(deps, request, [approval]));
}

/** Renders approvals with the names of who acted. */
export async function showApprovals(
  deps: NameDeps,
  request: FastifyRequest,
  approvals: readonly StoredApproval[],
): Promise<ApprovalResource[]> {
  const names = await namesFor(deps, request, approvals);
  return approvals.map((approval) => renderApproval(approval, names));
}

/** Programs see names of people only if they have the right for it. */
function namesFor(
  { pools }: NameDeps,
  { caller: { accountId }, principal, rights }: FastifyRequest,
  approvals: readonly StoredApproval[],
): Promise<ActorNames> {
  const actors = approvals.flatMap(({ requestedBy, preparedBy, decisions }) => [
    requestedBy,
    ...preparedBy,
    ...decisions.map(({ by }) => by),
  ]);
  const seesPeople = principal.kind === 'person' || rights.has('people:read');
  const shown = actors.filter(({ kind }) => kind === 'key' || (kind === 'person' && seesPeople));
  return readActorNames(pools.own.of(accountId), accountId, shown);
}
