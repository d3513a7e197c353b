import { mayDeactivate, passwordHome } from './directory-passwords';

describe('where a password is looked up', () => {
  it.each([
    [false, true, undefined, 'here'],
    [false, true, { isManagedByLdap: true, hasPassword: true }, 'here'],
    [true, true, undefined, 'directory'],
    [true, true, { isManagedByLdap: true, hasPassword: true }, 'directory'],
    [true, true, { isManagedByLdap: false, hasPassword: false }, 'directory'],
    [true, true, { isManagedByLdap: false, hasPassword: true }, 'here'],
    [true, false, { isManagedByLdap: false, hasPassword: true }, 'directory'],
  ] as const)('with a directory (%s), own passwords (%s), %j: %s', (hasDirectory, hasOwnPasswords, account, home) => {
    expect(passwordHome({ hasDirectory, hasOwnPasswords, account })).toBe(home);
  });
});

describe('deactivations at a time', () => {
  it.each([
    [0, 0, true],
    [5, 5, true],
    [6, 10, false],
    [10, 100, true],
    [11, 100, false],
    [200, 2000, true],
  ])('%i of %i: %s', (leaving, managed, may) => {
    expect(mayDeactivate(leaving, managed)).toBe(may);
  });
});
