import {
  type FieldManager,
  authorityOver,
  mayManageGroup,
  mayReactivate,
  maySetField,
  profileField,
  refuseDirectoryWish,
} from './directory-authority';
import { Role } from './roles';

const SCIM: FieldManager = { source: 'scim', fields: ['full_name', 'email'] };
const LDAP: FieldManager = { source: 'ldap', fields: ['full_name', 'role', 'avatar'] };
const CLAIMS: FieldManager = { source: 'claims', fields: ['role', 'full_name'] };

describe('the say over a field', () => {
  it.each([
    ['full_name', [], 'user'],
    ['full_name', [CLAIMS], 'claims'],
    ['full_name', [CLAIMS, LDAP], 'ldap'],
    ['full_name', [CLAIMS, LDAP, SCIM], 'scim'],
    ['email', [CLAIMS, LDAP, SCIM], 'scim'],
    ['email', [CLAIMS, LDAP], 'user'],
    ['role', [SCIM, CLAIMS], 'claims'],
    ['role', [SCIM, LDAP, CLAIMS], 'ldap'],
    ['timezone', [SCIM, LDAP, CLAIMS], 'user'],
  ] as const)('%s with %j is %s', (field, managers, authority) => {
    expect(authorityOver(field, managers)).toBe(authority);
  });

  it.each([
    ['user', 'full_name', [], true],
    ['user', 'full_name', [CLAIMS], false],
    ['claims', 'full_name', [CLAIMS], true],
    ['claims', 'full_name', [LDAP], false],
    ['ldap', 'full_name', [CLAIMS], true],
    ['ldap', 'full_name', [SCIM], false],
    ['ldap', 'role', [SCIM], true],
    ['ldap', profileField(7), [{ source: 'scim', fields: ['profile_field_7'] }], false],
    ['ldap', profileField(8), [{ source: 'scim', fields: ['profile_field_7'] }], true],
    ['scim', 'role', [LDAP, CLAIMS], true],
  ] as const)('%s sets %s with %j: %s', (source, field, managers, may) => {
    expect(maySetField(source, field, managers)).toBe(may);
  });
});

describe('the say over a group', () => {
  it.each([
    ['ldap', null, true],
    ['ldap', 'ldap', true],
    ['ldap', 'scim', false],
    ['scim', 'ldap', true],
    ['claims', 'ldap', false],
  ] as const)('%s takes a group of %s: %s', (source, manager, may) => {
    expect(mayManageGroup(source, manager)).toBe(may);
  });
});

describe('a wish of a directory', () => {
  it.each([
    [{ isActive: false }, true, 'last-owner'],
    [{ role: Role.Member }, true, 'last-owner'],
    [{ role: Role.Owner }, true, null],
    [{ isActive: true }, true, null],
    [{}, true, null],
    [{ role: Role.Member, isActive: false }, false, null],
  ])('%j of the last owner (%s): %s', (wish, isLastOwner, refusal) => {
    expect(refuseDirectoryWish(wish, isLastOwner)).toBe(refusal);
  });
});

describe('bringing back an account', () => {
  it.each([
    ['user', [], true],
    ['user', ['ldap'], false],
    ['user', ['scim'], false],
    ['scim', [], true],
    ['scim', ['ldap'], true],
    ['ldap', [], false],
    ['ldap', ['ldap'], true],
    ['ldap', ['scim'], false],
    ['ldap', ['ldap', 'scim'], false],
  ] as const)('%s after deactivations of %j: %s', (source, by, may) => {
    const deactivations = by.map((other) => ({ source: other }));
    expect(mayReactivate(source, deactivations)).toBe(may);
  });
});
