import zxcvbn from 'zxcvbn';

const SHORTEST = 6;
const LONGEST = 100;
/** The estimator's time grows with the length; what follows these characters could only make a password stronger. */
const ESTIMATED_CHARACTERS = 40;
/** `password_min_guesses` of POST /register. */
const FEWEST_GUESSES = 10_000;

/**
 * Whether a password may be set: 6 to 100 characters that take at least 10,000 guesses (organization.md 1.9, 4.8).
 * @param known name and address: a password made of them is weak
 */
export function isStrongPassword(password: string, known: readonly string[]): boolean {
  const length = [...password].length;
  if (length < SHORTEST || length > LONGEST) return false;
  return zxcvbn(password.slice(0, ESTIMATED_CHARACTERS), [...known]).guesses >= FEWEST_GUESSES;
}
