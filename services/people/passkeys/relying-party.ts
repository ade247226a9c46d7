import { isIP } from 'node:net';
import { findOwnBase } from '../own-base.ts';

/** For whom a browser keeps passkeys: a domain, and the address of the pages on it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The relying party of the pages that people open; null if browsers offer no passkeys there: at an IP address, or over http. */
export function findRelyingParty(publicUrl: string | null, host: string | undefined): RelyingParty | null {
  const base = findOwnBase(publicUrl, host);
  if (base === null || isIP(base.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  if (base.protocol !== 'https:' && base.hostname !== 'localhost') return null;
  return { id: base.hostname, origin: base.origin };
}
