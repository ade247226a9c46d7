import type { KeyId, PersonId, SessionId } from '../ids.ts';

/** A staff member in their session, and from where. */
export interface StaffSession {
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  /** Null at the command line. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Who a request, a command or a job acts as. */
export type Principal =
  | { readonly kind: 'key'; readonly keyId: KeyId }
  /** A person of a client's organisation. */
  | { readonly kind: 'person'; readonly personId: PersonId; readonly sessionId: SessionId }
  /** A person of the platform. */
  | { readonly kind: 'staff'; readonly personId: PersonId; readonly sessionId: SessionId }
  /** A person with direct access to the database, under the name that they gave. */
  | { readonly kind: 'operator'; readonly name: string }
  | { readonly kind: 'process'; readonly name: 'api' | 'worker' };
