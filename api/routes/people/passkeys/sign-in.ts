import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { CHALLENGE_SECONDS } from '../../../../db/people/passkey-challenges.ts';
import { notePasskeyPass } from '../../../../db/people/sign-ins/notes.ts';
import { apiError } from '../../../plugins/api-error.ts';
import { acceptOptionalJson } from '../../../plugins/json-body.ts';
import { requireAnySession } from '../../../plugins/sessions/session-holder.ts';
import { actorOf } from '../actors.ts';
import { newBrowserSecret, readCookie } from '../browser-secret.ts';
import { renderSession } from '../render.ts';
import { USE_PASSKEY, WITHOUT_BODY } from '../schemas.ts';
import { answerSignIn, browserOf } from '../sign-in.ts';
import { noteRefused, type PasskeyDeps, requireParty } from './deps.ts';

/** Signing in with a passkey, and passing a session that a password or link began. */
export function passkeySignInRoutes(deps: PasskeyDeps): FastifyPluginAsyncZod {
  const { people } = deps;
  const { passkeys, signInCookies } = people;
  return async (app) => {
    app.post('/sign-in/passkey', { schema: USE_PASSKEY }, async (request, reply) => {
      const { cookie } = request.headers;
      const browser = readCookie(cookie, signInCookies.passkey.name);
      const proved = await passkeys.prove(browser, requireParty(deps, request), toAnswer(request.body));
      if (proved.kind === 'refused') {
        noteRefused(deps, proved, null, request, reply);
        throw apiError('passkey_refused');
      }
      if (people.carriesSession(cookie)) await people.signOut(cookie ?? '');
      const session = await people.signInWithPasskey(proved.personId, browserOf(request));
      return answerSignIn(deps, session, 'passkey', request, reply);
    });

    app.post('/second-factor/passkey', { schema: USE_PASSKEY }, async (request, reply) => {
      const session = await requireAnySession(deps, request, reply);
      const proved = await passkeys.confirm(session, requireParty(deps, request), toAnswer(request.body));
      if (proved.kind === 'refused') {
        noteRefused(deps, proved, session, request, reply);
        throw apiError('passkey_refused');
      }
      await notePasskeyPass(deps.pool, session.personId, actorOf(session, request));
      return renderSession(deps, { ...session, secondFactor: 'passed' });
    });

    await app.register(async (scope) => {
      acceptOptionalJson(scope);
      scope.post('/sign-in/passkey/options', { schema: WITHOUT_BODY }, async (request, reply) => {
        const party = requireParty(deps, request);
        const browser = newBrowserSecret(reply, signInCookies.passkey, CHALLENGE_SECONDS);
        return passkeys.beginSignIn(browser, party);
      });

      scope.post('/second-factor/passkey/options', { schema: WITHOUT_BODY }, async (request, reply) => {
        const session = await requireAnySession(deps, request, reply);
        return passkeys.beginConfirming(session, requireParty(deps, request));
      });
    });
  };
}

/** The answer of a device, as the library takes it. */
function toAnswer({ credential }: z.output<typeof USE_PASSKEY.body>) {
  const { userHandle, ...response } = credential.response;
  return {
    ...credential,
    response: { ...response, ...(typeof userHandle === 'string' ? { userHandle } : {}) },
  };
}
