import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { z } from 'zod';
import type { StoredSso } from '../../../db/people/sso/settings.ts';
import type { PendingSignIn } from '../../../db/people/sso/sign-ins.ts';
import { openSecret, type SecretsKeys } from '../../../domain/crypto/sealed-secret.ts';
import { judgeReceiverUrl, type ReceiverRules } from '../../webhooks/receiver-address.ts';
import { createGuardedFetch, ProviderUnavailable } from './guarded-fetch.ts';

/** A person as the token of a provider names them. */
export interface Claims {
  readonly subject: string;
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly name: string | null;
}

/** `provider`: it could not be reached. `denied`: it, or the person, refused. `token`: what it sent is not valid. */
export interface Failed {
  readonly kind: 'failed';
  readonly why: 'provider' | 'denied' | 'token';
  /** For the log: which check failed, without tokens. */
  readonly reason: string;
}

/** The OpenID Connect providers of organisations. */
export interface Providers {
  /** Where a browser goes to sign in. */
  begin(sso: StoredSso, sent: SentParameters): Promise<URL | Failed>;
  /** What the provider says about who came back with `answer`, the whole address. */
  finish(
    sso: StoredSso,
    answer: URL,
    pending: PendingSignIn & { readonly state: string },
  ): Promise<Claims | Failed>;
  close(): Promise<void>;
}

export interface SentParameters {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly email: string;
}

const SECONDS_PER_REQUEST = 5;
/** How long the provider's document is used before it is read again. */
const KEPT_MS = 600_000;
const PROVIDERS_MAX = 1_000;

export function createProviders(rules: ReceiverRules, keys: SecretsKeys): Providers {
  const guarded = createGuardedFetch(rules);
  const kept = new Map<string, { readonly config: Promise<Configuration>; readonly until: number }>();

  const connect = (sso: StoredSso): Promise<Configuration> => {
    const key = `${sso.organisationId} ${sso.updatedAt.toISOString()}`;
    const known = kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.config;
    const issuer = new URL(sso.issuer);
    const secret = openSecret(sso.sealedSecret, keys);
    const config = discovery(issuer, sso.clientId, undefined, authenticateWith(secret), {
      // Http only reaches addresses that a developer has listed: the guard refuses the others.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
      [customFetch]: guarded.fetch,
      timeout: SECONDS_PER_REQUEST,
    });
    kept.delete(key);
    kept.set(key, { config, until: performance.now() + KEPT_MS });
    config.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > PROVIDERS_MAX && oldest !== undefined) kept.delete(oldest);
    return config;
  };

  return {
    close: () => guarded.close(),
    begin: (sso, { redirectUri, state, nonce, codeVerifier, email }) =>
      orFailed(async () => {
        const url = buildAuthorizationUrl(await connect(sso), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          login_hint: email,
        });
        // The browser is sent there, so it must be a public address too.
        const verdict = judgeReceiverUrl(url.href, rules);
        if (verdict.kind === 'refused') throw new ProviderUnavailable(verdict.why);
        return url;
      }),

    finish: (sso, answer, { state, nonce, codeVerifier }) =>
      orFailed(async () => {
        const config = await connect(sso);
        const tokens = await authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('there is no ID token');
        const { sub } = claims;
        // Some providers name the e-mail address only here.
        const all =
          claims.email === undefined ? await fetchUserInfo(config, tokens.access_token, sub) : claims;
        return toClaims({ ...all, sub });
      }),
  };
}

/** Sends the secret as the standard says, or in the body if the provider accepts it only there. */
function authenticateWith(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const known = server.token_endpoint_auth_methods_supported;
    const authenticate = known === undefined || known.includes('client_secret_basic') ? basic : post;
    return authenticate(server, client, body, headers);
  };
}

const ClaimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().max(254).nullish(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  name: z.string().trim().max(200).nullish().catch(null),
});

function toClaims(given: object): Claims {
  const { sub, email, email_verified, name } = ClaimsShape.parse(given);
  return { subject: sub, email: email ?? null, isVerified: email_verified, name: name || null };
}

async function orFailed<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'failed', why: judgeError(error), reason: describe(error) };
  }
}

function judgeError(error: unknown): Failed['why'] {
  if (error instanceof AuthorizationResponseError) return 'denied';
  return chainOf(error).some((each) => each instanceof ProviderUnavailable) ? 'provider' : 'token';
}

/** Messages and codes only: other fields of the library's errors hold the claims of tokens. */
function describe(error: unknown): string {
  const texts = chainOf(error).map(({ message, ...rest }) =>
    'code' in rest ? `${message} (${String(rest.code)})` : message,
  );
  return texts.join('; ').slice(0, 500);
}

/** An error and what caused it. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 5; next = next.cause) chain.push(next);
  return chain;
}
