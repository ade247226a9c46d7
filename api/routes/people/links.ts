import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { useRecoveryLink } from '../../../db/people/sign-ins/recovery.ts';
import { LINK_PREFIX } from '../../../domain/access/person-mail.ts';
import { hashMailToken } from '../../../services/people/links.ts';
import { notSignedIn } from './actors.ts';
import { acceptWithLink, isInvitationToken } from './invitation.ts';
import { SIGN_IN_WITH_LINK } from './schemas.ts';
import { answerSignIn, browserOf, type SignInDeps } from './sign-in.ts';

/** POST /v1/auth/sign-in/link: the token says what the link is for. */
export function linkRoutes(deps: SignInDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post('/sign-in/link', { schema: SIGN_IN_WITH_LINK }, async (request, reply) => {
      const { token } = request.body;
      if (isInvitationToken(token)) return acceptWithLink(deps, token, request, reply);
      if (token.startsWith(LINK_PREFIX.recovery)) return recover(deps, token, request, reply);
      const session = await deps.people.signInWithLink(token, browserOf(request));
      if (session === null) noteRefused(deps, 'link', request);
      return answerSignIn(deps, session, 'link', request, reply);
    });
  };
}

/** Signs in a person who forgot their password, so that they can set another one. */
async function recover(deps: SignInDeps, token: string, request: FastifyRequest, reply: FastifyReply) {
  const { people, pool } = deps;
  const personId = await useRecoveryLink(pool, hashMailToken(token));
  if (personId === null) noteRefused(deps, 'recovery', request);
  const session = personId === null ? null : await people.signInWithMail(personId, browserOf(request));
  return answerSignIn(deps, session, 'recovery', request, reply);
}

function noteRefused({ refusals }: SignInDeps, way: 'link' | 'recovery', request: FastifyRequest): void {
  refusals.noteSignIn({ actor: notSignedIn(request), action: 'refused_link', details: { way } }, null);
}
