/** What a password must be (organization.md 1.9, 4.8). The service decides; the web client shows it while one types. */
export const PASSWORD_RULES = {
  /** Characters. */
  shortest: 6,
  longest: 100,
  /** zxcvbn's time grows with the length; what follows these characters could only make a password stronger. */
  estimatedCharacters: 40,
  /** `password_min_guesses` of POST /register. */
  fewestGuesses: 10_000,
} as const;
