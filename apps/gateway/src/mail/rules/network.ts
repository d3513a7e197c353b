import ipaddr from 'ipaddr.js';

/** An address or a network. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

export function isNetwork(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}

/** @throws Error for what {@link isNetwork} denies */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** @param address undefined for a connection that is gone */
export function isWithin(address: string | undefined, networks: readonly Network[]): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  // A listener for both families shows IPv4 within IPv6.
  const known = ipaddr.process(address);
  return networks.some(([base, bits]) => known.kind() === base.kind() && known.match([base, bits]));
}
