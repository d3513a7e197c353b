import type { LdapConfig } from '@stoa/contracts/users';
import { type LdapGroup, wantedGroups } from './ldap-groups';
import type { LdapPerson } from './ldap-person';

type Mirrored = NonNullable<LdapConfig['mirrored_groups']>;

const MIRRORED: Mirrored = { search_bases: ['dc=x'], filter: '(cn=*)', name: 'cn', members: 'member', names: '*' };
const person = (name: string): LdapPerson => ({
  ...{ dn: `uid=${name},ou=people,dc=x`, id: `id-${name}`, login: name, email: `${name}@x.example` },
  ...{ fullName: name, isDisabled: false, role: undefined, avatarHash: undefined },
  ...{ timezone: undefined, language: undefined, said: new Map() },
});
const group = (name: string, ...members: string[]): LdapGroup => ({ dn: `cn=${name},ou=groups,dc=x`, name, members });
const PEOPLE = ['ada', 'bo', 'cy'].map(person);
const dnOf = (name: string) => `UID=${name}, ou=People, dc=x`;

describe('the groups that a directory is to have here', () => {
  const wanted = (groups: LdapGroup[], given: Partial<Mirrored> = {}, present: string[] = []) => {
    const before = present.map((name) => ({ name, isMirrored: true }));
    const config = { mirrored_groups: { ...MIRRORED, ...given } };
    const found = wantedGroups(groups, PEOPLE, config, before);
    return Object.fromEntries(found.map(({ name, memberIds }) => [name, [...memberIds].sort()]));
  };

  it('have those whom the entry names, and no strangers', () => {
    const groups = [group('dev', dnOf('ada'), dnOf('bo'), 'uid=gone,dc=x'), group('empty')];
    expect(wanted(groups)).toEqual({ dev: ['id-ada', 'id-bo'], empty: [] });
  });

  it('are those that are named, under the names that they have here', () => {
    const groups = [group('Dev', dnOf('ada')), group('ops', dnOf('bo')), group('secret', dnOf('cy'))];
    const names = [{ external: 'dev', local: 'developers' }, { external: 'ops' }, { external: 'nowhere' }];
    expect(wanted(groups, { names }, ['other'])).toEqual({ developers: ['id-ada'], ops: ['id-bo'], nowhere: [] });
  });

  it('may be several groups of the directory', () => {
    const names = ['a', 'b'].map((external) => ({ external, local: 'both' }));
    expect(wanted([group('a', dnOf('ada')), group('b', dnOf('ada'), dnOf('bo'))], { names })).toEqual({
      both: ['id-ada', 'id-bo'],
    });
  });

  it('are emptied when the directory has them no more', () => {
    expect(wanted([group('dev', dnOf('ada'))], {}, ['dev', 'gone'])).toEqual({ dev: ['id-ada'], gone: [] });
  });

  it('name people by what they type, as posixGroup does', () => {
    expect(wanted([group('dev', 'ADA', 'nobody')], { members_are: 'login' })).toEqual({ dev: ['id-ada'] });
  });

  it('contain groups where that is wanted, in circles too', () => {
    const groups = [
      group('all', 'cn=dev,ou=groups,dc=x', dnOf('cy')),
      group('dev', dnOf('ada'), 'CN=ops, ou=groups, dc=x'),
      group('ops', dnOf('bo'), 'cn=all,ou=groups,dc=x'),
    ];
    const names = [{ external: 'all' }];
    expect(wanted(groups, { names })).toEqual({ all: ['id-cy'] });
    expect(wanted(groups, { names, nested: true })).toEqual({ all: ['id-ada', 'id-bo', 'id-cy'] });
  });

  it('are none where nobody wants any', () => {
    expect(wantedGroups([group('dev')], PEOPLE, {}, [{ name: 'old', isMirrored: true }])).toEqual([]);
  });
});
