import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Where the internet listens; other ports are where services inside of a network do. */
const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** All that is routed globally in IPv6; the rest is reserved, or leads to IPv4 by another name. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by number, yet answered inside of a cloud: the host agent of Azure, which hands out credentials. */
const INSIDE_OF_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Thrown for a list of networks that cannot be read. */
export class AddressListError extends Error {}

/**
 * Which addresses the server connects to on behalf of users: those of the public internet on the ports of the web, and
 * what the operator names, on any port. Addresses are judged by number, as they are connected to; IPv4 in the clothes of
 * IPv6 counts as IPv4.
 */
export class AddressPolicy {
  private readonly exceptions: readonly [Address, number][];

  /** @param exceptions addresses and networks such as `10.1.2.0/24`. @throws AddressListError */
  constructor(exceptions: readonly string[] = []) {
    this.exceptions = exceptions.map(parseNetwork);
  }

  /** @param address as the socket has it; anything else than an address is refused */
  allows(address: string, port: number): boolean {
    const parsed = parse(address);
    if (parsed === null) return false;
    return this.isException(parsed) || (USUAL_PORTS.has(port) && isPublic(parsed));
  }

  private isException(address: Address): boolean {
    return this.exceptions.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
  }
}

function parse(address: string): Address | null {
  // Scopes name an interface of this machine: nothing global has one.
  if (address.includes('%') || !ipaddr.isValid(address)) return null;
  return ipaddr.process(address);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || INSIDE_OF_CLOUDS.has(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

function parseNetwork(text: string): [Address, number] {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch (error) {
    throw new AddressListError(`'${text}' is neither an address nor a network`, { cause: error });
  }
}
