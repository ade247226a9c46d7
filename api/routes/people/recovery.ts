import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { countAttempt } from '../../../db/people/sign-in-attempts.ts';
import { askRecovery, countRecovery } from '../../../db/people/sign-ins/recovery.ts';
import { toSource } from '../../plugins/failed-attempts.ts';
import { notSignedIn } from './actors.ts';
import { RECOVER } from './schemas.ts';
import { mustWait, type SignInDeps } from './sign-in.ts';

/**
 * POST /v1/auth/password/forgotten: mails a link to the person with this e-mail address. The answer is the same if there is none. The
 * relay sends the mail with its next pass, so the answer does not wait for a mail server.
 */
export function recoveryRoutes({ pool }: SignInDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post('/password/forgotten', { schema: RECOVER }, async (request, reply) => {
      const email = request.body.email.toLowerCase();
      const emailHash = createHash('sha256').update(`recovery ${email}`).digest();
      const source = toSource(request.ip);
      const waitMs = (await countRecovery(pool, source)) || (await countAttempt(pool, { source, emailHash }));
      if (waitMs > 0) throw mustWait(waitMs);
      await askRecovery(pool, email, notSignedIn(request));
      return reply.code(204).send();
    });
  };
}
