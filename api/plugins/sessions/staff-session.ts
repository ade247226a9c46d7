import type { FastifyReply, FastifyRequest } from 'fastify';
import { type StaffRight, staffRightsInSession } from '../../../domain/access/staff.ts';
import type { SignedIn } from '../../../services/people/signed-in.ts';
import { apiError } from '../api-error.ts';
import { requireSession, type SessionDeps } from './session-holder.ts';

/** A staff member in a session with a second factor. */
export interface StaffHolder {
  readonly session: SignedIn;
  readonly rights: ReadonlySet<StaffRight>;
}

/**
 * The session of a staff member, who has used a second factor in it. Nothing is cached.
 * @param onRefused called for a person who is signed in and may not do it.
 * @throws ApiError `not_signed_in`, or `permission_denied` for people of clients, and for the staff without a second factor.
 */
export async function requireStaff(
  deps: Pick<SessionDeps, 'people' | 'failed'>,
  request: FastifyRequest,
  reply: FastifyReply,
  onRefused: (session: SignedIn) => void,
): Promise<StaffHolder> {
  const session = await requireSession(deps, request, reply);
  const role = await deps.people.findStaffRole(session.personId);
  const rights = staffRightsInSession(role ?? '', session.secondFactor);
  if (role !== null && rights.size > 0) return { session, rights };
  onRefused(session);
  throw apiError(role === null ? 'staff_only' : 'staff_factor_missing');
}
