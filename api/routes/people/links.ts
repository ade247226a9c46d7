import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { acceptWithLink, type InvitedDeps, isInvitationToken } from './invitation.ts';
import { SIGN_IN_WITH_LINK } from './schemas.ts';
import { answerSignIn, browserOf } from './sign-in.ts';

/** POST /v1/auth/sign-in/link: the token says what the link is for. */
export function linkRoutes(deps: InvitedDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post('/sign-in/link', { schema: SIGN_IN_WITH_LINK }, async (request, reply) => {
      const { token } = request.body;
      if (isInvitationToken(token)) return acceptWithLink(deps, token, request, reply);
      const session = await deps.people.signInWithLink(token, browserOf(request));
      return answerSignIn(deps, session, request, reply);
    });
  };
}
