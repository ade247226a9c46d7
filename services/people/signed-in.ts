import type { FactorState } from '../../domain/access/session-rights.ts';
import type { PersonId, SessionId } from '../../domain/ids.ts';

/** A person in a session that has not ended. */
export interface SignedIn {
  readonly sessionId: SessionId;
  readonly personId: PersonId;
  readonly email: string;
  readonly name: string;
  readonly signedInAt: Date;
  readonly expiresAt: Date;
  readonly secondFactor: FactorState;
  /** Values of Set-Cookie for the browser. */
  readonly cookies: readonly string[];
}
