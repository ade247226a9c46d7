import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Keys that secrets are sealed with, 32 bytes each: the current one seals, former ones still open. */
export interface SecretsKeys {
  readonly current: Buffer;
  readonly former: readonly Buffer[];
}

/** First byte of what is sealed; the four behind it name the key. */
const VERSION = 1;
const KEY_ID_BYTES = 4;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a secret for storage with AES-256-GCM under the current key: version, key id, nonce, tag, ciphertext. */
export function sealSecret(secret: string, { current }: SecretsKeys): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', current, nonce);
  const header = Buffer.concat([Buffer.of(VERSION), deriveKeyId(current)]);
  cipher.setAAD(header);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Opens a sealed secret with whichever key sealed it.
 * @throws RangeError when none of the keys did, or the bytes were changed.
 */
export function openSecret(sealed: Buffer, keys: SecretsKeys): string {
  const secret = tryOpenSecret(sealed, keys);
  if (secret !== null) return secret;
  throw new RangeError('sealed with a key that is not among those given, or changed since');
}

/** Opens a sealed secret with whichever key sealed it; null if none of the keys did, or the bytes were changed. */
export function tryOpenSecret(sealed: Buffer, { current, former }: SecretsKeys): string | null {
  for (const key of [current, ...former]) {
    const opened = isSealedWith(sealed, key) ? tryOpen(sealed, key, HEADER_BYTES) : null;
    // Before keys had ids, what was sealed began with its nonce.
    const secret = opened ?? tryOpen(sealed, key, 0);
    if (secret !== null) return secret;
  }
  return null;
}

/** Whether a secret was sealed with this key; older seals that name no key were not. */
export function isSealedWith(sealed: Buffer, key: Buffer): boolean {
  return sealed[0] === VERSION && sealed.subarray(1, HEADER_BYTES).equals(deriveKeyId(key));
}

function deriveKeyId(key: Buffer): Buffer {
  return createHash('sha256').update('bundlewire secrets key').update(key).digest().subarray(0, KEY_ID_BYTES);
}

function tryOpen(sealed: Buffer, key: Buffer, headerBytes: number): string | null {
  const [header, rest] = [sealed.subarray(0, headerBytes), sealed.subarray(headerBytes)];
  if (rest.length < NONCE_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    if (headerBytes > 0) decipher.setAAD(header);
    decipher.setAuthTag(rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = decipher.update(rest.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
