import type { LdapConfig } from '@stoa/contracts/users';
import { allValues, attributesOf, pageSizeOf, pictureHash } from './ldap-entry';

const CONFIG: LdapConfig = {
  urls: ['ldaps://x'],
  search_bases: ['dc=x'],
  people_filter: '(a=b)',
  attributes: { id: 'objectGUID', email: 'mail', full_name: 'cn', avatar: 'thumbnailPhoto' },
  deactivate_missing: true,
  sync_minutes: 60,
};

it('entries are asked for in smaller pages with their pictures', () => {
  const { avatar: _none, ...attributes } = CONFIG.attributes;
  expect(pageSizeOf(['mail', 'thumbnailPhoto'], CONFIG)).toBe(25);
  expect(pageSizeOf(['cn', 'member'], CONFIG)).toBe(500);
  expect(pageSizeOf(['mail'], { ...CONFIG, attributes })).toBe(500);
});

describe('the values of an entry', () => {
  it('are texts: of bytes their digits, of a picture its hash', () => {
    const photo = Buffer.from('a picture');
    const entry = { dn: 'cn=a', mail: 'a@x', objectGUID: Buffer.from([1, 254]), thumbnailPhoto: photo, ou: ['a', 'b'] };
    expect(Object.fromEntries(attributesOf(entry, CONFIG))).toEqual({
      mail: ['a@x'],
      objectguid: ['01fe'],
      thumbnailphoto: [pictureHash(photo)],
      ou: ['a', 'b'],
    });
    expect(pictureHash(photo)).toMatch(/^[0-9a-f]{64}$/);
    expect(attributesOf({ dn: 'cn=a', thumbnailPhoto: [] }, CONFIG).get('thumbnailphoto')).toEqual([]);
  });
});

describe('values that a server gives in parts', () => {
  const parts: Record<string, Record<string, string[]>> = {
    'member;range=2-*': { 'member;range=2-3': ['c', 'd'] },
    'member;range=4-*': { 'member;range=4-*': ['e'] },
  };
  const asked: string[] = [];
  const more = (attribute: string) => {
    asked.push(attribute);
    const part = parts[attribute];
    return Promise.resolve(part && { dn: 'cn=g', ...part });
  };

  it('are asked for until the last', async () => {
    const first = { dn: 'cn=g', member: [], 'member;range=0-1': ['a', 'b'] };
    expect(await allValues(first, 'Member', (name) => more(name.toLowerCase()))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(asked).toEqual(['member;range=2-*', 'member;range=4-*']);
  });

  it('may be one, or none', async () => {
    asked.length = 0;
    expect(await allValues({ dn: 'cn=g', member: 'a' }, 'member', more)).toEqual(['a']);
    expect(await allValues({ dn: 'cn=g' }, 'member', more)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('end where a server repeats itself', async () => {
    const same = { dn: 'cn=g', 'member;range=0-1': ['a', 'b'] };
    expect(await allValues(same, 'member', () => Promise.resolve(same))).toEqual(['a', 'b']);
  });
});
