import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits before the IPv4 address in an IPv4-mapped IPv6 address (::ffff:a.b.c.d). */
const MAPPED_BITS = 96;
const IPV4_BITS = 32;
const IPV6_BITS = 128;

/**
 * Reads an address or CIDR, and returns it in the form in which it is stored: an IPv4-mapped IPv6 address becomes IPv4.
 * Returns null if the text is neither, or has bits set after its prefix.
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

/** Returns a check whether an address is in one of the ranges. Without ranges, every address is allowed. */
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
 * Reads the address of a client; an IPv4-mapped IPv6 address becomes IPv4. Returns null if it is not an address, since a
 * proxy may write anything. Node appends the interface to a link-local address, as in fe80::1%br-0.
 */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(text) === 0 ? null : ipaddr.process(text.split('%')[0] ?? '');
}
