import ipaddr from 'ipaddr.js';
import { banMessages, MIN_PREFIX_BITS } from './contract.ts';

/** The length of ::ffff:0:0/96, which holds the IPv6 form of every IPv4 address. */
const MAPPED_BITS = 96;
const MAPPED = ipaddr.IPv6.parse('::ffff:0:0');

/** A typed address or CIDR block as its network; undefined if it is neither. */
export function readRange(typed: string): string | undefined {
  // The zone of a link-local address means something on one machine only.
  if (typed.includes('%')) return undefined;
  try {
    if (!typed.includes('/')) {
      const address = ipaddr.process(typed);
      // Forms like 010.1 or 3232235777 read as an address that nobody meant.
      if (address.kind() === 'ipv4' && !ipaddr.IPv4.isValidFourPartDecimal(typed) && !typed.includes(':'))
        return undefined;
      return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
    }
    const [address, bits] = ipaddr.parseCIDR(typed);
    if (address.kind() === 'ipv4') {
      if (!ipaddr.IPv4.isValidFourPartDecimal(typed.split('/')[0] ?? '')) return undefined;
      return `${ipaddr.IPv4.networkAddressFromCIDR(typed)}/${bits}`;
    }
    // The lists of bans match IPv4 addresses in their IPv6 form, too: such a block is one of IPv4, also for its width.
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
      return readRange(`${address.toIPv4Address()}/${bits - MAPPED_BITS}`);
    return `${ipaddr.IPv6.networkAddressFromCIDR(typed)}/${bits}`;
  } catch {
    return undefined;
  }
}

/** The network that a ban takes, or the message for a typed text that none takes. */
export function readBanRange(typed: string): { range: string } | { error: string } {
  if (typed.trim() === '') return { error: banMessages.rangeRequired };
  const range = readRange(typed.trim());
  if (range === undefined) return { error: banMessages.rangeForm };
  return isTooWide(range) ? { error: banMessages.rangeWide } : { range };
}

export function isTooWide(range: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(range);
  if (bits < MIN_PREFIX_BITS[address.kind()]) return true;
  return address.kind() === 'ipv6' && bits < MAPPED_BITS && MAPPED.match(address, bits);
}

/** Whether a range and a network (network-prefix.ts) have addresses in common. */
export function overlaps(range: string, network: string): boolean {
  const own = cidrOfNetwork(network);
  if (own === undefined) return false;
  const [address, bits] = ipaddr.parseCIDR(range);
  const [ownAddress, ownBits] = ipaddr.parseCIDR(own);
  return address.kind() === ownAddress.kind() && address.match(ownAddress, Math.min(bits, ownBits));
}

function cidrOfNetwork(network: string): string | undefined {
  if (/^\d+\.\d+\.\d+$/.test(network)) return `${network}.0/24`;
  if (!/^[0-9a-f]{16}$/.test(network)) return undefined;
  return `${network.match(/.{4}/g)?.join(':')}::/64`;
}
