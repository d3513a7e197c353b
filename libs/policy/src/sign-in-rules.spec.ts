import {
  OwnMethods,
  PasswordAttempt,
  PasswordRefusal,
  isFreshSignIn,
  losesOwnMethods,
  needsPasswordAgain,
  passwordRefusal,
} from './sign-in-rules';

const RIGHT: PasswordAttempt = { isBot: false, isActive: true, hasPassword: true, isPasswordRight: true };

describe('a sign-in with a password', () => {
  it.each<[string, PasswordAttempt | undefined, PasswordRefusal | undefined, PasswordRefusal | undefined]>([
    // of …, at fetch_api_key, elsewhere
    ['the owner of the account', RIGHT, undefined, undefined],
    ['somebody with a wrong password', { ...RIGHT, isPasswordRight: false }, 'wrong', 'wrong'],
    ['an unknown address', undefined, 'wrong', 'wrong'],
    ['a bot', { ...RIGHT, isBot: true }, 'wrong', 'wrong'],
    ['a deactivated account', { ...RIGHT, isActive: false }, 'deactivated', 'deactivated'],
    [
      'a deactivated account with a wrong password',
      { ...RIGHT, isActive: false, isPasswordRight: false },
      'deactivated',
      'wrong',
    ],
    [
      'a deactivated account without a password',
      { ...RIGHT, isActive: false, hasPassword: false, isPasswordRight: false },
      'deactivated',
      'wrong',
    ],
    [
      'an account without a password',
      { ...RIGHT, hasPassword: false, isPasswordRight: false },
      'reset-required',
      'reset-required',
    ],
  ])('of %s', (_of, attempt, forKey, forSession) => {
    expect(passwordRefusal(attempt, 'always')).toBe(forKey);
    expect(passwordRefusal(attempt, 'after-password')).toBe(forSession);
  });
});

describe('another proof of who asks', () => {
  const signIn = { hasPassword: true, isPasswordAuthEnabled: true, sessionAgeSeconds: 3600 };

  it('is the password, where there is one and the organization has passwords', () => {
    expect(needsPasswordAgain(signIn)).toBe(true);
    expect(needsPasswordAgain({ ...signIn, hasPassword: false })).toBe(false);
    expect(needsPasswordAgain({ ...signIn, isPasswordAuthEnabled: false })).toBe(false);
  });

  it.each([
    [0, true],
    [600, true],
    [601, false],
    [-1, false],
    [undefined, false],
  ])('is a sign-in of the last ten minutes otherwise: %s seconds ago', (sessionAgeSeconds, isFresh) => {
    expect(isFreshSignIn({ ...signIn, sessionAgeSeconds })).toBe(isFresh);
  });
});

describe('the methods of an owner', () => {
  const of = (own: string[], switches: Record<string, boolean> = {}): OwnMethods => ({ own, switches });
  it.each([
    ['a password, when passwords are switched off', of(['Email']), of(['Email'], { Email: false }), true],
    ['one of two', of(['Email', 'GitHub']), of(['Email', 'GitHub'], { Email: false }), false],
    ['the last that is on', of(['Email', 'GitHub'], { GitHub: false }), of(['Email'], { Email: false }), true],
    ['a provider that is removed', of(['GitHub']), of([]), true],
    ['a provider that was off', of(['GitHub'], { GitHub: false }), of([], { GitHub: false }), false],
    ['none, as before', of([]), of([], { Email: false }), false],
    ['what is switched on', of(['Email'], { Email: false }), of(['Email'], { Email: true }), false],
  ])('are lost or kept: %s', (_what, before, after, isLost) => {
    expect(losesOwnMethods(before, after)).toBe(isLost);
  });
});
