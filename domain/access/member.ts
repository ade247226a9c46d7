import type { PersonId } from '../ids.ts';

/** A person of an organisation, as their organisation sees them. */
export interface Member {
  readonly personId: PersonId;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly hasSecondFactor: boolean;
  readonly joinedAt: Date;
  readonly suspendedAt: Date | null;
  readonly lastSignInAt: Date | null;
}
