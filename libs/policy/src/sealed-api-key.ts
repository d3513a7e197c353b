import { randomInt } from 'node:crypto';
import { openSealedText, sealText } from './sealed-text';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 32;

/** A new API key: 32 letters and digits, 190 bits of chance. */
export function generateApiKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Encrypts a bot's key, which the API shows to the bot's owner again and again. */
export function sealApiKey(secret: string, apiKey: string): Buffer {
  return sealText(secret, 'stoa/bot-api-key', apiKey);
}

/** @throws Error if the bytes were not sealed with this secret */
export function openSealedApiKey(secret: string, sealed: Uint8Array): string {
  return openSealedText(secret, 'stoa/bot-api-key', sealed);
}
