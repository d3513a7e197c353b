import { mayDeactivate, passwordHome } from './directory-passwords';

describe('where a password is looked up', () => {
  it.each([
    [false, undefined, 'here'],
    [false, { isManagedByLdap: true, hasPassword: true }, 'here'],
    [true, undefined, 'directory'],
    [true, { isManagedByLdap: true, hasPassword: true }, 'directory'],
    [true, { isManagedByLdap: false, hasPassword: false }, 'directory'],
    [true, { isManagedByLdap: false, hasPassword: true }, 'here'],
  ] as const)('with a directory (%s), %j: %s', (hasDirectory, account, home) => {
    expect(passwordHome({ hasDirectory, account })).toBe(home);
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
