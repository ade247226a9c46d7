import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Lookup } from './receiver-address.ts';

const QUERY_MS = 3_000;
const TRIES = 2;
const KEPT_MS = 30_000;
const NAMES_MAX = 10_000;

/** A name server answered that there is no such address. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Looks up names at the name servers, IPv4 addresses first. The system's lookup would block one of the few threads of the process
 * while it waits, so four names with silent servers would stop all others.
 * @throws Error with code ENOTFOUND if a name has no address; with the name servers' code if the lookup failed.
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
