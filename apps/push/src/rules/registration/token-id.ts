import { createHash } from 'node:crypto';
import { decodeBase64 } from '../crypto/push-key';

const BYTES = 8;

/** The name of a vendor's token on the API (push.md 3.1): base64 of the first 8 bytes of its SHA-256. */
function tokenIdOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest().subarray(0, BYTES).toString('base64');
}

/**
 * Whether an id is that of a token.
 * @param isHexadecimal a token of APNs: clients write it in lower or in upper case, and hash it as they write it
 */
export function isTokenNamed(token: string, id: string, isHexadecimal: boolean): boolean {
  const spellings = isHexadecimal ? [token.toLowerCase(), token.toUpperCase()] : [token];
  return spellings.some((spelling) => tokenIdOf(spelling) === id);
}

/** The one form of a token id that equal ids share; null if the text is no base64 of 8 bytes. */
export function parseTokenId(text: string): string | null {
  const bytes = decodeBase64(text);
  return bytes?.length === BYTES ? bytes.toString('base64') : null;
}
