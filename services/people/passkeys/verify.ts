import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { StoredPasskey } from '../../../db/people/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** Why the answer of a device is refused, for the audit log. Clients see the same error for all. */
export type RefusedBecause =
  | 'unreadable'
  | 'challenge'
  | 'origin'
  | 'unknown_passkey'
  | 'removed_passkey'
  | 'other_person'
  | 'signature'
  | 'counter';

/** What an answer claims, before anything is checked. */
export interface Claim {
  readonly challenge: string;
  readonly origin: string;
}

/** ES256, EdDSA and RS256: what devices use. */
export const ALGORITHMS = [-7, -8, -257];

/** Reads the part of an answer that the browser wrote; null if it is not one. */
export function readClaim(clientDataJson: string): Claim | null {
  try {
    const { challenge, origin }: { challenge: unknown; origin: unknown } =
      decodeClientDataJSON(clientDataJson);
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null;
  } catch {
    return null;
  }
}

interface Expected {
  /** Already taken, so that it cannot be answered again. */
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
}

/** The passkey that a device has made; null if the answer does not prove it, or the device did not verify the person. */
export async function verifyNew(
  response: RegistrationResponseJSON,
  { challenge, relyingParty }: Expected,
): Promise<{ credentialId: Buffer; publicKey: Uint8Array; counter: number } | null> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || registrationInfo === undefined) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: Buffer.from(id, 'base64url'), publicKey, counter };
}

/** The counter of a signature that a passkey made; null if it did not, or the device did not verify the person. */
export async function verifySignature(
  response: AuthenticationResponseJSON,
  { publicKey }: StoredPasskey,
  { challenge, relyingParty }: Expected,
): Promise<number | null> {
  // Counter 0, because the database compares and stores the counter in one statement.
  const credential = { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential,
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  return verified && authenticationInfo !== null ? authenticationInfo.newCounter : null;
}
