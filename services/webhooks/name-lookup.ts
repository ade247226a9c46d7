import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Lookup } from './receiver-address.ts';

const QUERY_MS = 3_000;
const TRIES = 2;
const KEPT_MS = 30_000;
const NAMES_MAX = 10_000;

/** Answered by a name server, and no such address. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Looks names up at the name servers, IPv4 addresses first. Not by the system's own lookup: that takes one of the few threads
 * of the process for as long as it waits, so four names whose servers are silent would stop all others.
 * @throws Error with code ENOTFOUND where a name has no address; with the name servers' code where nobody knows.
 */
export function createNameLookup(): Lookup {
  const kept = new Map<string, { readonly addresses: readonly string[]; readonly until: number }>();

  return async (host) => {
    const known = kept.get(host);
    if (known !== undefined && known.until > performance.now()) return known.addresses;

    const addresses = await lookUp(host);
    kept.delete(host);
    kept.set(host, { addresses, until: performance.now() + KEPT_MS });
    const [oldest] = kept.keys();
    if (kept.size > NAMES_MAX && oldest !== undefined) kept.delete(oldest);
    return addresses;
  };
}

async function lookUp(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];

  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;

  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  throw reasons.find(({ code }: { code?: string }) => !NOTHING.has(code ?? '')) ?? reasons[0];
}
