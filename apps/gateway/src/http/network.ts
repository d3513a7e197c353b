import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address or a network. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Written out: what is short, such as 10/8, means different networks to different programs. */
export function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/');
  return isIP(address) !== 0 && (text === address || ipaddr.isValidCIDR(text));
}

/** @throws Error for what {@link isNetwork} denies */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  // As isWithin reads it.
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** @param address undefined for a connection that is gone */
export function isWithin(address: string | undefined, networks: readonly Network[]): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  // A listener for both families shows IPv4 within IPv6.
  const known = ipaddr.process(address);
  return networks.some(([base, bits]) => known.kind() === base.kind() && known.match([base, bits]));
}
