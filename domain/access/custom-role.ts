import type { InvitationId, PersonId, RoleId } from '../ids.ts';
import type { Right } from './rights.ts';

/** Roles that one organisation may compose. */
export const CUSTOM_ROLES_MAX = 100;

/** A role that an organisation composed of rights, as it is stored. */
export interface CustomRole {
  readonly id: RoleId;
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
}

/** Who has a role, or will have it: at most 100 of each. */
export interface RoleHolders {
  readonly people: readonly PersonId[];
  /** Those that can be accepted. */
  readonly invitations: readonly InvitationId[];
}
