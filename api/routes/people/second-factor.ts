import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Verdict } from '../../../services/people/second-factor.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { apiError } from '../../plugins/api-error.ts';
import { acceptOptionalJson } from '../../plugins/json-body.ts';
import {
  requireAnySession,
  requireFreshSession,
  requireSession,
} from '../../plugins/sessions/session-holder.ts';
import { actorOf } from './actors.ts';
import { renderSession } from './render.ts';
import { WITH_CODE, WITHOUT_BODY } from './schemas.ts';
import { mustWait, type SignInDeps } from './sign-in.ts';

/** The second factor of a person, under /v1/auth/second-factor. */
export function secondFactorRoutes(deps: SignInDeps): FastifyPluginAsyncZod {
  const { people } = deps;
  const { secondFactors } = people;
  const refused = (session: SignedIn, verdict: Verdict, request: FastifyRequest) => {
    const { personId } = session;
    const details = { why: verdict.kind };
    deps.refusals.noteSignIn(
      { actor: actorOf(session, request), action: 'refused_code', details },
      { personId },
    );
    return toRefusal(verdict);
  };
  const answerPassed = async (session: SignedIn, reply: FastifyReply) =>
    reply.send(await renderSession(deps, { ...session, secondFactor: 'passed' }));

  return async (app) => {
    app.post('/second-factor/confirm', { schema: WITH_CODE }, async (request, reply) => {
      const session = await requireSession(deps, request, reply);
      const verdict = await secondFactors.confirm(session, request.body.code, actorOf(session, request));
      if (verdict.kind !== 'confirmed') throw refused(session, verdict, request);
      return { recovery_codes: verdict.recoveryCodes };
    });

    app.post('/second-factor/verify', { schema: WITH_CODE }, async (request, reply) => {
      const session = await requireAnySession(deps, request, reply);
      const verdict = await secondFactors.pass(session, request.body.code, actorOf(session, request));
      if (verdict.kind !== 'passed') throw refused(session, verdict, request);
      return answerPassed(session, reply);
    });

    await app.register(async (scope) => {
      acceptOptionalJson(scope);
      scope.post('/second-factor', { schema: WITHOUT_BODY }, async (request, reply) => {
        const session = await requireFreshSession(deps, request, reply);
        const uri = await secondFactors.begin(session);
        if (uri === null) throw apiError('second_factor_exists');
        return { uri, secret: new URL(uri).searchParams.get('secret') };
      });

      scope.delete('/second-factor', { schema: WITHOUT_BODY }, async (request, reply) => {
        const session = await requireFreshSession(deps, request, reply);
        if (!(await secondFactors.remove(session, actorOf(session, request))))
          throw apiError('second_factor_missing');
        return reply.code(204).send();
      });
    });
  };
}

function toRefusal(verdict: Verdict) {
  return verdict.kind === 'wait' ? mustWait(verdict.ms) : apiError('second_factor_wrong');
}
