import { checkEmailDomain, checkFullName, comparableName, isEmailAddress } from './account-rules';

describe('full names (users.md 1)', () => {
  it.each([
    ['Ada Lovelace', null],
    ['', 'Name must not be empty!'],
    ['x'.repeat(100), null],
    ['😀'.repeat(100), null],
    ['x'.repeat(101), 'Name too long!'],
    ['a*b', 'Invalid characters in name!'],
    ['a`b', 'Invalid characters in name!'],
    ['a\\b', 'Invalid characters in name!'],
    ['a>b', 'Invalid characters in name!'],
    ['a"b', 'Invalid characters in name!'],
    ['a@b', 'Invalid characters in name!'],
    ['a\u0007b', 'Invalid characters in name!'],
    ['a\ufdd0b', 'Invalid characters in name!'],
    ['a\ud800b', 'Invalid characters in name!'],
    ['Ada|12', 'Invalid format!'],
    ['Ada|x', null],
  ])('%j', (name, problem) => {
    expect(checkFullName(name)).toBe(problem);
  });

  it('compares names by compatibility and case', () => {
    expect(comparableName('ＡＤＡ')).toBe(comparableName('ada'));
  });
});

describe('addresses', () => {
  it.each([
    ['ada@example.com', true],
    ['ada.l+x@mail.example.co', true],
    ['ada@münchen.example', true],
    ['ada', false],
    ['@example.com', false],
    ['ada@example', false],
    ['ada@.com', false],
    ['ada@exa mple.com', false],
    ['a..b@example.com', false],
    [`${'x'.repeat(65)}@example.com`, false],
    [`ada@${'x'.repeat(64)}.com`, false],
  ])('%s', (address, valid) => {
    expect(isEmailAddress(address)).toBe(valid);
  });

  const open = {
    emailsRestrictedToDomains: false,
    disallowDisposableAddresses: true,
    allowedDomains: [],
    isDisposable: (domain: string) => domain === 'trash.example',
  };
  const restricted = {
    ...open,
    emailsRestrictedToDomains: true,
    allowedDomains: [
      { domain: 'example.com', allowSubdomains: true },
      { domain: 'example.org', allowSubdomains: false },
    ],
  };
  it.each([
    ['ada@any.example', open, null],
    ['ada@Trash.example', open, 'disposable'],
    ['ada@trash.example', { ...open, disallowDisposableAddresses: false }, null],
    ['ada@example.com', restricted, null],
    ['ada@sub.example.com', restricted, null],
    ['ada@sub.example.org', restricted, 'outside-domains'],
    ['ada@badexample.com', restricted, 'outside-domains'],
    ['ada+x@example.com', restricted, 'contains-plus'],
  ])('%s', (address, rules, problem) => {
    expect(checkEmailDomain(address, rules)).toBe(problem);
  });
});
