import { randomBytes } from 'node:crypto';
import { type Id, type IdPrefix, idFromUuid } from '../ids.ts';

/** Makes a UUIDv7 for a time in Unix milliseconds. */
export type UuidMaker = (nowMs: number) => string;

const VERSION_7 = 0x7000;
const COUNTER_MASK = 0x0fff;
/** Begins in the lower half, so that it can count 2,048 before it wraps. */
const COUNTER_START_MASK = 0x07ff;
const UUID_BYTES = 16;
const POOL_BYTES = 256 * UUID_BYTES;

/**
 * Creates a maker of UUIDv7s (RFC 9562): 48 bits of Unix milliseconds, 12 bits that count within the millisecond (section 6.2),
 * 62 random bits. The UUIDs of one maker sort in the order in which it made them.
 */
export function createUuidMaker(): UuidMaker {
  let counter = 0;
  let counterMs = 0;
  let pool = Buffer.alloc(0);

  /** Takes random bytes from a pool: asking the system for each UUID would dominate its cost. */
  const nextRandom = (): Buffer => {
    if (pool.length === 0) pool = randomBytes(POOL_BYTES);
    const bytes = pool.subarray(0, UUID_BYTES);
    pool = pool.subarray(UUID_BYTES);
    return bytes;
  };

  return (nowMs) => {
    const bytes = nextRandom();
    counter = nowMs === counterMs ? (counter + 1) & COUNTER_MASK : bytes.readUInt16BE(6) & COUNTER_START_MASK;
    counterMs = nowMs;
    bytes.writeUIntBE(nowMs, 0, 6);
    bytes.writeUInt16BE(VERSION_7 | counter, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

/** The maker of this process: one for all, so that all its identifiers sort together. */
const makeUuid = createUuidMaker();

/** Makes a UUIDv7; those of one process sort in the order in which they were made. */
export function newUuid(nowMs: number = Date.now()): string {
  return makeUuid(nowMs);
}

/** Makes an identifier over a UUIDv7, so that identifiers sort by the time at which they were made. */
export function newId<P extends IdPrefix>(prefix: P, nowMs: number = Date.now()): Id<P> {
  return idFromUuid(prefix, newUuid(nowMs));
}
