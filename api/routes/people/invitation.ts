import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  acceptInvitation,
  findInvitationOfLink,
  type LinkedInvitation,
} from '../../../db/people/invitations/accept.ts';
import { findHomeAccount } from '../../../db/people/own-organisation.ts';
import { requiresSso } from '../../../db/people/sso/settings.ts';
import { domainOf } from '../../../domain/access/email-domain.ts';
import { LINK_PREFIX } from '../../../domain/access/person-mail.ts';
import { hashMailToken } from '../../../services/people/links.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';
import { takeAttempt } from '../../plugins/authenticate.ts';
import { actorOf, notSignedIn } from './actors.ts';
import { renderSession } from './render.ts';
import { answerSignIn, browserOf, type SignInDeps } from './sign-in.ts';

export function isInvitationToken(token: string): boolean {
  return token.startsWith(LINK_PREFIX.invitation);
}

/**
 * Accepts the invitation of a link, and signs its person in. A person who is signed in stays so, and accepts only what was sent to
 * their own address.
 * @throws ApiError `not_signed_in` if it has ended, `permission_denied` if it was sent to another address. Both are recorded.
 */
export async function acceptWithLink(
  deps: SignInDeps,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const { people, pool } = deps;
  const { cookie } = request.headers;
  const invitation = await findInvitationOfLink(pool, hashMailToken(token));
  const session = people.carriesSession(cookie) ? await people.findSession(cookie ?? '') : null;
  if (invitation === null || !invitation.isOpen) throw await ended(deps, invitation, request, reply);
  if (session !== null && session.email !== invitation.email) {
    await noteRefused(deps, invitation, session, 'other_person', request);
    throw apiError('invitation_of_other');
  }
  const domain = domainOf(invitation.email);
  if (session === null && domain !== null && (await requiresSso(pool, domain)))
    throw apiError('sso_required');
  const actor = session === null ? notSignedIn(request) : actorOf(session, request);
  const personId = await acceptInvitation(pool, invitation, actor);
  if (personId === null) throw await ended(deps, invitation, request, reply);
  if (session !== null) return renderSession(deps, session);
  return answerSignIn(
    deps,
    await people.signInWithMail(personId, browserOf(request)),
    'invitation',
    request,
    reply,
  );
}

async function ended(
  deps: SignInDeps,
  invitation: LinkedInvitation | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiError> {
  await noteRefused(deps, invitation, null, invitation === null ? 'unknown' : 'ended', request);
  takeAttempt(deps.failed, request, reply, 'sign_ins_exceeded');
  return apiError('invitation_ended');
}

async function noteRefused(
  { pool, refusals }: SignInDeps,
  invitation: LinkedInvitation | null,
  session: SignedIn | null,
  why: 'unknown' | 'ended' | 'other_person',
  request: FastifyRequest,
): Promise<void> {
  refusals.note({
    accountId: invitation === null ? null : await findHomeAccount(pool, invitation.organisationId),
    actor: session === null ? notSignedIn(request) : actorOf(session, request),
    action: 'refused_invitation',
    subject: invitation?.id ?? 'invitation',
    details: { why },
  });
}
