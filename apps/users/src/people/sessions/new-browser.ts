import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { clientSummary } from './client-summary';

/** From where a session was opened. */
export interface SessionBrowser {
  userAgent: string;
  ipAddress: string;
}

/** Characters that are kept of a header into which anybody may write anything. */
export const LONGEST_USER_AGENT = 500;

/** Bits that the addresses of one network share, about. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

/**
 * Whether an account has not been used with this kind of browser and system from this network (mail-and-integrations.md 3).
 * @param earlier the other sessions of the account, live or ended
 */
export function isNewBrowser(browser: SessionBrowser, earlier: readonly SessionBrowser[]): boolean {
  const client = clientSummary(browser.userAgent);
  const network = networkOf(browser.ipAddress);
  return !earlier.some((one) => clientSummary(one.userAgent) === client && networkOf(one.ipAddress) === network);
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray().slice(0, (isIPv6(parsed.toString()) ? NETWORK_BITS.ipv6 : NETWORK_BITS.ipv4) / 8);
  return bytes.join('.');
}
