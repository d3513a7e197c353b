import type { LdapAccountRow } from './ldap-directories.repository';
import { type ProfiledPerson, planSync } from './sync-plan';

const NO_PROFILE = {
  timezone: undefined,
  language: undefined,
  values: new Map<number, string | null>(),
  problems: [],
  unknown: [],
};
const ADA: ProfiledPerson = {
  dn: 'uid=ada',
  id: 'e1',
  email: 'ada@x.example',
  fullName: 'Ada',
  login: undefined,
  isDisabled: false,
  role: 400,
  avatarHash: undefined,
  ...{ timezone: undefined, language: undefined, said: new Map(), profile: NO_PROFILE },
};
const ACCOUNT: LdapAccountRow = {
  ...{ id: 7, deliveryEmail: 'ada@x.example', fullName: 'Ada', role: 400, isActive: true },
  ...{ externalId: 'e1', isLinked: true, isDeactivated: false, isProvisioned: false, avatarHash: null },
  ...{ timezone: '', language: 'en', profile: { 7: 'Poet' } },
  ...{ managedFields: ['full_name', 'email', 'role'], scimFields: [] },
};
const UNLINKED = { externalId: null, isLinked: false, managedFields: [] };

const ALL = ['full_name', 'email', 'role', 'timezone', 'profile_field_7'];
const says = (profile: Partial<ProfiledPerson['profile']>) => ({ profile: { ...NO_PROFILE, ...profile } });

describe('the plan of a synchronisation', () => {
  it.each<[string, Partial<ProfiledPerson> | null, Partial<LdapAccountRow>, object | null]>([
    ['nothing new', {}, {}, null],
    ['a new name', { fullName: 'Ada King' }, {}, { fullName: 'Ada King' }],
    ['a new address', { email: 'a@x.example' }, {}, { deliveryEmail: 'a@x.example' }],
    ['a new role', { role: 300 }, {}, { role: 300 }],
    ['a role that the directory does not say', { role: undefined }, { role: 200 }, null],
    [
      'an account of the address',
      { email: 'ADA@x.example' },
      UNLINKED,
      { externalId: 'e1', fullName: 'Ada', deliveryEmail: 'ADA@x.example', role: 400 },
    ],
    ['a picture', { avatarHash: 'h1' }, {}, { avatarHash: 'h1' }],
    ['another picture', { avatarHash: 'h2' }, { avatarHash: 'h1' }, { avatarHash: 'h2' }],
    ['the same picture', { avatarHash: 'h1' }, { avatarHash: 'h1' }, null],
    ['no picture any more', { avatarHash: null }, { avatarHash: 'h1' }, { avatarHash: null }],
    ['no picture', { avatarHash: null }, {}, null],
    ['a directory that says nothing of pictures', {}, { avatarHash: 'h1' }, null],
    ['a role that is claimed for the first time', {}, { managedFields: ['full_name', 'email'] }, { role: 400 }],
    ['a name that SCIM says', { fullName: 'Ada King' }, { scimFields: ['full_name'] }, null],
    ['a picture that SCIM says', { avatarHash: 'h1' }, { scimFields: ['avatar'] }, null],
    ['a time zone', says({ timezone: 'Europe/Berlin' }), {}, { timezone: 'Europe/Berlin' }],
    [
      'the same time zone',
      says({ timezone: 'Europe/Berlin' }),
      { timezone: 'Europe/Berlin', managedFields: ALL },
      null,
    ],
    ['a language', says({ language: 'de' }), {}, { language: 'de' }],
    ['a profile field', says({ values: new Map([[7, 'Queen']]) }), {}, { profile: new Map([[7, 'Queen']]) }],
    ['the same, for the first time', says({ values: new Map([[7, 'Poet']]) }), {}, { profile: new Map([[7, 'Poet']]) }],
    ['the same', says({ values: new Map([[7, 'Poet']]) }), { managedFields: ALL }, null],
    [
      'a profile field that SCIM says',
      says({ values: new Map([[7, 'x']]) }),
      { scimFields: ['profile_field_7'] },
      null,
    ],
    ['nothing of a field', says({ values: new Map([[7, null]]) }), {}, null],
    [
      'nothing of a field any more',
      says({ values: new Map([[7, null]]) }),
      { managedFields: ALL },
      { profile: new Map([[7, null]]) },
    ],
    ['a disabled entry', { isDisabled: true }, {}, { isActive: false }],
    ['a disabled entry of whom SCIM provides', { isDisabled: true }, { isProvisioned: true }, null],
    ['no entry', null, {}, { isActive: false }],
    ['no entry of whom SCIM provides', null, { isProvisioned: true }, null],
    ['no entry of an account of its own', null, UNLINKED, null],
    ['no entry of who is out', null, { isActive: false, isDeactivated: true }, null],
    ['an entry that is back', {}, { isActive: false, isDeactivated: true }, { isActive: true }],
    ['an account that people deactivated', { fullName: 'X' }, { isActive: false }, null],
    ['a return that SCIM decides', {}, { isActive: false, isDeactivated: true, isProvisioned: true }, null],
  ])('%s', (_what, person, account, wish) => {
    const people = person ? [{ ...ADA, ...person }] : [];
    const { changes } = planSync(people, [{ ...ACCOUNT, ...account }], { deactivatesMissing: true });
    expect(changes).toEqual(wish ? [{ userId: 7, wish, person: people[0] }] : []);
  });

  it('leaves who is missing where that is wanted, and counts who leaves', () => {
    expect(planSync([], [ACCOUNT], { deactivatesMissing: false })).toEqual({ changes: [], leaving: 0, managed: 1 });
    expect(planSync([], [ACCOUNT], { deactivatesMissing: true })).toMatchObject({ leaving: 1, managed: 1 });
  });

  it('gives an entry to the account that it is linked to, not to another of its address', () => {
    const other = { ...ACCOUNT, id: 8, ...UNLINKED };
    const moved = { ...ACCOUNT, deliveryEmail: 'old@x.example' };
    expect(planSync([ADA], [moved, other], { deactivatesMissing: true }).changes).toEqual([
      { userId: 7, wish: { deliveryEmail: 'ada@x.example' }, person: ADA },
    ]);
  });
});
