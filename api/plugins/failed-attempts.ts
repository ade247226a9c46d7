import ipaddr from 'ipaddr.js';
import { readAddress } from './allow-list.ts';

/** How many attempts with invalid keys an address may make. */
export interface FailedAttemptsLimit {
  readonly perSecond: number;
  /** The most without waiting, after a pause. */
  readonly burst: number;
}

export const FAILED_ATTEMPTS: FailedAttemptsLimit = { perSecond: 10, burst: 100 };

/** Counts attempts with invalid keys by address, in this process only. */
export interface FailedAttempts {
  readonly limit: FailedAttemptsLimit;
  /** Takes one attempt of an address; returns 0, or the milliseconds until it has one again. */
  take(address: string): number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

const ADDRESSES_MAX = 50_000;
/** An IPv6 subscriber controls at least the other 64 bits of an address, so they count as one address. */
const IPV6_SUBSCRIBER_BITS = 64;

/** One token bucket per address. An address without recent failures is not kept. */
export function createFailedAttempts(
  limit: FailedAttemptsLimit = FAILED_ATTEMPTS,
  now: () => number = () => performance.now(),
): FailedAttempts {
  const buckets = new Map<string, Bucket>();

  const readTokens = (source: string) => {
    const bucket = buckets.get(source);
    if (bucket === undefined) return limit.burst;
    return Math.min(limit.burst, bucket.tokens + ((now() - bucket.at) / 1_000) * limit.perSecond);
  };
  const keep = (source: string, tokens: number) => {
    buckets.delete(source);
    if (tokens >= limit.burst) return;
    buckets.set(source, { tokens, at: now() });
    const oldest = buckets.size > ADDRESSES_MAX ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
  };

  return {
    limit,
    take(address) {
      const source = toSource(address);
      const tokens = readTokens(source);
      if (tokens < 1) return Math.ceil(((1 - tokens) / limit.perSecond) * 1_000);
      keep(source, tokens - 1);
      return 0;
    },
  };
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address. */
export function toSource(address: string): string {
  const parsed = readAddress(address);
  if (parsed === null) return 'unreadable';
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_SUBSCRIBER_BITS}`).toString();
}
