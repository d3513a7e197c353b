import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is kept encrypted, each kind under a key of its own: bytes of one kind never open as another. */
export type SealedPurpose =
  | 'stoa/big-blue-button-call'
  | 'stoa/bot-api-key'
  | 'stoa/bot-secret'
  | 'stoa/bot-service-token'
  | 'stoa/incoming-delivery'
  | 'stoa/jwt-key'
  | 'stoa/ldap-bind-password'
  | 'stoa/sign-in-attempt'
  | 'stoa/sign-in-provider'
  | 'stoa/totp-secret'
  | 'stoa/webhook-delivery'
  | 'stoa/zoom-connection'
  | 'stoa/zoom-token';

function sealingKey(secret: string, purpose: SealedPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/**
 * Encrypts a text that the service has to read again (AES-256-GCM): nonce, tag, ciphertext.
 * @param secret of the installation
 */
export function sealText(secret: string, purpose: SealedPurpose, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(secret, purpose), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error if the bytes were not sealed with this secret for this purpose */
export function openSealedText(secret: string, purpose: SealedPurpose, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(CIPHER, sealingKey(secret, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
}
