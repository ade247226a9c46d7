import { createHash } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Pool } from 'pg';
import type { RequestActor } from '../../../db/audit/record.ts';
import {
  CHALLENGE_SECONDS,
  type Challenge,
  type ChallengePurpose,
  storeChallenge,
  takeChallenge,
} from '../../../db/people/passkey-challenges.ts';
import {
  addPasskey,
  findPasskey,
  listDescriptors,
  type StoredPasskey,
  usePasskey,
} from '../../../db/people/passkeys.ts';
import { markPassed } from '../../../db/people/second-factors.ts';
import type { PasskeyId, PersonId } from '../../../domain/ids.ts';
import type { SignedIn } from '../signed-in.ts';
import { findRelyingParty, type RelyingParty } from './relying-party.ts';
import { ALGORITHMS, type RefusedBecause, readClaim, verifyNew, verifySignature } from './verify.ts';

export interface Refused {
  readonly kind: 'refused';
  readonly why: RefusedBecause;
  /** Null if it is not known. */
  readonly passkeyId: PasskeyId | null;
}

export interface Proved {
  readonly kind: 'proved';
  readonly personId: PersonId;
}

/** What a person names and a device makes. */
export interface MadePasskey {
  readonly name: string;
  readonly response: RegistrationResponseJSON;
}

/** Passkeys of people. A challenge is answered once, in the session or browser that asked for it, within five minutes. */
export interface Passkeys {
  /** Of the pages that people open; null if browsers offer no passkeys there. @param host the Host of the request. */
  findParty(host: string | undefined): RelyingParty | null;
  /** What the browser of a person needs to make one. */
  beginAdding(person: SignedIn, party: RelyingParty): Promise<PublicKeyCredentialCreationOptionsJSON>;
  add(
    person: SignedIn,
    party: RelyingParty,
    made: MadePasskey,
    actor: RequestActor,
  ): Promise<PasskeyId | 'full' | 'known' | Refused>;
  /** What a browser needs to sign in. @param browser a secret that only this browser has. */
  beginSignIn(browser: string, party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Who signed the challenge. */
  prove(
    browser: string,
    party: RelyingParty,
    response: AuthenticationResponseJSON,
  ): Promise<Proved | Refused>;
  /** What a browser needs to pass a session with a passkey of its person. */
  beginConfirming(person: SignedIn, party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON>;
  confirm(
    person: SignedIn,
    party: RelyingParty,
    response: AuthenticationResponseJSON,
  ): Promise<Proved | Refused>;
}

const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000;

/** @param publicUrl where browsers reach the API; null if it is not configured. */
export function createPasskeys(pool: Pool, publicUrl: string | null): Passkeys {
  const ask = async (purpose: ChallengePurpose, of: string, party: RelyingParty, personId?: PersonId) => {
    const only = personId === undefined ? {} : { allowCredentials: await listDescriptors(pool, personId) };
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      userVerification: 'required',
      timeout: TIMEOUT_MS,
      ...only,
    });
    await storeChallenge(pool, { challenge: options.challenge, purpose, boundTo: hash(of) });
    return options;
  };

  return {
    findParty: (host) => findRelyingParty(publicUrl, host),

    async beginAdding({ personId, sessionId, email, name }, party) {
      const options = await generateRegistrationOptions({
        rpName: 'Bundlewire',
        rpID: party.id,
        userID: new Uint8Array(Buffer.from(personId)),
        userName: email,
        userDisplayName: name,
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: await listDescriptors(pool, personId),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      await storeChallenge(pool, {
        challenge: options.challenge,
        purpose: 'add',
        boundTo: hash(sessionId),
      });
      return options;
    },

    async add({ personId, sessionId }, party, { name, response }, actor) {
      const taken = await takeAnswer(pool, response, party, { purpose: 'add', boundTo: hash(sessionId) });
      if (typeof taken === 'string') return refused(taken, null);
      const made = await verifyNew(response, { challenge: taken.challenge, relyingParty: party });
      if (made === null) return refused('signature', null);
      const { transports = [] } = response.response;
      return addPasskey(pool, { ...made, personId, transports, name }, sessionId, actor);
    },

    beginSignIn: (browser, party) => ask('sign_in', browser, party),
    prove: (browser, party, response) =>
      judge(pool, party, response, { purpose: 'sign_in', boundTo: hash(browser) }, null),
    beginConfirming: ({ personId, sessionId }, party) => ask('confirm', sessionId, party, personId),

    async confirm({ personId, sessionId }, party, response) {
      const bound = { purpose: 'confirm', boundTo: hash(sessionId) } as const;
      const verdict = await judge(pool, party, response, bound, personId);
      if (verdict.kind === 'proved') await markPassed(pool, sessionId);
      return verdict;
    },
  };
}

type Bound = Omit<Challenge, 'challenge'>;

/** Checks an answer in every respect. @param only whose passkey it must be; null for anyone's. */
async function judge(
  pool: Pool,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  bound: Bound,
  only: PersonId | null,
): Promise<Proved | Refused> {
  const passkey = await findPasskey(pool, Buffer.from(response.id, 'base64url'));
  const taken = await takeAnswer(pool, response, party, bound);
  if (typeof taken === 'string') return refused(taken, passkey);
  if (passkey === null) return refused('unknown_passkey', null);
  if (passkey.isRemoved) return refused('removed_passkey', passkey);
  if (!isOwner(passkey, response) || (only !== null && passkey.personId !== only))
    return refused('other_person', passkey);
  const counter = await verifySignature(response, passkey, {
    challenge: taken.challenge,
    relyingParty: party,
  });
  if (counter === null) return refused('signature', passkey);
  const isUsed = await usePasskey(pool, passkey.id, counter);
  return isUsed ? { kind: 'proved', personId: passkey.personId } : refused('counter', passkey);
}

/** Uses up the challenge of an answer, even if the answer is then refused. */
async function takeAnswer(
  pool: Pool,
  { response }: { readonly response: { readonly clientDataJSON: string } },
  { origin }: RelyingParty,
  bound: Bound,
): Promise<{ readonly challenge: string } | RefusedBecause> {
  const claim = readClaim(response.clientDataJSON);
  if (claim === null) return 'unreadable';
  const { challenge } = claim;
  if (!(await takeChallenge(pool, { challenge, ...bound }))) return 'challenge';
  return claim.origin === origin ? { challenge } : 'origin';
}

/** The device repeats whom it made the passkey for. */
function isOwner({ personId }: StoredPasskey, { response }: AuthenticationResponseJSON): boolean {
  const { userHandle } = response;
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === personId;
}

function refused(why: RefusedBecause, passkey: StoredPasskey | null): Refused {
  return { kind: 'refused', why, passkeyId: passkey?.id ?? null };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
