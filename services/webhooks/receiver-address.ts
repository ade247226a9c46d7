import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses outside the unicast ranges are refused, except those that a developer listed: CIDRs like 127.0.0.1/32. */
export interface ReceiverRules {
  readonly allowPrivate: readonly string[];
  /** Our own public addresses, to which no webhook may go either. */
  readonly refuse?: readonly string[];
}

export type UrlVerdict =
  | { readonly kind: 'ok'; readonly url: URL }
  | { readonly kind: 'refused'; readonly why: string };

/** Resolves a name to all its addresses. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** In the unicast range, but the wire server of a cloud provider. */
const REFUSED_UNICAST = new Set(['168.63.129.16']);

/** The assigned part of IPv6. Outside it are forms that carry an IPv4 address, such as ::127.0.0.1. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Most addresses of a name that are tried: otherwise a name with thousands of addresses would have us connect to each. */
export const ADDRESSES_MAX = 8;

/**
 * Judges the address of a receiver as written: https, port 443, a name with a dot or a public address, no user or fragment. In
 * development also http and other ports, but only on addresses of the allowlist. The addresses of a name are checked when
 * connecting.
 */
export function judgeReceiverUrl(text: string, rules: ReceiverRules): UrlVerdict {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { kind: 'refused', why: 'the address is not a URL' };
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return { kind: 'refused', why: 'the address must not contain a user, password or fragment' };
  }
  if (isListed(readHost(url), rules)) return { kind: 'ok', url };

  if (url.protocol !== 'https:') return { kind: 'refused', why: 'the address must begin with https://' };
  if (url.port !== '') return { kind: 'refused', why: 'the address must use port 443' };
  const isAddress = isIP(readHost(url)) !== 0;
  if (isAddress && !isPublic(readHost(url), rules)) {
    return { kind: 'refused', why: 'the host must be a public address' };
  }
  if (!isAddress && !isPublicName(readHost(url))) {
    return { kind: 'refused', why: 'the host must be a public name with a dot' };
  }
  return { kind: 'ok', url };
}

/**
 * Resolves a host and keeps the permitted addresses. The caller connects only to one of these, so that a name cannot resolve to
 * something else between the check and the connection.
 */
export async function allowedAddresses(
  host: string,
  rules: ReceiverRules,
  resolve: Lookup,
): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  return addresses
    .filter((address) => isListed(address, rules) || isPublic(address, rules))
    .slice(0, ADDRESSES_MAX);
}

/** Names that never resolve on the public internet. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|home\.arpa|onion)$/i;

function isPublicName(host: string): boolean {
  return /\.[a-z]/i.test(host) && !PRIVATE_NAMES.test(host);
}

function isPublic(text: string, { refuse = [] }: ReceiverRules): boolean {
  // An IPv4 address that is written as IPv6 is judged as IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || REFUSED_UNICAST.has(address.toString())) return false;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return false;
  return !isWithin(text, refuse);
}

function isListed(host: string, { allowPrivate }: ReceiverRules): boolean {
  return isWithin(host, allowPrivate);
}

function isWithin(host: string, cidrs: readonly string[]): boolean {
  if (!ipaddr.isValid(host)) return false;
  const address = ipaddr.process(host);
  return cidrs.some((cidr) => {
    const range = ipaddr.parseCIDR(cidr);
    return range[0].kind() === address.kind() && address.match(range);
  });
}

/** IPv6 literals without brackets, names without the root's dot: the form that certificates and limits use. */
export function readHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}
