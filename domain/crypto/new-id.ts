import { randomBytes } from 'node:crypto';
import { type Id, type IdPrefix, idFromUuid } from '../ids.ts';

/** Makes a fresh identifier over a UUIDv7 (RFC 9562, section 5.7), so that identifiers sort by time of making. */
export function newId<P extends IdPrefix>(prefix: P, nowMs: number = Date.now()): Id<P> {
  return idFromUuid(prefix, newUuid(nowMs));
}

/**
 * A UUIDv7: 48 bits of Unix milliseconds, 12 bits that count within the millisecond (RFC 9562, section 6.2), 62 random
 * bits. Those of one process sort in the order of their making.
 */
export function newUuid(nowMs: number = Date.now()): string {
  const bytes = nextRandom();
  counter = nowMs === counterMs ? (counter + 1) & COUNTER_MASK : bytes.readUInt16BE(6) & COUNTER_START_MASK;
  counterMs = nowMs;
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt16BE(VERSION_7 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const VERSION_7 = 0x7000;
const COUNTER_MASK = 0x0fff;
/** Begins in the lower half, so that it can count 2,048 before it wraps. */
const COUNTER_START_MASK = 0x07ff;
let counter = 0;
let counterMs = 0;

const UUID_BYTES = 16;
const POOL_BYTES = 256 * UUID_BYTES;
let pool = Buffer.alloc(0);

/** Random bytes by the page: asking the system for every id costs more than all else about it. */
function nextRandom(): Buffer {
  if (pool.length === 0) pool = randomBytes(POOL_BYTES);
  const bytes = pool.subarray(0, UUID_BYTES);
  pool = pool.subarray(UUID_BYTES);
  return bytes;
}
