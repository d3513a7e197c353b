import { createHmac } from 'node:crypto';

/** 32 letters and digits (organization.md 2.1). */
export const API_KEY_PATTERN = /^[A-Za-z0-9]{32}$/;

/** The only form in which an API key is stored: HMAC-SHA256 under the installation's secret, 32 bytes. */
export function hashApiKey(secret: string, apiKey: string): Buffer {
  return createHmac('sha256', secret).update(apiKey).digest();
}
