import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { renderInvitation } from '../../../contract/people/invitation.ts';
import { INVITATIONS_PER_DAY, type Inviting, invite } from '../../../db/people/invitations/create.ts';
import { findInvitation, listInvitationsBefore } from '../../../db/people/invitations/read.ts';
import { type Withdrawal, withdrawInvitation } from '../../../db/people/invitations/withdraw.ts';
import type { Invitation } from '../../../domain/access/invitation.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { type AccountId, type InvitationId, readId } from '../../../domain/ids.ts';
import { PERSON_MAIL_QUEUE } from '../../../domain/network/queues.ts';
import { apiError } from '../../plugins/api-error.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { CREATE_INVITATION, LIST_INVITATIONS, WITHDRAW_INVITATION } from './invitation-schemas.ts';
import { exceedsRights, managerOf, type PageQuery, unknownRole } from './routes.ts';

const READ = { right: 'people:read' } as const;
const MANAGE = { right: 'people:manage' } as const;

export interface InvitationDeps extends PageDeps {
  /** Called after a commit with the queues that have new rows, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
}

/** /v1/invitations: who may join the organisation of the request's account. */
export function invitationRoutes(deps: InvitationDeps): FastifyPluginAsyncZod {
  const pool = deps.pools.reads;

  return async (app) => {
    const create = { schema: CREATE_INVITATION, config: MANAGE };
    app.post('/invitations', create, async (request, reply) => {
      const { accountId } = request.caller;
      const { role, replace = false } = request.body;
      const email = request.body.email.toLowerCase();
      const id = invitedOrThrow(await invite(pool, accountId, { email, role, replace }, managerOf(request)));
      deps.onOutbox(new Set([PERSON_MAIL_QUEUE]));
      const invitation = await findInvitation(deps.pools.own.of(accountId), accountId, id);
      if (invitation === null) throw apiError('invitation_unknown');
      reply.code(201);
      return renderInvitation(invitation);
    });

    const list = { schema: LIST_INVITATIONS, config: READ };
    app.get('/invitations', list, async ({ caller, query }, reply) =>
      deps.lists.make(reply, caller.accountId, () => listPage(deps, caller.accountId, query)),
    );

    const withdraw = { schema: WITHDRAW_INVITATION, config: MANAGE };
    app.delete('/invitations/:invitation_id', withdraw, async (request) => {
      const id = readId('inv', request.params.invitation_id);
      if (id === null) throw apiError('invitation_unknown');
      const { accountId } = request.caller;
      withdrawnOrThrow(await withdrawInvitation(pool, accountId, id, managerOf(request)));
      return { id, object: 'invitation' as const, deleted: true as const };
    });
  };
}

/** @throws ApiError if no one was invited. */
function invitedOrThrow(inviting: Inviting): InvitationId {
  switch (inviting.kind) {
    case 'invited':
      return inviting.id;
    case 'no_organisation':
      throw apiError('organisation_missing');
    case 'unknown_role':
      throw unknownRole();
    case 'is_member':
      throw apiError('invitation_of_member');
    case 'is_invited':
      throw apiError('invitation_open');
    case 'too_many':
      throw apiError('invitations_exceeded', { values: { max: INVITATIONS_PER_DAY } });
    case 'exceeds':
      throw exceedsRights(inviting.right);
    default:
      return assertNever(inviting);
  }
}

/** @throws ApiError if nothing was withdrawn. */
function withdrawnOrThrow(withdrawal: Withdrawal): void {
  switch (withdrawal.kind) {
    case 'withdrawn':
      return;
    case 'not_found':
      throw apiError('invitation_unknown');
    case 'ended':
      throw apiError('invitation_over');
    case 'exceeds':
      throw exceedsRights(withdrawal.right);
    default:
      assertNever(withdrawal);
  }
}

function listPage({ pools, cursors, lists }: PageDeps, accountId: AccountId, { limit, cursor }: PageQuery) {
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'invitations', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']) => {
      const id = readId('inv', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: (after: InvitationId | null, count) =>
      lists.read(accountId, () => listInvitationsBefore(pools.own.of(accountId), accountId, after, count)),
    positionOf: ({ id }: Invitation) => [id],
    render: (invitations: readonly Invitation[]) => invitations.map(renderInvitation),
  });
}
