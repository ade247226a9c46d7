import type { PersonId, SessionId } from '../ids.ts';

/** A session of a person, as their organisation sees it. */
export interface MemberSession {
  readonly id: SessionId;
  readonly personId: PersonId;
  readonly createdAt: Date;
  /** When it was last used, to the minute. */
  readonly usedAt: Date;
  readonly expiresAt: Date;
  /** Whether a second factor was used in it. */
  readonly hasSecondFactor: boolean;
  /** From where the person signed in. */
  readonly address: string | null;
  readonly userAgent: string | null;
}
