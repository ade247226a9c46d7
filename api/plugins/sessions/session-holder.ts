import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../../db/people/access.ts';
import { rightsInSession } from '../../../domain/access/session-rights.ts';
import { type AccountId, readId } from '../../../domain/ids.ts';
import type { People } from '../../../services/people/people.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { createAllowList } from '../allow-list.ts';
import { apiError } from '../api-error.ts';
import { type Authenticate, type KeyHolder, takeAttempt } from '../authenticate.ts';
import type { FailedAttempts } from '../failed-attempts.ts';
import type { RefuseCrossSite } from './cross-site.ts';

export interface SessionDeps {
  readonly people: People;
  readonly refuseCrossSite: RefuseCrossSite;
  readonly failed: FailedAttempts;
}

/** The header in which a person names the account that a request is for. */
const ACCOUNT_HEADER = 'bundlewire-account';

/**
 * Accepts the session of a person beside keys. A request with an Authorization header is judged by it alone, and its cookies mean
 * nothing. Nothing about a session is cached: one that was ended, or a role that was taken away, counts from the next request.
 * @throws ApiError `not_signed_in`, `permission_denied` for a request of another website, `not_found` or `invalid_request` for
 * the account; and what `byKey` throws.
 */
export function acceptSessions(byKey: Authenticate, deps: SessionDeps): Authenticate {
  const { people, refuseCrossSite } = deps;
  const bySession: Authenticate = async (request, reply) => {
    refuseCrossSite(request);
    const session = await requireSession(deps, request, reply);
    return toHolder(session, await chooseAccount(people, session, request));
  };
  return (request, reply) => {
    const { authorization, cookie } = request.headers;
    const carriesKey = authorization !== undefined || !people.carriesSession(cookie);
    return (carriesKey ? byKey : bySession)(request, reply);
  };
}

/**
 * The session of a request, whose renewed cookie is added to the answer.
 * @throws ApiError `not_signed_in`, or `rate_limited` after many of them.
 */
export async function requireAnySession(
  { people, failed }: Pick<SessionDeps, 'people' | 'failed'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const session = await people.findSession(request.headers.cookie ?? '');
  if (session === null) {
    takeAttempt(failed, request, reply, 'sign_ins_exceeded');
    throw apiError('session_ended');
  }
  if (session.cookies.length > 0) reply.header('Set-Cookie', [...session.cookies]);
  return session;
}

/** The same, but a session whose second factor is pending is rejected. */
export async function requireSession(
  deps: Pick<SessionDeps, 'people' | 'failed'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const session = await requireAnySession(deps, request, reply);
  if (session.secondFactor === 'pending') throw apiError('second_factor_pending');
  return session;
}

/** A session of a person who is surely there, who signed in or used a second factor within ten minutes: not one that was left open. */
export async function requireFreshSession(
  deps: Pick<SessionDeps, 'people' | 'failed'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const session = await requireSession(deps, request, reply);
  if (!session.isFresh) throw apiError('factor_not_fresh');
  return session;
}

async function chooseAccount(
  people: People,
  { personId }: SignedIn,
  { headers }: FastifyRequest,
): Promise<Access> {
  const [first, ...others] = await people.findAccess(personId, readChoice(headers[ACCOUNT_HEADER]));
  if (first === undefined) throw apiError('account_not_yours');
  if (others.length > 0) throw apiError('account_choice_missing');
  return first;
}

/** The account that a header names; null if there is no header. @throws ApiError when it cannot be an account. */
function readChoice(header: string | string[] | undefined): AccountId | null {
  if (header === undefined) return null;
  const account = readId('acc', String(header));
  if (account === null) throw apiError('account_not_yours');
  return account;
}

function toHolder({ personId, sessionId, secondFactor }: SignedIn, { caller, rights }: Access): KeyHolder {
  return {
    caller,
    principal: { kind: 'person', personId, sessionId },
    rights: rightsInSession(rights, secondFactor),
    allows: createAllowList(caller.allowedRanges),
  };
}
