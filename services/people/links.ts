import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type Auth, createAuth } from './auth.ts';

/** The page on which a link is used. The token stands behind #, so that no server and no log sees it. */
export const SIGN_IN_PAGE = '/sign-in';

/**
 * Makes the token of a link with which a person signs in once, within a day. Only its hash is stored, so it cannot be shown
 * again. A link for an e-mail address without a person opens nothing.
 */
export async function issueSignInToken(pool: Pool, email: string): Promise<string> {
  // Links are not signed; the secret of the API is not needed.
  const auth: Auth = createAuth({ pool, secret: randomBytes(32).toString('base64'), publicUrl: null });
  let token: string | null = null;
  const deliver = (issued: string) => {
    token = issued;
  };
  await auth.api.signInMagicLink({ body: { email, metadata: { deliver } }, headers: new Headers() });
  if (token === null) throw new Error('the library issued no sign-in link');
  return token;
}

const TOKEN_BYTES = 32;

/** A new token for a link in a mail. @param prefix says what the link is for. */
export function newMailToken(prefix: string): string {
  return `${prefix}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** What is stored of a token. */
export function hashMailToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The path and token that a browser opens. */
export function signInPath(token: string): string {
  return `${SIGN_IN_PAGE}#${token}`;
}
