import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { BrowserCookie } from '../../../services/people/auth.ts';

const SECRET_BYTES = 32;

/** Gives the browser a secret for a sign-in in several steps, for some seconds. */
export function newBrowserSecret(
  reply: FastifyReply,
  { name, attributes }: BrowserCookie,
  seconds: number,
): string {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  reply.header('Set-Cookie', `${name}=${secret}; Max-Age=${seconds}; ${attributes}`);
  return secret;
}

/** The value of a cookie; empty if the browser sent none, which matches nothing. */
export function readCookie(header: string | undefined, name: string): string {
  const found = (header ?? '').split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
