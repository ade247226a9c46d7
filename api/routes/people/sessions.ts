import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { endOwnSession, endSession, listSessions } from '../../../db/people/sessions.ts';
import { noteSignOut } from '../../../db/people/sign-ins/notes.ts';
import { readId } from '../../../domain/ids.ts';
import { apiError } from '../../plugins/api-error.ts';
import { acceptOptionalJson } from '../../plugins/json-body.ts';
import { requireAnySession, requireSession } from '../../plugins/sessions/session-holder.ts';
import { actorOf } from './actors.ts';
import { renderListed, renderSession } from './render.ts';
import { OF_SESSION, SET_PASSWORD, WITHOUT_BODY } from './schemas.ts';
import type { SignInDeps } from './sign-in.ts';

/** What pages read if no one is signed in. */
export const NO_ONE = { session: null, person: null, accounts: [], staff: null };

/** What people do about their own sessions and password, under /v1/auth. */
export function sessionRoutes(deps: SignInDeps): FastifyPluginAsyncZod {
  const { people, pool } = deps;
  return async (app) => {
    acceptOptionalJson(app);

    app.get('/session', { schema: WITHOUT_BODY }, async (request, reply) => {
      // Pages ask this first, so it is no error that no one is signed in.
      if (!people.carriesSession(request.headers.cookie)) return NO_ONE;
      const session = await requireAnySession(deps, request, reply);
      return renderSession(deps, session);
    });

    app.get('/sessions', { schema: WITHOUT_BODY }, async (request, reply) => {
      const session = await requireSession(deps, request, reply);
      const listed = await listSessions(pool, session.personId);
      return { data: listed.map((each) => renderListed(each, session)) };
    });

    app.delete('/sessions/:session_id', { schema: OF_SESSION }, async (request, reply) => {
      const session = await requireSession(deps, request, reply);
      const id = readId('ses', request.params.session_id);
      if (id === null || !(await endOwnSession(pool, session.personId, id, actorOf(session, request))))
        throw apiError('session_unknown');
      return reply.code(204).send();
    });

    app.post('/sign-out', { schema: WITHOUT_BODY }, async (request, reply) => {
      const { cookie = '' } = request.headers;
      const session = people.carriesSession(cookie) ? await people.findSession(cookie) : null;
      // If the library cannot delete the session, it answers as if it could.
      if (session !== null) await endSession(pool, session.personId, session.sessionId);
      const cookies = await people.signOut(cookie);
      if (session !== null) await noteSignOut(pool, session.personId, actorOf(session, request));
      reply.header('Set-Cookie', [...cookies]);
      return reply.code(204).send();
    });
  };
}

/** PUT /v1/auth/password. */
export function passwordRoutes(deps: SignInDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.put('/password', { schema: SET_PASSWORD }, async (request, reply) => {
      const session = await requireSession(deps, request, reply);
      const { current_password: current, new_password: next } = request.body;
      const change = { current, next };
      const { personId } = session;
      const actor = actorOf(session, request);
      const set = await deps.people.setPassword(request.headers.cookie ?? '', session, change, actor);
      if (set === 'wrong') {
        const details = { why: 'current' };
        deps.refusals.noteSignIn({ actor, action: 'refused_password', details }, { personId });
        throw apiError('password_wrong');
      }
      if (set === 'stale') throw apiError('factor_not_fresh');
      if (set.cookies.length > 0) reply.header('Set-Cookie', [...set.cookies]);
      return reply.code(204).send();
    });
  };
}
