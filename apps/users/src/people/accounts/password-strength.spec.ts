import { isStrongPassword } from './password-strength';

describe('password strength', () => {
  it.each([
    ['abcde', false],
    ['password', false],
    ['123456', false],
    ['lovelace', false],
    ['x'.repeat(101), false],
    ['quartz7-lemur', true],
    ['correct horse battery staple', true],
  ])('%s', (password, isStrong) => {
    expect(isStrongPassword(password, ['Ada Lovelace', 'lovelace', 'ada@example.com'])).toBe(isStrong);
  });
});
