import type { InviteStaffMember } from '../types.ts';

export type StaffRole = InviteStaffMember['role'];

/** The staff roles, those with the fewest rights first. */
export const STAFF_ROLES = [
  'support',
  'operator',
  'finance',
  'admin',
] as const satisfies readonly StaffRole[];
