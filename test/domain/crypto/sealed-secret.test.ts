import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from '../../../domain/crypto/sealed-secret.ts';

const key = randomBytes(32);

describe('a sealed secret', () => {
  it.each(['whsec_test', '', 'clé 😀', 'x'.repeat(10_000)])('opens as it was: %.20s', (secret) => {
    expect(openSecret(sealSecret(secret, key), key)).toBe(secret);
  });

  it('is another each time, and never shows the secret', () => {
    const [one, other] = [sealSecret('whsec_test', key), sealSecret('whsec_test', key)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('whsec_test')).toBe(false);
  });

  it('does not open under another key', () => {
    expect(() => openSecret(sealSecret('whsec_test', key), randomBytes(32))).toThrow();
  });

  it('does not open once any byte of it was changed or cut off', () => {
    const sealed = sealSecret('whsec_test', key);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => openSecret(changed, key)).toThrow();
      expect(() => openSecret(sealed.subarray(0, at), key)).toThrow();
    }
  });
});
