import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listPasskeys, PASSKEYS_MAX, removePasskey } from '../../../../db/people/passkeys.ts';
import { readId } from '../../../../domain/ids.ts';
import { apiError } from '../../../plugins/api-error.ts';
import { acceptOptionalJson } from '../../../plugins/json-body.ts';
import { requireFreshSession, requireSession } from '../../../plugins/sessions/session-holder.ts';
import { actorOf } from '../actors.ts';
import { renderPasskey } from '../render.ts';
import { ADD_PASSKEY, OF_PASSKEY, WITHOUT_BODY } from '../schemas.ts';
import { noteRefused, type PasskeyDeps, requireParty } from './deps.ts';

/** The passkeys of a person who is signed in, under /v1/auth/passkeys. */
export function passkeyRoutes(deps: PasskeyDeps): FastifyPluginAsyncZod {
  const { pool, people } = deps;
  return async (app) => {
    app.post('/passkeys', { schema: ADD_PASSKEY }, async (request, reply) => {
      const session = await requireFreshSession(deps, request, reply);
      const party = requireParty(deps, request);
      const { name, credential } = request.body;
      const made = { name, response: credential };
      const added = await people.passkeys.add(session, party, made, actorOf(session, request));
      if (added === 'full') throw apiError('passkeys_exceeded', { values: { max: PASSKEYS_MAX } });
      if (added === 'known') throw apiError('passkey_not_added');
      if (typeof added !== 'string') {
        noteRefused(deps, added, session, request, reply);
        throw apiError('passkey_not_added');
      }
      reply.code(201);
      return { id: added, name };
    });

    await app.register(async (scope: typeof app) => {
      acceptOptionalJson(scope);
      scope.post('/passkeys/options', { schema: WITHOUT_BODY }, async (request, reply) => {
        const session = await requireFreshSession(deps, request, reply);
        return people.passkeys.beginAdding(session, requireParty(deps, request));
      });

      scope.get('/passkeys', { schema: WITHOUT_BODY }, async (request, reply) => {
        const { personId } = await requireSession(deps, request, reply);
        return { data: (await listPasskeys(pool, personId)).map(renderPasskey) };
      });

      scope.delete('/passkeys/:passkey_id', { schema: OF_PASSKEY }, async (request, reply) => {
        const session = await requireFreshSession(deps, request, reply);
        const id = readId('pky', request.params.passkey_id);
        if (id === null || !(await removePasskey(pool, id, session, actorOf(session, request))))
          throw apiError('passkey_unknown');
        return reply.code(204).send();
      });
    });
  };
}
