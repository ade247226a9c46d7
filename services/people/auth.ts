import { betterAuth } from 'better-auth';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { PoolClient } from 'pg';
import { PASSWORD_CHARS } from '../../domain/access/password.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { sessionStart } from './session-start.ts';

/** What the library needs of a pool. */
export interface AuthDatabase {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
}

export interface AuthSetting {
  readonly pool: AuthDatabase;
  /** Signs the cookies: at least 32 characters. */
  readonly secret: string;
  /** Where browsers reach the API; null if it is not configured. Over https, cookies are only sent to this host and over TLS. */
  readonly publicUrl: string | null;
}

/** A session ends when it is not used for this long. */
const IDLE_SECONDS = 30 * 60;
/** A session ends this long after the sign-in, however much it is used. */
export const SESSION_SECONDS_MAX = 12 * 60 * 60;
/** Its end is moved forward at most once in this time, so that reads rarely write. */
const MOVED_EVERY_SECONDS = 60;
/** How long a sign-in link works. */
const LINK_SECONDS = 24 * 60 * 60;
/** Carries the client's address to the library, which otherwise reads X-Forwarded-For. */
export const ADDRESS_HEADER = 'x-client-address';

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/** The prefix __Host- keeps other hosts from setting the cookie. Browsers accept it only with Secure. */
function cookiePrefix(publicUrl: string | null): string {
  return isSecure(publicUrl) ? '__Host-bundlewire' : 'bundlewire';
}

function isSecure(publicUrl: string | null): boolean {
  return publicUrl?.startsWith('https://') === true;
}

export interface BrowserCookie {
  readonly name: string;
  /** As in Set-Cookie. */
  readonly attributes: string;
}

/** Cookies that bind a sign-in in several steps to the browser that began it. */
export interface SignInCookies {
  readonly passkey: BrowserCookie;
  /** Lax, because the browser comes back from the website of a provider. */
  readonly sso: BrowserCookie;
}

export function signInCookies(publicUrl: string | null): SignInCookies {
  const prefix = cookiePrefix(publicUrl);
  const common = `Path=/; HttpOnly${isSecure(publicUrl) ? '; Secure' : ''}`;
  return {
    passkey: { name: `${prefix}.passkey`, attributes: `${common}; SameSite=Strict` },
    sso: { name: `${prefix}.sso`, attributes: `${common}; SameSite=Lax` },
  };
}

/** The name of the cookie with which a browser stays signed in. */
export function sessionCookieName(publicUrl: string | null): string {
  return `${cookiePrefix(publicUrl)}.session_token`;
}

/**
 * The library that keeps passwords, sessions and tokens, on our tables. Only the functions of services/people call it: its own
 * HTTP handler is not served, so no one can sign up or change an e-mail address over HTTP.
 */
export function createAuth({ pool, secret, publicUrl }: AuthSetting) {
  return betterAuth({
    appName: 'Bundlewire',
    baseURL: publicUrl ?? 'http://127.0.0.1',
    basePath: '/v1/auth',
    secret,
    database: pool,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Our routes limit attempts; the library's own limit counts by address only.
    rateLimit: { enabled: false },
    user: { modelName: 'auth_people', fields: { emailVerified: 'email_verified', ...TIMES } },
    session: {
      modelName: 'auth_sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...TIMES,
      },
      expiresIn: IDLE_SECONDS,
      updateAge: MOVED_EVERY_SECONDS,
    },
    account: {
      modelName: 'auth_credentials',
      fields: {
        userId: 'person_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...TIMES,
      },
    },
    verification: { modelName: 'auth_verifications', fields: { expiresAt: 'expires_at', ...TIMES } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARS.min,
      maxPasswordLength: PASSWORD_CHARS.max,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(publicUrl), sameSite: 'lax', httpOnly: true, path: '/' },
      database: { generateId: () => newUuid(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    },
    plugins: [
      sessionStart(),
      magicLink({
        expiresIn: LINK_SECONDS,
        disableSignUp: true,
        storeToken: 'hashed',
        sendMagicLink: ({ token, metadata }) => {
          const deliver: unknown = metadata?.deliver;
          if (typeof deliver === 'function') deliver(token);
        },
      }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
