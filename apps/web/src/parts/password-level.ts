import { PASSWORD_RULES } from '@stoa/policy';

/** How good a password is; the last two may be set. */
export type PasswordLevel = 'short' | 'long' | 'weak' | 'fair' | 'strong';

/** Guesses from which on a password withstands somebody who has stolen its hash. */
const STRONG_GUESSES = 10 ** 10;

/** @param guesses zxcvbn's estimate, for passwords of a length that may be set */
export function passwordLevel(length: number, guesses: number): PasswordLevel {
  if (length < PASSWORD_RULES.shortest) return 'short';
  if (length > PASSWORD_RULES.longest) return 'long';
  if (guesses < PASSWORD_RULES.fewestGuesses) return 'weak';
  return guesses < STRONG_GUESSES ? 'fair' : 'strong';
}
