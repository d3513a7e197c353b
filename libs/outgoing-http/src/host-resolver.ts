import { Resolver } from 'node:dns/promises';

const QUERY_MS = 2_000;
const TRIES = 2;

/** Asks for the addresses of a host. */
export interface HostResolver {
  /** @returns IPv4 first; empty if there are none */
  addressesOf(hostname: string): Promise<string[]>;
}

/**
 * By DNS alone, and for the name as it is: neither /etc/hosts nor search domains, through which a short name would mean a
 * service of the cluster. Does not use the threads that files and hashes need, as the system's look-up would.
 */
export class DnsResolver implements HostResolver {
  async addressesOf(hostname: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }
}
