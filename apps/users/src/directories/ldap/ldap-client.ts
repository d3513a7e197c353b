import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { LdapConfig } from '@stoa/contracts/users';
import { UnavailableError } from '@stoa/errors';
import { Client } from 'ldapts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Of one answer. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** To be closed by the caller, and encrypted before it is used: {@link secure}. */
export function clientOf(url: string, config: LdapConfig): Client {
  const tlsOptions = url.startsWith('ldaps:') ? tlsOptionsOf(url, config) : undefined;
  return new Client({ url, timeout: ANSWER_TIMEOUT_MS, connectTimeout: CONNECT_TIMEOUT_MS, tlsOptions });
}

/**
 * Encrypts the connection where the operator wants StartTLS. The library (8.x) does not notice the end of a connection that was
 * encrypted in this way and never connects anew, which would be readable: what is asked on it then runs into its time limit.
 */
export async function secure(client: Client, url: string, config: LdapConfig): Promise<void> {
  if (config.start_tls && url.startsWith('ldap:')) await client.startTLS(tlsOptionsOf(url, config));
}

/** The server's certificate must be of the host that the operator named. */
function tlsOptionsOf(url: string, { ca_certificate: ca }: LdapConfig): ConnectionOptions {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return { ca, host, minVersion: 'TLSv1.2', ...(isIP(host) === 0 ? { servername: host } : {}) };
}

/** What a failed question means. */
export function cannotBeAsked(error: unknown): UnavailableError {
  return new UnavailableError(`the directory cannot be asked: ${messageOf(error)}`, { cause: error });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error);
}
