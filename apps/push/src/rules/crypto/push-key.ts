/** Algorithm tag of libsodium's `crypto_secretbox_easy`, the first byte of a `push_key` (push.md 2.1). */
const SECRETBOX_TAG = 0x31;
const KEY_BYTES = 32;

/** Standard base64 with padding; nothing else decodes. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of standard base64, or null if the text is anything else: Node's own decoder accepts nearly everything. */
export function decodeBase64(text: string): Buffer | null {
  return BASE64.test(text) ? Buffer.from(text, 'base64') : null;
}

/**
 * Decodes the parameter `push_key` (push.md 2.1).
 * @returns its 33 bytes, the algorithm's tag first; null if it is not base64, of another length or another algorithm
 */
export function parsePushKey(text: string): Buffer | null {
  const bytes = decodeBase64(text);
  return bytes && isPushKey(bytes) ? bytes : null;
}

export function isPushKey(bytes: Uint8Array): boolean {
  return bytes.length === 1 + KEY_BYTES && bytes[0] === SECRETBOX_TAG;
}

/**
 * The symmetric key inside a push key.
 * @throws Error if the bytes are no push key: a stored one always is
 */
export function secretboxKey(pushKey: Uint8Array): Uint8Array {
  if (!isPushKey(pushKey)) throw new Error('These bytes are no push key.');
  return pushKey.subarray(1);
}
