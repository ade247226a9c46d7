import type { Pool } from 'pg';
import type { StaffMember } from '../../contract/staff/team.ts';
import type { Actor } from '../../db/audit/record.ts';
import { findPerson } from '../../db/people/people.ts';
import {
  addStaff,
  type InvitedStaff,
  type ListedStaff,
  listStaff,
  removeStaff,
} from '../../db/people/staff.ts';
import type { PersonId } from '../../domain/ids.ts';
import { issueSignInToken, signInPath } from '../people/links.ts';

export function renderStaffMember(member: ListedStaff): StaffMember {
  const { personId, email, name, role, hasSecondFactor, lastSignInAt } = member;
  return {
    id: personId,
    object: 'staff_member',
    email,
    name,
    role,
    has_second_factor: hasSecondFactor,
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
  };
}

export type StaffInvitation =
  /** The person has a role in the organisation of a client. */
  | { readonly kind: 'client' }
  /** No one changes their own role. */
  | { readonly kind: 'self' }
  /** `signInPath` is null for someone who has signed in before: a link would let others in as them. */
  | { readonly kind: 'invited'; readonly personId: PersonId; readonly signInPath: string | null };

/** Adds a person to the staff, or changes the role of one who belongs to it, with its record. @param by who does it */
export async function inviteStaff(
  pool: Pool,
  invited: InvitedStaff,
  by: PersonId,
  actor: Actor,
): Promise<StaffInvitation> {
  if ((await findPerson(pool, invited.email)) === by) return { kind: 'self' };
  const personId = await addStaff(pool, invited, actor);
  if (personId === 'client') return { kind: 'client' };
  const member = (await listStaff(pool)).find((one) => one.personId === personId);
  const hasSignedIn = member?.lastSignInAt !== null;
  return {
    kind: 'invited',
    personId,
    signInPath: hasSignedIn ? null : signInPath(await issueSignInToken(pool, invited.email)),
  };
}

/** Takes a person out of the staff and ends their sessions, with its record. @param by who does it; no one removes themselves. */
export async function dismissStaff(
  pool: Pool,
  personId: PersonId,
  by: PersonId,
  actor: Actor,
): Promise<'removed' | 'self' | 'unknown'> {
  if (personId === by) return 'self';
  return (await removeStaff(pool, personId, actor)) ? 'removed' : 'unknown';
}
