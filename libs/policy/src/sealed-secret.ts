import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * What a secret is for. Each has a key of its own under the installation's secret, so that what was sealed for one is
 * never opened as another. The texts are part of the stored form and never change.
 */
export type SecretPurpose = 'bot-api-key' | 'ldap-bind-password' | 'sign-in-provider' | 'sign-in-attempt';

function sealingKey(secret: string, purpose: SecretPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `stoa/${purpose}`, 32));
}

/** Encrypts what is kept and read again: nonce, tag, ciphertext (AES-256-GCM). */
export function sealSecret(secret: string, purpose: SecretPurpose, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(secret, purpose), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error if the bytes were not sealed with this secret, for this purpose */
export function openSealedSecret(secret: string, purpose: SecretPurpose, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(CIPHER, sealingKey(secret, purpose), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
}
