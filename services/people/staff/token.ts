import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^bwcli_[A-Za-z0-9_-]{43}$/;

/** The token that the command line keeps in a file. */
export function newCommandLineToken(): string {
  return `bwcli_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

export function isCommandLineToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is stored of it. No cookie opens such a session: a cookie has the token itself, and its HMAC. */
export function hashCommandLineToken(token: string): string {
  return `cli:${createHash('sha256').update(token).digest('base64url')}`;
}
