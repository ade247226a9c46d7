import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { endSession } from '../../../db/people/sessions.ts';
import { type Attempt, countAttempt, forgiveAttempts } from '../../../db/people/sign-in-attempts.ts';
import { requiresSso } from '../../../db/people/sso/settings.ts';
import { domainOf } from '../../../domain/access/email-domain.ts';
import type { Browser } from '../../../services/people/people.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';
import { takeAttempt } from '../../plugins/authenticate.ts';
import { toSource } from '../../plugins/failed-attempts.ts';
import type { SessionDeps } from '../../plugins/sessions/session-holder.ts';
import { renderSession } from './render.ts';
import { SIGN_IN } from './schemas.ts';

export interface SignInDeps extends SessionDeps {
  readonly pool: Pool;
}

/** Passwords that a process checks at the same time: each takes 64 MB of memory and a thread for some 150 ms. */
const CHECKED_TOGETHER = 4;

/** POST /v1/auth/sign-in. */
export function signInRoutes(deps: SignInDeps): FastifyPluginAsyncZod {
  const { people, pool } = deps;
  let checking = 0;
  const check = async (email: string, password: string, from: Browser) => {
    if (checking >= CHECKED_TOGETHER) throw apiError('service_busy', { retryAfterSeconds: 1 });
    checking += 1;
    try {
      return await people.signInWithPassword(email, password, from);
    } finally {
      checking -= 1;
    }
  };
  return async (app) => {
    app.post('/sign-in', { schema: SIGN_IN }, async (request, reply) => {
      const { email, password } = request.body;
      const attempt = toAttempt(request.ip, email);
      const waitMs = await countAttempt(pool, attempt);
      if (waitMs > 0) throw mustWait(waitMs);
      const session = await check(email, password, browserOf(request));
      if (session !== null) await forgiveAttempts(pool, attempt);
      return answerSignIn(deps, session, request, reply);
    });
  };
}

/**
 * Answers a sign-in with its session and cookies, unless the person must sign in at their provider.
 * @throws ApiError `not_signed_in`, or `rate_limited`, if it is null.
 */
export async function answerSignIn(
  { people, pool, failed }: SignInDeps,
  session: SignedIn | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  if (session === null) {
    takeAttempt(failed, request, reply, 'sign_ins_exceeded');
    throw apiError('sign_in_refused');
  }
  const domain = domainOf(session.email);
  if (domain !== null && (await requiresSso(pool, domain))) {
    await endSession(pool, session.personId, session.sessionId);
    throw apiError('sso_required');
  }
  reply.header('Set-Cookie', [...session.cookies]);
  return renderSession(people, session);
}

function toAttempt(ip: string, email: string): Attempt {
  const emailHash = createHash('sha256').update(email.trim().toLowerCase()).digest();
  return { source: toSource(ip), emailHash };
}

/** After too many failures: how long to wait. */
export function mustWait(waitMs: number): ApiError {
  return apiError('sign_ins_exceeded', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

export function browserOf({ ip, headers }: FastifyRequest): Browser {
  return { address: ip, userAgent: headers['user-agent'] ?? '' };
}
