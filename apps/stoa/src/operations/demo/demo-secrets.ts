import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 32;
const PASSWORD_LENGTH = 20;
/** Bytes at or above the largest multiple of the alphabet's length would favour its first letters. */
const FAIR_LIMIT = 256 - (256 % ALPHABET.length);

/** Letters and digits that only who knows the installation's secret can derive; the same again at every call. */
function derive(secret: string, purpose: string, length: number): string {
  let text = '';
  for (let block = 0; text.length < length; block += 1) {
    const bytes = createHmac('sha512', secret).update(`stoa/demo/${purpose}/${block}`).digest();
    for (const byte of bytes) if (byte < FAIR_LIMIT) text += ALPHABET[byte % ALPHABET.length];
  }
  return text.slice(0, length);
}

/**
 * Key and password of a demo account. Derived instead of drawn, so that a start that was broken off between writing the
 * accounts and noting their keys can be repeated.
 */
export function demoSecrets(secret: string, email: string): { apiKey: string; password: string } {
  return {
    apiKey: derive(secret, `api-key/${email}`, KEY_LENGTH),
    password: derive(secret, `password/${email}`, PASSWORD_LENGTH),
  };
}
