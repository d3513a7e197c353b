import { createHmac } from 'node:crypto';
import { badRequest } from '@stoa/errors';

/** For which place a passkey is: the organization's own host, and no parent that others share. */
export interface RelyingParty {
  /** Host name without port. */
  id: string;
  origin: string;
}

/**
 * @param pageOrigin where browsers see the organization
 * @throws DomainError for what browsers cannot open
 */
export function relyingParty(pageOrigin: string): RelyingParty {
  if (!URL.canParse(pageOrigin)) throw badRequest('Passkeys need a host that has a name.');
  const { hostname, origin } = new URL(pageOrigin);
  return { id: hostname, origin };
}

/** What authenticators call an account: 64 bytes that say nothing of it, and stay the same. @param secret of the installation */
export function userHandle(secret: string, userId: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHmac('sha512', secret).update(`passkey-user\n${userId}`).digest());
}
