import { passwordLevel } from './password-level';

describe('levels of passwords', () => {
  it.each([
    [5, 1e12, 'short'],
    [101, 1e12, 'long'],
    [6, 9_999, 'weak'],
    [6, 10_000, 'fair'],
    [100, 9_999_999_999, 'fair'],
    [100, 1e10, 'strong'],
  ])('%i characters that take %d guesses: %s', (length, guesses, level) => {
    expect(passwordLevel(length, guesses)).toBe(level);
  });
});
