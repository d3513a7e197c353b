import sodium from 'libsodium-wrappers';
import { secretboxKey } from './push-key';

export const PUSH_NONCE_BYTES = 24;

/**
 * Encrypts the plaintext of one push for one device (push.md 2.1). The same nonce must never serve two plaintexts under
 * one key: `PushKeyring.nonce` sees to that.
 * @param pushKey 33 bytes, tag first
 * @param nonce 24 bytes
 * @returns `encrypted_data`: base64 of nonce, then ciphertext (XSalsa20-Poly1305, MAC first)
 * @throws Error on a key or nonce of another form
 */
export async function encryptPush(pushKey: Uint8Array, plaintext: string, nonce: Uint8Array): Promise<string> {
  await sodium.ready;
  if (nonce.length !== PUSH_NONCE_BYTES) throw new Error(`A nonce has ${PUSH_NONCE_BYTES} bytes, not ${nonce.length}.`);
  const ciphertext = sodium.crypto_secretbox_easy(Buffer.from(plaintext, 'utf8'), nonce, secretboxKey(pushKey));
  return Buffer.concat([nonce, ciphertext]).toString('base64');
}
