import { SamlAssertion, identityOfAssertion } from './saml-identity';
import type { ExternalIdentity } from './external-identity';
import type { SignInProviderSettings } from './sign-in-providers';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const FORMATS = 'urn:oasis:names:tc:SAML';
const EMAIL = `${FORMATS}:1.1:nameid-format:emailAddress`;
const PERSISTENT = `${FORMATS}:2.0:nameid-format:persistent`;
const TRANSIENT = `${FORMATS}:2.0:nameid-format:transient`;

function assertion(
  attributes: Record<string, string[]>,
  nameId = 'ada-7',
  nameIdFormat: string | undefined = PERSISTENT,
): SamlAssertion {
  return { nameId, nameIdFormat, sessionIndex: undefined, attributes: new Map(Object.entries(attributes)) };
}

describe('identityOfAssertion', () => {
  it.each<[string, SamlAssertion, SignInProviderSettings, string | null, string | null, string]>([
    ['nothing but a name', assertion({}), {}, 'ada-7', null, ''],
    [
      'own names',
      assertion({ email: ['a@x.example'], first_name: ['A'], last_name: ['B'] }),
      {},
      'ada-7',
      'a@x.example',
      'A B',
    ],
    [
      'Entra ID',
      assertion({
        [`${CLAIMS}/emailaddress`]: ['a@x.example'],
        [`${CLAIMS}/givenname`]: ['A'],
        [`${CLAIMS}/surname`]: ['B'],
        [`${CLAIMS}/name`]: ['a@tenant.example'],
      }),
      {},
      ...(['ada-7', 'a@x.example', 'A B'] as const),
    ],
    ['a NameID that is an address', assertion({}, 'a@x.example', EMAIL), {}, 'a@x.example', 'a@x.example', ''],
    [
      'no address where it must be',
      assertion({}, 'a@x.example', EMAIL),
      { email_attribute: 'm' },
      'a@x.example',
      null,
      '',
    ],
    [
      'an address elsewhere',
      assertion({ email: ['e@x.example'], m: ['a@x.example'] }),
      { email_attribute: 'm' },
      'ada-7',
      'a@x.example',
      '',
    ],
    ['an address that is none', assertion({ email: ['a@x.example,b@x.example'] }), {}, 'ada-7', null, ''],
    [
      'several addresses: the first',
      assertion({ email: ['', 'a@x.example', 'b@x.example'] }),
      {},
      'ada-7',
      'a@x.example',
      '',
    ],
    ['a whole name', assertion({ displayName: ['Ada L'] }), {}, 'ada-7', null, 'Ada L'],
    [
      'a whole name elsewhere',
      assertion({ first_name: ['X'], n: ['Ada L'] }),
      { name_attribute: 'n' },
      'ada-7',
      null,
      'Ada L',
    ],
    [
      'parts elsewhere',
      assertion({ f: ['A'], l: ['B'] }),
      { first_name_attribute: 'f', last_name_attribute: 'l' },
      'ada-7',
      null,
      'A B',
    ],
    ['a lasting name elsewhere', assertion({ id: ['7'] }, 'x', TRANSIENT), { subject_attribute: 'id' }, '7', null, ''],
    ['no lasting name', assertion({ email: ['a@x.example'] }, 'x', TRANSIENT), {}, null, null, ''],
    ['no lasting name where it must be', assertion({}), { subject_attribute: 'id' }, null, null, ''],
    ['no NameID', assertion({}, ''), {}, null, null, ''],
  ])('%s', (_what, said, rules, name, email, fullName) => {
    const expected = name === null ? null : { subject: `https://id.example|${name}`, email, fullName };
    expect(identityOfAssertion(said, 'https://id.example', rules)).toEqual(expected);
  });

  it.each<[string, Record<string, string[]>, SignInProviderSettings, ExternalIdentity['groups']]>([
    ['that nobody asks for', { groups: ['dev'] }, {}, undefined],
    ['in the usual attribute', { groups: ['dev', 'ops'] }, { groups: [{ external: '*' }] }, ['dev', 'ops']],
    [
      'as Entra ID sends them',
      { 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['4f'] },
      { groups: [{ external: '*' }] },
      ['4f'],
    ],
    [
      'in another',
      { groups: ['dev'], teams: ['ops'] },
      { groups: [{ external: '*' }], groups_claim: 'teams' },
      ['ops'],
    ],
    ['left out where there are none', {}, { groups: [{ external: '*' }] }, []],
    [
      'too many for Entra',
      { 'http://schemas.microsoft.com/claims/groups.link': ['x'] },
      { groups: [{ external: '*' }] },
      'unknown',
    ],
  ])('groups: %s', (_name, attributes, rules, groups) => {
    expect(identityOfAssertion(assertion(attributes), 'i', rules)?.groups).toEqual(groups);
  });

  it('says profile fields', () => {
    const said = assertion({ title: ['Engineer'], phone: [''] });
    const profile_fields = ['title', 'phone', 'floor'].map((external) => ({ external, local: external.toUpperCase() }));
    expect(identityOfAssertion(said, 'i', { profile_fields })?.fields).toEqual({ TITLE: 'Engineer', PHONE: '' });
  });

  it('gives a role where the provider may', () => {
    const said = assertion({ roles: ['staff', 'moderator'] });
    expect(identityOfAssertion(said, 'i', { role_claim: 'roles' })?.role).toBe(300);
    expect(identityOfAssertion(said, 'i', { role_claim: 'other' })?.role).toBeUndefined();
    expect(identityOfAssertion(said, 'i', {})?.role).toBeUndefined();
  });
});
