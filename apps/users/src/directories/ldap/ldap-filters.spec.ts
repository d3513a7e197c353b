import type { LdapConfig } from '@stoa/contracts/users';
import { configProblem, typedFilter } from './ldap-filters';

const CONFIG: LdapConfig = {
  urls: ['ldaps://ldap.x.example'],
  search_bases: ['dc=x'],
  people_filter: '(objectClass=person)',
  attributes: { id: 'entryUUID', email: 'mail', full_name: 'cn' },
  deactivate_missing: true,
  sync_minutes: 60,
};
const { email: _email, ...NO_ADDRESS } = CONFIG.attributes;
const BOTH: LdapConfig = { ...CONFIG, attributes: { ...CONFIG.attributes, login: 'uid' } };
const APPENDED: LdapConfig = {
  ...CONFIG,
  attributes: { ...NO_ADDRESS, login: 'sAMAccountName' },
  append_domain: 'x.example',
};
const GROUPS = { search_bases: ['dc=x'], filter: '(cn=*)', name: 'cn', members: 'memberUid', names: '*' as const };

describe('whom a typed name means', () => {
  it.each([
    [CONFIG, 'ada@x.example', '(mail=ada@x.example)'],
    [BOTH, 'ada', '(|(uid=ada)(mail=ada))'],
    [BOTH, '*)(uid=*', '(|(uid=\\2a\\29\\28uid=\\2a)(mail=\\2a\\29\\28uid=\\2a))'],
    [APPENDED, 'ada', '(sAMAccountName=ada)'],
    [APPENDED, 'ada@X.example', '(sAMAccountName=ada)'],
    [APPENDED, 'a\u0000b\\', '(sAMAccountName=a\\00b\\5c)'],
  ])('%#: %s', (config, typed, filter) => {
    expect(typedFilter(typed, config)?.toString()).toBe(filter);
  });

  it.each([
    [CONFIG, ''],
    [APPENDED, 'ada@other.example'],
    [APPENDED, '@x.example'],
  ])('%#: nobody is %s', (config, typed) => {
    expect(typedFilter(typed, config)).toBeUndefined();
  });
});

describe('what is wrong with a configuration', () => {
  it.each<[string, Partial<LdapConfig>, string | null]>([
    ['nothing', {}, null],
    ['nothing with names', APPENDED, null],
    ['readable passwords', { urls: ['ldap://x'] }, 'ldap://x would send passwords readably'],
    ['StartTLS', { urls: ['ldap://x'], start_tls: true }, null],
    ['no name', { attributes: { id: 'a', email: 'mail' } }, 'attributes name no part of a name'],
    ['no address', { attributes: NO_ADDRESS }, 'addresses come either from'],
    ['two addresses', { append_domain: 'x.example' }, 'addresses come either from'],
    ['a domain for nothing', { attributes: NO_ADDRESS, append_domain: 'x.example' }, 'append_domain needs'],
    ['members by no name', { mirrored_groups: { ...GROUPS, members_are: 'login' } }, 'members_are login needs'],
    ['no filter', { people_filter: '(a=' }, 'people_filter is not a filter'],
    ['no filter of groups', { mirrored_groups: { ...GROUPS, filter: 'x' } }, 'mirrored_groups.filter is not a filter'],
  ])('%s', (_what, given, problem) => {
    const expected = problem === null ? null : expect.stringContaining(problem);
    expect(configProblem({ ...CONFIG, ...given })).toEqual(expected);
  });
});
