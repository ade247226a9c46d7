import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 20;
/** 160 bits need 27 base62 digits, a CRC32 six. */
const SECRET_CHARS = 27;
const CHECKSUM_CHARS = 6;
const KEY = /^bw_(live|test)_[0-9A-Za-z]{33}$/;

/** Makes a key: `bw_live_` or `bw_test_`, 160 random bits in base62, and a CRC32 that detects a typo without a query. */
export function newApiKey(livemode: boolean): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_CHARS);
  const body = `bw_${livemode ? 'live' : 'test'}_${secret}`;
  return body + checksum(body);
}

/** Whether a text has the form of a key, checksum included. */
export function isWellFormedKey(text: string): boolean {
  return KEY.test(text) && checksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS);
}

/** What is stored of a key: SHA-256 of the whole of it. A slow hash adds nothing to 160 random bits. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The same in base64, without a buffer between, which would cost four times the hash. */
export function hashApiKeyToBase64(key: string): string {
  return hash('sha256', key, 'base64');
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_CHARS);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = BASE62.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
