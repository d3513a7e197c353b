import { createHmac, randomInt } from 'node:crypto';

const COUNT = 10;
const LENGTH = 10;
/** Letters and digits that are not mistaken for each other: 49 bits a code. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes for whoever has lost the other factor: `abcde-fghij`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/**
 * The only form in which a code is stored, 32 bytes. Case, spaces and hyphens do not count.
 * @param secret of the installation
 */
export function hashRecoveryCode(secret: string, userId: number, code: string): Buffer {
  const letters = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHmac('sha256', secret).update(`recovery-code\n${userId}\n`).update(letters).digest();
}
