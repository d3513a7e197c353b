import { type UserInput, fullNameOf, nameParts, readUser, readUserPatch } from './user-input';

const patch = (...operations: object[]): UserInput => described(readUserPatch({ Operations: operations }));
/** Without what custom profile fields are made of. */
const described = ({ said: _said, ...input }: UserInput): UserInput => input;

describe('a user as providers send it', () => {
  it('of Okta', () => {
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: ' ada@x.com ',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ primary: true, value: 'ada@x.com', type: 'work' }],
      displayName: 'Ada L.',
      locale: 'en-US',
      externalId: '00u1',
      groups: [],
      password: 'secret',
      active: true,
    };
    const input = described(readUser(body));
    expect(input).toEqual({
      ...{ userName: 'ada@x.com', givenName: 'Ada', familyName: 'Lovelace', displayName: 'Ada L.' },
      ...{ locale: 'en-US', externalId: '00u1', isActive: true },
    });
    expect(fullNameOf(input)).toBe('Ada Lovelace');
  });

  it('of Entra ID', () => {
    const body = {
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
      userName: 'ada@x.com',
      active: 'True',
      name: { formatted: 'Ada Lovelace', givenName: 'A' },
      roles: [
        { primary: 'False', value: 'guest' },
        { primary: 'True', value: 'Moderator' },
      ],
    };
    const input = readUser(body);
    expect(input).toMatchObject({ isActive: true, role: 300 });
    expect(fullNameOf(input)).toBe('Ada Lovelace');
  });

  it.each([
    ['a value that is no text', { userName: 7 }],
    ['a null character', { userName: 'a\0' }],
    ['a word that is no boolean', { active: 'yes' }],
    ['an unknown role', { role: 'boss' }],
    ['a name that is no object', { name: 'Ada' }],
  ])('is refused for %s', (_what, body) => {
    expect(() => readUser(body)).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidValue' }));
  });
});

describe('a patch of a user', () => {
  it.each<[string, object[], UserInput]>([
    ['Okta, deactivation', [{ op: 'replace', value: { active: false } }], { isActive: false }],
    ['Entra, deactivation', [{ op: 'Replace', path: 'active', value: 'False' }], { isActive: false }],
    ['Entra, compliant', [{ op: 'replace', path: 'active', value: false }], { isActive: false }],
    ['name', [{ op: 'Add', path: 'name.givenName', value: 'Ada' }], { givenName: 'Ada' }],
    ['name as an object', [{ op: 'replace', path: 'name', value: { familyName: 'L' } }], { familyName: 'L' }],
    [
      'dotted names',
      [{ op: 'replace', value: { 'name.familyName': 'L', displayName: 'A' } }],
      { familyName: 'L', displayName: 'A' },
    ],
    ['role of Entra', [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'guest' }], { role: 600 }],
    [
      'schema before the name',
      [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'b@x.com' }],
      { userName: 'b@x.com' },
    ],
    [
      'what is unknown',
      [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'c@x.com' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'E' },
        { op: 'remove', path: 'title' },
      ],
      {},
    ],
    ['a time zone', [{ op: 'replace', path: 'timezone', value: 'Europe/Kiev' }], { timezone: 'Europe/Kyiv' }],
    ['what is no time zone', [{ op: 'replace', path: 'timezone', value: 'Moon/Base' }], {}],
    ['no external id', [{ op: 'remove', path: 'externalId' }], { externalId: null }],
    [
      'the last word',
      [
        { op: 'add', path: 'active', value: true },
        { op: 'replace', path: 'active', value: false },
      ],
      { isActive: false },
    ],
  ])('%s', (_what, operations, input) => {
    expect(patch(...operations)).toEqual(input);
  });

  it.each([
    [{ Operations: {} }, 'invalidSyntax'],
    [{}, 'invalidSyntax'],
    [{ Operations: [7] }, 'invalidSyntax'],
    [{ Operations: [{ op: 'move', path: 'active' }] }, 'invalidSyntax'],
    [{ Operations: [{ op: 'remove' }] }, 'invalidPath'],
    [{ Operations: [{ op: 'replace', path: 'emails[type eq "work"', value: '' }] }, 'invalidPath'],
    [{ Operations: [{ op: 'replace', value: 'x' }] }, 'invalidValue'],
    [{ Operations: [{ op: 'remove', path: 'userName' }] }, 'mutability'],
    [{ Operations: Array.from({ length: 1001 }, () => ({ op: 'add', path: 'active', value: true })) }, 'tooMany'],
  ])('%j is refused', (body, scimType) => {
    expect(() => readUserPatch(body)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});

it('what else a provider sends is kept for profile fields', () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  const { said } = readUserPatch({
    Operations: [
      { op: 'Add', path: `${enterprise}:department`, value: 'Engines' },
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '7' },
      { op: 'remove', path: 'title' },
      { op: 'replace', value: { nickName: 'A', [`${enterprise}:division`]: 'D' } },
    ],
  });
  expect(Object.fromEntries(said ?? [])).toEqual({
    ...{ department: 'Engines', 'phonenumbers[type eq "work"].value': '7', title: '', nickname: 'A', division: 'D' },
  });
});

it('what a provider removes is kept for profile fields, with all of its parts', () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  const { said } = readUserPatch({
    Operations: [
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '7' },
      { op: 'add', path: `${enterprise}:department`, value: 'Engines' },
      { op: 'remove', path: 'phoneNumbers' },
      { op: 'remove', path: enterprise },
      { op: 'add', value: { [enterprise]: { division: 'D' } } },
    ],
  });
  expect(Object.fromEntries(said ?? [])).toEqual({ phonenumbers: '', [enterprise.toLowerCase()]: '', division: 'D' });
});

describe('a name', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Ada', 'Ada', ''],
    ['Ada King Lovelace', 'Ada', 'King Lovelace'],
  ])('%s has two parts', (fullName, givenName, familyName) => {
    expect(nameParts(fullName)).toEqual({ givenName, familyName });
  });

  it('keeps the part that is not given', () => {
    expect(fullNameOf({ familyName: 'King' }, 'Ada Lovelace')).toBe('Ada King');
    expect(fullNameOf({ displayName: 'A' }, 'Ada Lovelace')).toBe('A');
    expect(fullNameOf({}, 'Ada Lovelace')).toBeUndefined();
  });
});
