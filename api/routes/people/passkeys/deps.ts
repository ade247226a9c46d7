import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refused } from '../../../../services/people/passkeys/passkeys.ts';
import type { RelyingParty } from '../../../../services/people/passkeys/relying-party.ts';
import type { SignedIn } from '../../../../services/people/signed-in.ts';
import { apiError } from '../../../plugins/api-error.ts';
import { takeAttempt } from '../../../plugins/authenticate.ts';
import { actorOf, notSignedIn } from '../actors.ts';
import type { SignInDeps } from '../sign-in.ts';

export type PasskeyDeps = SignInDeps;

/** The relying party of the page that sent a request. @throws ApiError `invalid_request` if there are no passkeys there. */
export function requireParty({ people }: PasskeyDeps, { headers }: FastifyRequest): RelyingParty {
  const party = people.passkeys.findParty(headers.host);
  if (party === null) throw apiError('passkeys_unavailable');
  return party;
}

/** Counts and records a refused answer of a device. @throws ApiError `rate_limited` after too many. */
export function noteRefused(
  { failed, refusals }: PasskeyDeps,
  { why, passkeyId }: Refused,
  session: SignedIn | null,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  refusals.note({
    accountId: null,
    actor: session === null ? notSignedIn(request) : actorOf(session, request),
    action: 'refused_passkey',
    subject: passkeyId ?? 'passkey',
    details: { why },
  });
  takeAttempt(failed, request, reply, 'sign_ins_exceeded');
}
