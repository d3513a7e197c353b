import { createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 bits in base64url, as the cookie of a browser's session has them. */
export const SESSION_TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** A new token: every sign-in makes one, so that nobody can prepare a session for somebody else. */
export function generateSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The only form in which a token is stored: HMAC-SHA256 under the installation's secret, apart from keys, 32 bytes. */
export function hashSessionToken(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update('session\n').update(token).digest();
}
