import { createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
/** Says what it opens, so that programs that look for lost secrets recognise it. */
const PREFIX = 'stoa_scim_';

/** 256 bits in base64url behind the prefix. */
export const SCIM_TOKEN_PATTERN = /^stoa_scim_[A-Za-z0-9_-]{43}$/;

export function generateScimToken(): string {
  return `${PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** The only form in which a token is stored: HMAC-SHA256 under the installation's secret, apart from keys, 32 bytes. */
export function hashScimToken(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update('scim\n').update(token).digest();
}
