import type { StaffPerson } from '../../contract/staff/person.ts';
import type { Member } from '../../db/people/people.ts';

/** A person of a client as the staff sees them. */
export function renderStaffPerson(member: Member): StaffPerson {
  return {
    id: member.personId,
    object: 'person',
    email: member.email,
    name: member.name,
    organisation_id: member.organisationId,
    organisation_name: member.organisation,
    role: member.role,
    suspended_at: member.suspendedAt?.toISOString() ?? null,
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
  };
}
