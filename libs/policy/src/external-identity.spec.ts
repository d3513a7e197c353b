import {
  type Claims,
  type ExternalIdentity,
  identityOfClaims,
  isOfHostedDomain,
  loggedOutByClaims,
  wantedClaims,
} from './external-identity';
import type { SignInProviderSettings } from './sign-in-providers';

const CLAIMS: Claims = { iss: 'https://id.example', sub: '7', email: 'a@x.com', email_verified: true, name: ' A B ' };

describe('identityOfClaims', () => {
  it('takes what is vouched for', () => {
    expect(identityOfClaims(CLAIMS, {})).toEqual({
      subject: 'https://id.example|7',
      email: 'a@x.com',
      fullName: 'A B',
      session: { name: '7' },
    });
    expect(identityOfClaims({ ...CLAIMS, sid: 's' }, {}).session).toEqual({ name: '7', id: 's' });
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

  it('gives a role where the provider may', () => {
    const claims = { ...CLAIMS, roles: ['staff', 'guest'] };
    expect(identityOfClaims(claims, { role_claim: 'roles' }).role).toBe(600);
    expect(identityOfClaims(claims, {}).role).toBeUndefined();
  });

  it.each<[string, Claims, SignInProviderSettings, ExternalIdentity['groups']]>([
    ['that nobody asks for', { groups: ['dev'] }, {}, undefined],
    ['in the usual claim', { groups: ['dev', 'ops'] }, { groups: [{ external: '*' }] }, ['dev', 'ops']],
    ['in another', { groups: ['dev'], teams: 'ops' }, { groups: [{ external: '*' }], groups_claim: 'teams' }, ['ops']],
    ['left out where there are none', {}, { groups: [{ external: '*' }] }, []],
    ['too many for Entra', { _claim_names: { groups: 'src1' } }, { groups: [{ external: '*' }] }, 'unknown'],
    ['too many for Entra, in the short form', { hasgroups: 'true' }, { groups: [{ external: '*' }] }, 'unknown'],
    ['of which others are elsewhere', { _claim_names: { address: 'src1' } }, { groups: [{ external: '*' }] }, []],
  ])('groups: %s', (_name, claims, rules, groups) => {
    expect(identityOfClaims({ ...CLAIMS, ...claims }, rules).groups).toEqual(groups);
  });

  it('wants to be told what it is to say', () => {
    expect(wantedClaims({})).toEqual(['email', 'name']);
    const profile_fields = [{ external: 'title', local: 'Job title' }];
    expect(wantedClaims({ profile_fields })).toEqual(['email', 'name', 'title']);
    expect(identityOfClaims({ ...CLAIMS, title: 'Poet' }, { profile_fields }).fields).toEqual({ 'Job title': 'Poet' });
    expect(wantedClaims({ role_claim: 'role', groups: [{ external: '*' }] })).toEqual([
      'email',
      'name',
      'role',
      'groups',
    ]);
    expect(wantedClaims({ groups: [{ external: '*' }], groups_claim: 'teams' })).toEqual(['email', 'name', 'teams']);
  });

  it('puts names together', () => {
    const names = { ...CLAIMS, name: undefined, given_name: 'A', family_name: 'C' };
    expect(identityOfClaims(names, {}).fullName).toBe('A C');
    expect(identityOfClaims({ iss: 'i', sub: 's' }, {}).fullName).toBe('');
  });
});

describe('loggedOutByClaims', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const TOKEN: Claims = { iss: 'https://id.example', jti: 'j', events: EVENTS };

  it.each<[string, Claims, unknown]>([
    ['a session', { sid: 's' }, { messageId: 'j', name: null, subject: null, ids: ['s'] }],
    ['a person', { sub: '7' }, { messageId: 'j', name: '7', subject: 'https://id.example|7', ids: [] }],
    ['both', { sub: '7', sid: 's' }, { messageId: 'j', name: '7', subject: 'https://id.example|7', ids: ['s'] }],
    ['nobody', {}, null],
    ['no message', { sub: '7', jti: undefined }, null],
    ['a sign-in', { sub: '7', nonce: 'n' }, null],
    ['no event', { sub: '7', events: undefined }, null],
    ['another event', { sub: '7', events: { other: {} } }, null],
    ['an event that is none', { sub: '7', events: 'log-out' }, null],
  ])('%s', (_what, claims, expected) => {
    expect(loggedOutByClaims({ ...TOKEN, ...claims }, {})).toEqual(expected);
  });

  it('knows people of Entra as sign-ins do', () => {
    const claims = { ...TOKEN, sub: '7', tid: 't', oid: 'o' };
    expect(loggedOutByClaims(claims, { preset: 'entra' })?.subject).toBe('t|o');
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
