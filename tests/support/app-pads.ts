import { createDecipheriv, createHash } from 'node:crypto';

/** Random bytes by which an app reads what a browser gets for it (identity.md 1.6, 1.7). */
export const PAD = '0123456789abcdef'.repeat(4);
const BYTES = Buffer.from(PAD, 'hex');

/** The API key that a phone reads out of the address which its browser opens. */
export function keyOf(location: string): string {
  const padded = Buffer.from(new URL(location).searchParams.get('otp_encrypted_api_key') ?? '', 'hex');
  return Buffer.from(padded.map((byte, place) => byte ^ (BYTES[place] ?? 0))).toString('ascii');
}

/** The token that the desktop app reads out of the text which is pasted there. */
export function tokenOf(text: string): string {
  const bytes = Buffer.from(text, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', BYTES, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

/** The text on the page from which it is copied. */
export function copiedText(page: string): string {
  return /value="([0-9a-f]+)"/.exec(page)?.[1] ?? '';
}

/** What shows that whoever pastes it has the pad. */
export const PAD_COOKIE = `app_sign_in=${createHash('sha256').update(BYTES).digest('hex')}`;
