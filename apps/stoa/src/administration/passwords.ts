import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UsageError } from '../base/command-line/failures';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LENGTH = 20;

/** Letters and digits that are not mistaken for each other. */
export function generatePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * The first line of a file, `-` for standard input: a password on the command line would be in everybody's process list.
 * @throws UsageError
 */
export function readPassword(file: string): string {
  const text = readText(file, 'password');
  const password = text.split(/\r?\n/, 1)[0] ?? '';
  if (password === '') throw new UsageError(`${file} has no password in its first line`);
  return password;
}

/** A key, which may have several lines, without white space around it. @throws UsageError */
export function readSecretFile(file: string): string {
  const key = readText(file, 'key').trim();
  if (key === '') throw new UsageError(`${file} has no key`);
  return key;
}

/** A file, `-` for standard input. @throws UsageError */
export function readText(file: string, what: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`the ${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
