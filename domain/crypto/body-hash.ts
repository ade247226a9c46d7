import { createHash } from 'node:crypto';

/** SHA-256 of a body: the same bytes again are the same thing again. */
export function hashBody(body: string | Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}
