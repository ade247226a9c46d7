import { isAPIError } from 'better-auth/api';
import type { Pool } from 'pg';
import type { RequestActor } from '../../db/audit/record.ts';
import { type Access, findAccess } from '../../db/people/access.ts';
import { markPassed, readFactorState, type StoredFactorState } from '../../db/people/second-factors.ts';
import { endSession, forgetEndedSessions, noteSignIn } from '../../db/people/sessions.ts';
import { findStaffRole } from '../../db/people/staff.ts';
import type { FactorState } from '../../domain/access/session-rights.ts';
import { type AccountId, idFromUuid, type PersonId, uuidOf } from '../../domain/ids.ts';
import {
  ADDRESS_HEADER,
  type Auth,
  type AuthSetting,
  createAuth,
  SESSION_SECONDS_MAX,
  type SignInCookies,
  sessionCookieName,
  signInCookies,
} from './auth.ts';
import { cookiesOf, toRequestCookies } from './cookies.ts';
import { findOwnBase } from './own-base.ts';
import { createPasskeys, type Passkeys } from './passkeys/passkeys.ts';
import { type PasswordChange, type PasswordSet, setPassword } from './password.ts';
import { createSecondFactors, type SecondFactors } from './second-factor.ts';
import type { SignedIn } from './signed-in.ts';
import { createDevices, type Devices } from './staff/devices.ts';

/** From where a person signs in. */
export interface Browser {
  readonly address: string;
  /** Up to 300 characters. */
  readonly userAgent: string;
}

/** What people do about their own sessions and passwords. `cookie` is the whole header of a request. */
export interface People {
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly devices: Devices;
  readonly signInCookies: SignInCookies;
  /** The base address of our pages; null if it is not known. @param host the Host of the request. */
  findOwnBase(host: string | undefined): URL | null;
  /** Whether a request carries a session, valid or not. */
  carriesSession(cookie: string | undefined): boolean;
  /** Null if they do not belong together. */
  signInWithPassword(email: string, password: string, from: Browser): Promise<SignedIn | null>;
  /** Uses up the token of a link; null if it was used before, has ended, or is none. */
  signInWithLink(token: string, from: Browser): Promise<SignedIn | null>;
  /** Signs in a person who has just used a passkey, which counts as both factors. */
  signInWithPasskey(personId: PersonId, from: Browser): Promise<SignedIn | null>;
  /** Signs in a person who has just used a link in a mail. A second factor may be pending. */
  signInWithMail(personId: PersonId, from: Browser): Promise<SignedIn | null>;
  /** Signs in a person whom their provider has named. A second factor may be pending. */
  signInWithProvider(personId: PersonId, from: Browser): Promise<SignedIn | null>;
  /** Null if the session has ended, or the cookie was not made by us. */
  findSession(cookie: string): Promise<SignedIn | null>;
  findAccess(personId: PersonId, accountId: AccountId | null): Promise<Access[]>;
  /** Null for people of clients. */
  findStaffRole(personId: PersonId): Promise<string | null>;
  /** Ends the session of the cookie. Returns the cookies that delete it from the browser. */
  signOut(cookie: string): Promise<readonly string[]>;
  /**
   * Sets the first password, or changes it and ends all other sessions, with its record and its mail. `wrong` if the current one is not right, or is missing where
   * it is needed.
   */
  setPassword(
    cookie: string,
    person: SignedIn,
    change: PasswordChange,
    actor: RequestActor,
  ): Promise<'wrong' | 'stale' | PasswordSet>;
}

export function createPeople(setting: AuthSetting & { readonly pool: Pool }): People {
  const auth = createAuth(setting);
  const { pool, publicUrl } = setting;
  const cookieName = sessionCookieName(publicUrl);
  const begin = async (answer: Response): Promise<SignedIn | null> => {
    const cookies = cookiesOf(answer);
    const session = cookies === null ? null : await findSession(auth, pool, toRequestCookies(cookies));
    if (cookies === null || session === null) return null;
    await Promise.all([forgetEndedSessions(pool, session.personId), noteSignIn(pool, session.personId)]);
    return { ...session, cookies };
  };

  const start = async (personId: PersonId, from: Browser) => {
    const body = { personId: uuidOf('per', personId) };
    return begin(await auth.api.startSession({ body, headers: headersOf(from), asResponse: true }));
  };

  return {
    secondFactors: createSecondFactors(pool, setting.secret),
    passkeys: createPasskeys(pool, publicUrl),
    devices: createDevices(pool),
    signInCookies: signInCookies(publicUrl),
    findOwnBase: (host) => findOwnBase(publicUrl, host),
    carriesSession: (cookie) => (cookie ?? '').includes(`${cookieName}=`),
    async signInWithPassword(email, password, from) {
      const body = { email, password };
      return begin(await auth.api.signInEmail({ body, headers: headersOf(from), asResponse: true }));
    },
    async signInWithLink(token, from) {
      const query = { token };
      return begin(await auth.api.magicLinkVerify({ query, headers: headersOf(from), asResponse: true }));
    },
    signInWithMail: start,
    signInWithProvider: start,
    async signInWithPasskey(personId, from) {
      const session = await start(personId, from);
      if (session === null) return null;
      await markPassed(pool, session.sessionId);
      return { ...session, secondFactor: 'passed', isFresh: true };
    },
    findSession: (cookie) => findSession(auth, pool, cookie),
    findAccess: (personId, accountId) => findAccess(pool, personId, accountId),
    findStaffRole: (personId) => findStaffRole(pool, personId),
    async signOut(cookie) {
      const headers = new Headers({ cookie });
      return cookiesOf(await auth.api.signOut({ headers, asResponse: true })) ?? [];
    },
    setPassword: (cookie, person, change, actor) => setPassword(setting, cookie, person, change, actor),
  };
}

async function findSession(auth: Auth, pool: Pool, cookie: string): Promise<SignedIn | null> {
  const { response, headers } = await auth.api
    .getSession({ headers: new Headers({ cookie }), returnHeaders: true })
    .catch((error: unknown) => {
      // Ended by another request at this moment.
      if (isAPIError(error) && error.statusCode === 401) return { response: null, headers: new Headers() };
      throw error;
    });
  if (response === null) return null;

  const { session, user } = response;
  const sessionId = idFromUuid('ses', session.id);
  const personId = idFromUuid('per', user.id);
  const endsAt = session.createdAt.getTime() + SESSION_SECONDS_MAX * 1_000;
  if (endsAt <= Date.now()) {
    await endSession(pool, personId, sessionId);
    return null;
  }
  return {
    sessionId,
    personId,
    email: user.email,
    name: user.name,
    signedInAt: session.createdAt,
    expiresAt: new Date(Math.min(endsAt, session.expiresAt.getTime())),
    ...toFactors(await readFactorState(pool, personId, sessionId)),
    cookies: headers.getSetCookie(),
  };
}

function toFactors(
  stored: StoredFactorState,
): Pick<SignedIn, 'secondFactor' | 'hasApp' | 'isFresh' | 'beganWith'> {
  const { hasApp, isFresh, beganWith } = stored;
  return { secondFactor: toFactorState(stored), hasApp, isFresh, beganWith };
}

function toFactorState({ hasApp, hasPasskey, isPassed }: StoredFactorState): FactorState {
  if (!hasApp && !hasPasskey) return 'none';
  return isPassed ? 'passed' : 'pending';
}

function headersOf({ address, userAgent }: Browser): Headers {
  return new Headers({ [ADDRESS_HEADER]: address, 'user-agent': userAgent });
}
