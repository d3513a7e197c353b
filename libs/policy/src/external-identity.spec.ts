import { Claims, identityOfClaims, isOfHostedDomain } from './external-identity';
import type { SignInProviderSettings } from './sign-in-providers';

const CLAIMS: Claims = { iss: 'https://id.example', sub: '7', email: 'a@x.com', email_verified: true, name: ' A B ' };

describe('identityOfClaims', () => {
  it('takes what is vouched for', () => {
    expect(identityOfClaims(CLAIMS, {})).toEqual({
      subject: 'https://id.example|7',
      email: 'a@x.com',
      fullName: 'A B',
    });
  });

  it.each<[string, Claims, SignInProviderSettings, string | null]>([
    ['unverified', { email_verified: false }, {}, null],
    ['not said', { email_verified: undefined }, {}, null],
    ['a text that looks like true', { email_verified: 'true' }, {}, null],
    ['trusted by the operator', { email_verified: undefined }, { trusts_email: true }, 'a@x.com'],
    ['no address', { email: undefined }, { trusts_email: true }, null],
    ['none that could be an address', { email: 'a' }, { trusts_email: true }, null],
    ['a list', { email: ['a@x.com'] }, { trusts_email: true }, null],
    [
      'Entra, whose domain owner is known',
      { email_verified: undefined, xms_edov: '1' },
      { preset: 'entra' },
      'a@x.com',
    ],
    ['Entra, whose domain owner is not known', { email_verified: undefined, xms_edov: 0 }, { preset: 'entra' }, null],
    ['another that sends what Entra does', { email_verified: undefined, xms_edov: true }, {}, null],
    [
      'Entra without a mailbox',
      { email: undefined, preferred_username: 'b@x.com' },
      { preset: 'entra', trusts_email: true },
      'b@x.com',
    ],
    ['a name to sign in with', { email: undefined, preferred_username: 'b@x.com' }, { trusts_email: true }, null],
  ])('address: %s', (_name, claims, rules, email) => {
    expect(identityOfClaims({ ...CLAIMS, ...claims }, rules).email).toBe(email);
  });

  it('knows people of Entra by tenant and object', () => {
    const claims = { ...CLAIMS, tid: 't', oid: 'o' };
    expect(identityOfClaims(claims, { preset: 'entra' }).subject).toBe('t|o');
    expect(identityOfClaims(claims, {}).subject).toBe('https://id.example|7');
    expect(identityOfClaims({ ...claims, oid: undefined }, { preset: 'entra' }).subject).toBe('https://id.example|7');
  });

  it('puts names together', () => {
    const names = { ...CLAIMS, name: undefined, given_name: 'A', family_name: 'C' };
    expect(identityOfClaims(names, {}).fullName).toBe('A C');
    expect(identityOfClaims({ iss: 'i', sub: 's' }, {}).fullName).toBe('');
  });
});

describe('isOfHostedDomain', () => {
  it.each([
    [undefined, undefined, true],
    ['x.com', 'X.com', true],
    ['x.com', undefined, false],
    ['x.com', 'y.com', false],
    ['x.com', ['x.com'], false],
  ])('%s for %s: %s', (domain, hd, expected) => {
    expect(isOfHostedDomain({ hd }, { hosted_domain: domain })).toBe(expected);
  });
});
