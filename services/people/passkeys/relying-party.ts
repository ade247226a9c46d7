import { isIP } from 'node:net';

/** For whom a browser keeps passkeys: a domain, and the address of the pages on it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Without a public URL, only this host is trusted, which is the developer's machine. */
const DEVELOPMENT_HOST = 'localhost';

/**
 * The relying party of the pages that people open; null if browsers offer no passkeys there: at an IP address, or over http.
 * @param publicUrl where browsers reach the API; null if it is not configured.
 * @param host the Host of the request, which only counts without `publicUrl`.
 */
export function findRelyingParty(publicUrl: string | null, host: string | undefined): RelyingParty | null {
  const text = publicUrl ?? `http://${host}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  const isTrusted = publicUrl === null ? url.hostname === DEVELOPMENT_HOST : url.protocol === 'https:';
  if (!isTrusted && url.hostname !== DEVELOPMENT_HOST) return null;
  return { id: url.hostname, origin: url.origin };
}
