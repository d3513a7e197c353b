import { createHash, randomBytes } from 'node:crypto';

const KEY_BYTES = 20;

/** 160 bits in hex, as the links of mails end. */
export function generateLinkKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** The only form in which a key is stored: as nobody can guess it, its SHA-256 says nothing of it. */
export function hashLinkKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
