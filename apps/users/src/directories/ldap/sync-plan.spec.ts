import type { LdapAccountRow } from './ldap-directories.repository';
import type { LdapPerson } from './ldap-person';
import { planSync } from './sync-plan';

const ADA: LdapPerson = {
  dn: 'uid=ada',
  id: 'e1',
  email: 'ada@x.example',
  fullName: 'Ada',
  login: undefined,
  isDisabled: false,
  role: 400,
  avatarHash: undefined,
};
const ACCOUNT: LdapAccountRow = {
  ...{ id: 7, deliveryEmail: 'ada@x.example', fullName: 'Ada', role: 400, isActive: true },
  ...{ externalId: 'e1', isLinked: true, isDeactivated: false, isProvisioned: false, avatarHash: null },
};
const UNLINKED = { externalId: null, isLinked: false };

describe('the plan of a synchronisation', () => {
  it.each<[string, Partial<LdapPerson> | null, Partial<LdapAccountRow>, object | null]>([
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
