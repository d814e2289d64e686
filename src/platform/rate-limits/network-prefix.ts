import '../server-only.ts';
import ipaddr from 'ipaddr.js';

/**
 * A network and the wider networks that one customer may have, narrowest first: an IPv6 /64, its /56 and its /48. A
 * wider one has `factor` times the limit of the narrowest. IPv4 has only the /24.
 */
export function networksAround(network: string): { prefix: string; factor: number }[] {
  if (!/^[0-9a-f]{16}$/.test(network)) return [{ prefix: network, factor: 1 }];
  return [
    { prefix: network, factor: 1 },
    { prefix: network.slice(0, 14), factor: 4 },
    { prefix: network.slice(0, 12), factor: 16 },
  ];
}

/**
 * The network that limits count an address under: IPv4 /24, IPv6 /64 (the usual allocation of one customer).
 * An IPv4 address in IPv6 form counts as IPv4.
 */
export function networkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return parsed.kind() === 'ipv4'
    ? bytes.slice(0, 3).join('.')
    : bytes
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
}
