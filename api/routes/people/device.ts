import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DEVICE_SECONDS, POLL_SECONDS } from '../../../db/people/device-sign-ins.ts';
import { countAttempt, forgiveAttempts } from '../../../db/people/sign-in-attempts.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import type { DeviceToken } from '../../../services/people/staff/devices.ts';
import { apiError } from '../../plugins/api-error.ts';
import { takeAttempt } from '../../plugins/authenticate.ts';
import { toSource } from '../../plugins/failed-attempts.ts';
import { acceptOptionalJson } from '../../plugins/json-body.ts';
import { requireStaff } from '../../plugins/sessions/staff-session.ts';
import { actorOf } from './actors.ts';
import { DECIDE_DEVICE, FIND_DEVICE, TAKE_DEVICE, WITHOUT_BODY } from './schemas.ts';
import { browserOf, mustWait, type SignInDeps } from './sign-in.ts';

const PAGE = '/device';

/** The errors of RFC 8628, section 3.5, and of RFC 6749, section 5.2. */
const ERRORS = {
  unknown: 'invalid_grant',
  expired: 'expired_token',
  denied: 'access_denied',
  pending: 'authorization_pending',
  too_often: 'slow_down',
} as const satisfies Readonly<Record<Exclude<DeviceToken['kind'], 'begun'>, string>>;

/**
 * How the command line signs in (RFC 8628, with JSON bodies): it begins and asks, and a staff member confirms in a browser.
 * Under /v1/auth/device.
 */
export function deviceRoutes(deps: SignInDeps): FastifyPluginAsyncZod {
  const { devices } = deps.people;
  return async (app) => {
    app.post('/device/token', { schema: TAKE_DEVICE }, async (request, reply) => {
      const taken = await devices.take(request.body.device_code);
      reply.header('Cache-Control', 'no-store');
      if (taken.kind === 'begun') return { access_token: taken.token, token_type: 'Bearer' };
      if (taken.kind === 'unknown') takeAttempt(deps.failed, request, reply, 'sign_ins_exceeded');
      return reply.code(400).send({ error: ERRORS[taken.kind] });
    });

    app.post('/device/find', { schema: FIND_DEVICE }, async (request, reply) => {
      const { user_code: userCode } = request.body;
      const session = await staffOf(deps, request, reply);
      const found = await withCode(deps, session, () => devices.find(userCode));
      return { source: found.source, user_agent: found.userAgent, created_at: found.createdAt };
    });

    app.post('/device/decide', { schema: DECIDE_DEVICE }, async (request, reply) => {
      const { user_code: userCode, decision } = request.body;
      const session = await staffOf(deps, request, reply);
      const actor = actorOf(session, request, 'staff');
      await withCode(
        deps,
        session,
        async () => (await devices.decide(userCode, decision, session.personId, actor)) || null,
      );
      return reply.code(204).send();
    });

    await app.register(async (scope) => {
      acceptOptionalJson(scope);
      scope.post('/device', { schema: WITHOUT_BODY }, async (request, reply) => {
        const userAgent = browserOf(request).userAgent;
        const begun = await devices.begin({ source: toSource(request.ip), userAgent });
        if (begun === null) throw apiError('sign_ins_exceeded', { retryAfterSeconds: DEVICE_SECONDS });
        const base = deps.people.findOwnBase(request.headers.host);
        reply.header('Cache-Control', 'no-store');
        return {
          device_code: begun.deviceCode,
          user_code: begun.userCode,
          // Relative if the API does not know its own address.
          verification_uri: base === null ? PAGE : new URL(PAGE, base).href,
          expires_in: DEVICE_SECONDS,
          interval: POLL_SECONDS,
        };
      });
    });
  };
}

/** The staff member who confirms. Refusals of people who are signed in are on record. */
async function staffOf(deps: SignInDeps, request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
  const { session } = await requireStaff(deps, request, reply, (person) => {
    const actor = actorOf(person, request);
    deps.refusals.note({ accountId: null, actor, action: 'refused_right', subject: 'device' });
  });
  return session;
}

/** Counts the code as wrong before it is looked up, so that no one guesses the code of another. By person. */
async function withCode<T>(
  { pool }: SignInDeps,
  { personId }: SignedIn,
  look: () => Promise<T | null>,
): Promise<T> {
  const attempt = { source: 'device-code', emailHash: createHash('sha256').update(personId).digest() };
  const waitMs = await countAttempt(pool, attempt);
  if (waitMs > 0) throw mustWait(waitMs);
  const found = await look();
  if (found === null) throw apiError('device_code_unknown');
  await forgiveAttempts(pool, attempt);
  return found;
}
