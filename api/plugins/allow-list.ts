import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits in front of an IPv4 address that is written as IPv6, ::ffff:a.b.c.d. */
const MAPPED_BITS = 96;
const IPV4_BITS = 32;
const IPV6_BITS = 128;

/**
 * Reads one address or CIDR as an operator writes it, and answers it in the one form in which it is kept: IPv4 that is
 * written as IPv6 becomes IPv4. Null when it is neither, or has bits set behind its prefix.
 */
export function readRange(text: string): string | null {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return null;
  if (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)) return null;

  const parsed = ipaddr.parse(address);
  const bits = Number(prefix ?? (version === 4 ? IPV4_BITS : IPV6_BITS));
  if (bits > (version === 4 ? IPV4_BITS : IPV6_BITS)) return null;
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && bits >= MAPPED_BITS) {
    return toRange(parsed.toIPv4Address(), bits - MAPPED_BITS);
  }
  return toRange(parsed, bits);
}

function toRange(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string | null {
  const range = `${address.toString()}/${bits}`;
  const first =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(range)
      : ipaddr.IPv6.networkAddressFromCIDR(range);
  return first.toString() === address.toString() ? range : null;
}

/** Judges whether a client's address is in one of the ranges. No range means anywhere. */
export function createAllowList(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => true;
  const parsed = ranges.map((range) => ipaddr.parseCIDR(range));
  return (address) => {
    const client = readAddress(address);
    if (client === null) return false;
    return parsed.some(([first, bits]) => client.kind() === first.kind() && client.match(first, bits));
  };
}

/**
 * Reads the address of a client, IPv4 that is written as IPv6 as IPv4; null when it is none, for what a proxy wrote need not
 * be an address at all. Node names the interface behind an address of its own link, as fe80::1%br-0.
 */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(text) === 0 ? null : ipaddr.process(text.split('%')[0] ?? '');
}
