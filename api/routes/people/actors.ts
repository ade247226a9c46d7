import type { FastifyRequest } from 'fastify';
import type { RequestActor } from '../../../db/audit/record.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { readOrigin } from '../../plugins/actor.ts';

/** The person of a session, and where the request came from. @param kind `staff` for what only the staff may do. */
export function actorOf(
  { personId, sessionId }: Pick<SignedIn, 'personId' | 'sessionId'>,
  request: FastifyRequest,
  kind: 'person' | 'staff' = 'person',
): RequestActor {
  return { principal: { kind, personId, sessionId }, ...readOrigin(request) };
}

/** No one is signed in yet, so the process records it. */
export function notSignedIn(request: FastifyRequest): RequestActor {
  return { principal: { kind: 'process', name: 'api' }, ...readOrigin(request) };
}
