import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isSealedWith,
  openSecret,
  type SecretsKeys,
  sealSecret,
} from '../../../domain/crypto/sealed-secret.ts';

const under = (current: Buffer, ...former: Buffer[]): SecretsKeys => ({ current, former });
const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const keys = under(key);

describe('a sealed secret', () => {
  it.each(['whsec_test', '', 'clé 😀', 'x'.repeat(10_000)])('opens as it was: %.20s', (secret) => {
    expect(openSecret(sealSecret(secret, keys), keys)).toBe(secret);
  });

  it('differs each time, and never shows the secret', () => {
    const [one, other] = [sealSecret('whsec_test', keys), sealSecret('whsec_test', keys)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('whsec_test')).toBe(false);
  });

  it('does not open under another key', () => {
    expect(() => openSecret(sealSecret('whsec_test', keys), under(otherKey))).toThrow('key');
  });

  it('does not open once any byte of it was changed or cut off', () => {
    const sealed = sealSecret('whsec_test', keys);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => openSecret(changed, keys)).toThrow(RangeError);
      expect(() => openSecret(sealed.subarray(0, at), keys)).toThrow(RangeError);
    }
  });
});

describe('once the key is replaced', () => {
  const before = sealSecret('whsec_test', keys);

  it('secrets sealed with the former key still open, and new ones are sealed with the new key', () => {
    const replaced = under(otherKey, key);
    expect(openSecret(before, replaced)).toBe('whsec_test');
    const after = sealSecret('whsec_test', replaced);
    expect([isSealedWith(before, otherKey), isSealedWith(after, otherKey)]).toEqual([false, true]);
    expect(openSecret(after, under(otherKey))).toBe('whsec_test');
  });

  it('a secret sealed before keys had ids opens with its key, and counts as sealed with none', () => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const text = Buffer.concat([cipher.update('whsec_old'), cipher.final()]);
    const old = Buffer.concat([nonce, cipher.getAuthTag(), text]);
    expect(openSecret(old, under(otherKey, key))).toBe('whsec_old');
    expect(isSealedWith(old, key)).toBe(false);
  });
});
