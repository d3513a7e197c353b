import { PASSWORD_RULES } from '@stoa/policy';
import zxcvbn from 'zxcvbn';

/**
 * Whether a password may be set: 6 to 100 characters that take at least 10,000 guesses (organization.md 1.9, 4.8).
 * @param known name and address: a password made of them is weak
 */
export function isStrongPassword(password: string, known: readonly string[]): boolean {
  const length = [...password].length;
  if (length < PASSWORD_RULES.shortest || length > PASSWORD_RULES.longest) return false;
  const estimated = password.slice(0, PASSWORD_RULES.estimatedCharacters);
  return zxcvbn(estimated, [...known]).guesses >= PASSWORD_RULES.fewestGuesses;
}

/** Words that whoever guesses the password of an account tries first. */
export function wordsOfAccount(fullName: string, email: string): string[] {
  return [fullName, email, email.split('@')[0] ?? ''];
}
