import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Adds two functions to the library. `startSession` begins the session of a person who proved who they are in another way, and
 * `replacePassword` sets a password without the former one. They have no path, so they cannot be reached over HTTP.
 */
export function sessionStart() {
  return {
    id: 'session-start',
    endpoints: {
      startSession: createAuthEndpoint(
        { method: 'POST', requireHeaders: true, body: z.object({ personId: z.uuid() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.personId);
          if (user === null) throw new APIError('UNAUTHORIZED');
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ started: true });
        },
      ),
      replacePassword: createAuthEndpoint(
        { method: 'POST', body: z.object({ personId: z.uuid(), newPassword: z.string() }) },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context;
          await internalAdapter.updatePassword(ctx.body.personId, await password.hash(ctx.body.newPassword));
          return ctx.json({ replaced: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
