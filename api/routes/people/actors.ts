import type { FastifyRequest } from 'fastify';
import type { RequestActor } from '../../../db/audit/record.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { readOrigin } from '../../plugins/actor.ts';

/** The person of a session, and where the request came from. */
export function actorOf(
  { personId, sessionId }: Pick<SignedIn, 'personId' | 'sessionId'>,
  request: FastifyRequest,
): RequestActor {
  return { principal: { kind: 'person', personId, sessionId }, ...readOrigin(request) };
}

/** No one is signed in yet, so the process records it. */
export function notSignedIn(request: FastifyRequest): RequestActor {
  return { principal: { kind: 'process', name: 'api' }, ...readOrigin(request) };
}
