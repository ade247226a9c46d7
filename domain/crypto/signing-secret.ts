import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new secret to sign webhooks with: `whsec_` and 256 random bits in base64url. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}
