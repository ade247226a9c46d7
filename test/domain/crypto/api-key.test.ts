import { describe, expect, it } from 'vitest';
import { hashApiKey, isWellFormedKey, newApiKey } from '../../../domain/crypto/api-key.ts';

/** Made by a program of its own, checksum and hash included. */
const KNOWN = {
  live: 'bw_live_0000000000000000000000000000AkYs2',
  test: 'bw_test_0123456789ABCDEFGHIJKLMNOPQ1vtB0e',
} as const;

describe('a new key', () => {
  it.each([
    [true, /^bw_live_[0-9A-Za-z]{33}$/],
    [false, /^bw_test_[0-9A-Za-z]{33}$/],
  ])('of live mode %s names its mode and is well formed', (livemode, form) => {
    for (let nth = 0; nth < 200; nth++) {
      const key = newApiKey(livemode);
      expect(key).toMatch(form);
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  it('is never made twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newApiKey(true))).size).toBe(1_000);
  });
});

describe('a key that someone typed', () => {
  it.each([KNOWN.live, KNOWN.test])('%s is well formed', (key) => {
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('with one character changed is not, wherever it is', () => {
    const key = newApiKey(true);
    for (let at = 'bw_live_'.length; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  it.each([
    ['of the other mode', KNOWN.live.replace('live', 'test')],
    ['without its last character', KNOWN.live.slice(0, -1)],
    ['with one character more', `${KNOWN.live}0`],
    ['with a line break', `${KNOWN.live}\n`],
    ['of nothing', ''],
    ['of another service', 'sk_live_0000000000000000000000000000AkYs2'],
  ])('%s is not', (_, key) => {
    expect(isWellFormedKey(key)).toBe(false);
  });
});

it('is stored as SHA-256 of the whole key', () => {
  expect(hashApiKey(KNOWN.live).toString('hex')).toBe(
    '7f55472ffcf4323e9d04e2c48ac7de93232338612f63548a171464f9ffc9aa8a',
  );
  expect(hashApiKey(KNOWN.test).toString('hex')).toBe(
    '4a446ba2c46a1b50288120ee91800afd5df89f87e98bd94ed4d9ff6c5c2ac83e',
  );
});
