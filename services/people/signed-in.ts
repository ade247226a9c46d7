import type { FactorState } from '../../domain/access/session-rights.ts';
import type { SignInWay } from '../../domain/access/sign-in.ts';
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
  /** Whether the person has an authenticator app. They may have passkeys instead, or both. */
  readonly hasApp: boolean;
  /** Signed in, or used a second factor, within the last ten minutes. */
  readonly isFresh: boolean;
  /** How the session began; null if that was not stored. */
  readonly beganWith: SignInWay | null;
  /** Values of Set-Cookie for the browser. */
  readonly cookies: readonly string[];
}
