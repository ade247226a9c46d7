import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { RequestActor } from '../../../db/audit/record.ts';
import { linkIdentity } from '../../../db/people/sso/identities.ts';
import { findSsoOfDomain, readSso, type StoredSso } from '../../../db/people/sso/settings.ts';
import { storeSignIn, takeSignIn } from '../../../db/people/sso/sign-ins.ts';
import { domainOf } from '../../../domain/access/email-domain.ts';
import type { OrganisationId, PersonId } from '../../../domain/ids.ts';
import type { Claims, Failed, Providers } from './provider.ts';

/** Why a sign-in is refused, for the audit log. People see one message for most. */
export type SsoRefusal =
  | Failed['why']
  | 'state'
  | 'email_not_verified'
  | 'other_domain'
  | 'not_invited'
  | 'other_subject'
  | 'suspended';

export interface SsoRefused {
  readonly kind: 'refused';
  readonly why: SsoRefusal;
  /** Null if it is not known. */
  readonly organisationId: OrganisationId | null;
  /** For the log of the process. */
  readonly reason: string | null;
}

/** Signing in at the provider of an organisation: the browser goes there, and comes back with a code. */
export interface SingleSignOn {
  /** Where a browser goes; null if there is no provider for this e-mail address. @param browser a secret that only it has. */
  begin(email: string, browser: string, redirectUri: string): Promise<{ url: URL } | SsoRefused | null>;
  /** Who came back. @param answer the address to which the provider sent the browser. */
  finish(
    answer: URL,
    browser: string,
    actor: RequestActor,
  ): Promise<{ kind: 'proved'; personId: PersonId } | SsoRefused>;
  close(): Promise<void>;
}

const RANDOM_BYTES = 32;

export function createSingleSignOn(pool: Pool, providers: Providers): SingleSignOn {
  return {
    close: () => providers.close(),
    async begin(email, browser, redirectUri) {
      const domain = domainOf(email);
      const sso = domain === null ? null : await findSsoOfDomain(pool, domain);
      if (sso === null) return null;
      const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()];
      const url = await providers.begin(sso, { redirectUri, state, nonce, codeVerifier, email });
      if (!(url instanceof URL)) return toRefused(url, sso);
      const { organisationId } = sso;
      const key = { stateHash: hash(state), boundTo: hash(browser) };
      await storeSignIn(pool, { ...key, organisationId, nonce, codeVerifier });
      return { url };
    },

    async finish(answer, browser, actor) {
      const state = answer.searchParams.get('state') ?? '';
      const pending = await takeSignIn(pool, { stateHash: hash(state), boundTo: hash(browser) });
      const sso = pending === null ? null : await readSso(pool, pending.organisationId);
      if (pending === null || sso === null) return refuse('state', null);
      const claims = await providers.finish(sso, answer, { ...pending, state });
      if ('kind' in claims) return toRefused(claims, sso);
      return admit(pool, sso, claims, actor);
    },
  };
}

/** The provider decides only about e-mail addresses of its organisation's domains, and only about those that it has verified. */
async function admit(
  pool: Pool,
  { organisationId, domains, admitsDomain }: StoredSso,
  { subject, email, isVerified, name }: Claims,
  actor: RequestActor,
): Promise<{ kind: 'proved'; personId: PersonId } | SsoRefused> {
  if (email === null || !isVerified) return refuse('email_not_verified', organisationId);
  const domain = domainOf(email);
  if (domain === null || !domains.includes(domain)) return refuse('other_domain', organisationId);
  const person = { organisationId, subject, email, name: name ?? email };
  const linked = await linkIdentity(pool, person, admitsDomain, actor);
  if (linked === 'not_invited' || linked === 'other_subject' || linked === 'suspended')
    return refuse(linked, organisationId);
  return { kind: 'proved', personId: linked };
}

function refuse(why: SsoRefusal, organisationId: OrganisationId | null): SsoRefused {
  return { kind: 'refused', why, organisationId, reason: null };
}

function toRefused({ why, reason }: Failed, { organisationId }: StoredSso): SsoRefused {
  return { kind: 'refused', why, organisationId, reason };
}

function newSecret(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
