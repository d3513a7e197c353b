import { isIPv4, isIPv6 } from 'node:net';

/** The key under which an address is limited: IPv4 whole, IPv6 by its /64 network, mapped IPv4 as IPv4. */
export function rateLimitAddress(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const mapped = plain.slice(plain.lastIndexOf(':') + 1);
  if (isIPv4(mapped)) return mapped;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  const network = groups.slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
