import {
  NeededProof,
  OwnMethods,
  OwnSignIn,
  PasswordAttempt,
  PasswordRefusal,
  losesOwnMethods,
  neededProof,
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
  const old = { hasPassword: true, isPasswordAuthEnabled: true, signInAgeSeconds: 3600 };
  it.each<[string, Partial<OwnSignIn>, NeededProof]>([
    ['somebody with a password', {}, 'password'],
    ['somebody with a password who has just signed in', { signInAgeSeconds: 0 }, 'password'],
    ['somebody without a password', { hasPassword: false }, 'sign-in'],
    ['somebody whose password counts for nothing', { isPasswordAuthEnabled: false }, 'sign-in'],
    ['a sign-in without a password', { hasPassword: false, signInAgeSeconds: 0 }, 'nothing'],
    ['the same, ten minutes ago', { hasPassword: false, signInAgeSeconds: 600 }, 'nothing'],
    ['the same, earlier', { hasPassword: false, signInAgeSeconds: 601 }, 'sign-in'],
    ['the same, in future', { hasPassword: false, signInAgeSeconds: -1 }, 'sign-in'],
    ['no session', { hasPassword: false, signInAgeSeconds: undefined }, 'sign-in'],
    ['a confirmation instead of the password', { confirmationAgeSeconds: 0 }, 'nothing'],
    ['the same, ten minutes ago', { confirmationAgeSeconds: 600 }, 'nothing'],
    ['the same, earlier', { confirmationAgeSeconds: 601 }, 'password'],
    ['the same, in future', { confirmationAgeSeconds: -1 }, 'password'],
    ['a confirmation without a password', { hasPassword: false, confirmationAgeSeconds: 599 }, 'nothing'],
  ])('of %s', (_of, changes, needed) => {
    expect(neededProof({ confirmationAgeSeconds: undefined, ...old, ...changes })).toBe(needed);
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
