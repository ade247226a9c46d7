import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { endSession } from '../../../db/people/sessions.ts';
import { type Attempt, countAttempt, forgiveAttempts } from '../../../db/people/sign-in-attempts.ts';
import { noteBegun } from '../../../db/people/sign-ins/begun.ts';
import { requiresSso } from '../../../db/people/sso/settings.ts';
import { domainOf } from '../../../domain/access/email-domain.ts';
import { browserKind, type SignInWay } from '../../../domain/access/sign-in.ts';
import type { Browser } from '../../../services/people/people.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { readOrigin } from '../../plugins/actor.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';
import { takeAttempt } from '../../plugins/authenticate.ts';
import { toSource } from '../../plugins/failed-attempts.ts';
import type { RefusalLog } from '../../plugins/refusals.ts';
import type { SessionDeps } from '../../plugins/sessions/session-holder.ts';
import { actorOf, notSignedIn } from './actors.ts';
import { renderSession } from './render.ts';
import { SIGN_IN } from './schemas.ts';

export interface SignInDeps extends SessionDeps {
  readonly pool: Pool;
  readonly refusals: RefusalLog;
  /** Whether live accounts buy from simulators too. */
  readonly simulatedNetworks: boolean;
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
      const who = { email: email.trim().toLowerCase() };
      const refused = (why: string) =>
        deps.refusals.noteSignIn(
          { actor: notSignedIn(request), action: 'refused_password', details: { why } },
          who,
        );
      const waitMs = await countAttempt(pool, attempt);
      if (waitMs > 0) {
        refused('wait');
        throw mustWait(waitMs);
      }
      const session = await check(email, password, browserOf(request));
      if (session === null) refused('wrong');
      else await forgiveAttempts(pool, attempt);
      return answerSignIn(deps, session, 'password', request, reply);
    });
  };
}

/**
 * Records a sign-in, and answers with its session and cookies, unless the person must sign in at their provider.
 * @throws ApiError `not_signed_in`, or `rate_limited`, if it is null.
 */
export async function answerSignIn(
  deps: SignInDeps,
  session: SignedIn | null,
  way: SignInWay,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const { pool, failed, refusals } = deps;
  if (session === null) {
    takeAttempt(failed, request, reply, 'sign_ins_exceeded');
    throw apiError('sign_in_refused');
  }
  const domain = domainOf(session.email);
  if (domain !== null && (await requiresSso(pool, domain))) {
    await endSession(pool, session.personId, session.sessionId);
    const { personId } = session;
    const details = { why: 'sso_required', way };
    refusals.noteSignIn({ actor: notSignedIn(request), action: 'refused_sign_in', details }, { personId });
    throw apiError('sso_required');
  }
  await noteSignedIn(pool, session, way, request);
  reply.header('Set-Cookie', [...session.cookies]);
  return renderSession(deps, { ...session, beganWith: way });
}

/** Records a sign-in that succeeded. */
export async function noteSignedIn(
  pool: Pool,
  session: SignedIn,
  way: SignInWay,
  request: FastifyRequest,
): Promise<void> {
  const actor = actorOf(session, request);
  const deviceHash = createHash('sha256')
    .update(browserKind(actor.userAgent ?? ''))
    .digest();
  await noteBegun(pool, { ...session, way, deviceHash }, actor);
}

function toAttempt(ip: string, email: string): Attempt {
  const emailHash = createHash('sha256').update(email.trim().toLowerCase()).digest();
  return { source: toSource(ip), emailHash };
}

/** After too many failures: how long to wait. */
export function mustWait(waitMs: number): ApiError {
  return apiError('sign_ins_exceeded', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

export function browserOf(request: FastifyRequest): Browser {
  return { address: request.ip, userAgent: readOrigin(request).userAgent ?? '' };
}
