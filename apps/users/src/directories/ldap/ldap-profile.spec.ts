import type { LdapConfig } from '@stoa/contracts/users';
import { personOf } from './ldap-person';
import { profileOf } from './ldap-profile';

const CONFIG: LdapConfig = {
  urls: ['ldaps://x'],
  search_bases: ['dc=x'],
  people_filter: '(a=b)',
  attributes: { id: 'uid', email: 'mail', full_name: 'cn', timezone: 'zone', language: 'preferredLanguage' },
  profile_fields: [{ external: 'title', local: 'Job title' }],
  deactivate_missing: true,
  sync_minutes: 60,
};
const ENTRY = { uid: ['7'], mail: ['a@x.com'], cn: ['A'] };
const FIELD = {
  ...{ id: 3, name: 'Job title', field_type: 1, field_data: '', hint: '', position: 1, required: false },
  ...{ editable_by_user: true, display_in_profile_summary: false, use_for_user_matching: false },
};

function read(attributes: Record<string, string[]>) {
  const person = personOf('uid=a', new Map(Object.entries({ ...ENTRY, ...attributes })), CONFIG);
  if ('problem' in person) throw new Error(person.problem);
  return profileOf(person, [FIELD]);
}

describe('the profile of an entry', () => {
  it('is what an account may have', () => {
    expect(read({ zone: ['Europe/Kiev'], preferredlanguage: ['de-AT, en;q=0.5'], title: ['Poet', 'Queen'] })).toEqual({
      ...{ timezone: 'Europe/Kyiv', language: 'de', values: new Map([[3, 'Poet']]), problems: [], unknown: [] },
    });
    expect(read({ preferredlanguage: ['de_DE'] }).language).toBe('de');
  });

  it('says that there is nothing in fields, and nothing of the rest', () => {
    expect(read({})).toEqual({ values: new Map([[3, null]]), problems: [], unknown: [] });
    expect(read({ preferredlanguage: ['xx'] }).language).toBeUndefined();
  });

  it('lacks what accounts cannot have', () => {
    expect(read({ zone: ['Moon/Base'], title: ['x'.repeat(51)] })).toEqual({
      values: new Map(),
      unknown: [],
      problems: ['uid=a: Job title is too long (limit: 50 characters)', 'uid=a: there is no time zone Moon/Base'],
    });
  });
});
