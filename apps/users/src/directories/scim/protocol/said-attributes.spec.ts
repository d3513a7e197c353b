import { collectAttributes, mappedAttributes } from './said-attributes';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const BODY = {
  title: ' Engineer ',
  name: { givenName: 'Ada' },
  phoneNumbers: [
    { type: 'mobile', value: '1' },
    { type: 'work', value: '2' },
    { type: 'work', value: '3' },
  ],
  addresses: [{ type: 'work', locality: 'Berlin' }],
  roles: [],
  floor: 3,
  nickName: null,
  [ENTERPRISE]: { department: 'Engines', manager: { value: '7' } },
  [`${ENTERPRISE}:costCenter`]: 'C1',
};

function said(path: string, value: unknown): Map<string, string> {
  const into = new Map<string, string>();
  collectAttributes(path, value, into);
  return into;
}

describe('attributes that a provider has sent', () => {
  it.each([
    ['title', 'Engineer'],
    ['Name.GivenName', 'Ada'],
    ['phoneNumbers.value', '1'],
    ['phoneNumbers[type eq "work"].value', '2'],
    ['phoneNumbers[type eq "mobile"].value', '1'],
    ['addresses.locality', 'Berlin'],
    ['roles', null],
    ['floor', '3'],
    ['nickName', null],
    ['department', 'Engines'],
    [`${ENTERPRISE}:department`, 'Engines'],
    ['manager.value', '7'],
    ['costCenter', 'C1'],
  ])('%s', (external, text) => {
    expect(mappedAttributes(said('', BODY), [{ external, local: 'F' }])).toEqual(new Map([['F', text]]));
  });

  it.each([
    ['phoneNumbers[type eq "work"].value', { phoneNumbers: [] }],
    ['phoneNumbers.value', { phoneNumbers: null }],
    ['name.givenName', { name: null }],
    ['department', { [ENTERPRISE]: null }],
    [`${ENTERPRISE}:manager.value`, { [ENTERPRISE]: null }],
    ['department', { department: 'Engines', [ENTERPRISE.toUpperCase()]: null }],
    ['phoneNumbers.value', { 'phoneNumbers.value': '1', phoneNumbers: [] }],
  ])('%s is gone with %j', (external, body) => {
    expect(mappedAttributes(said('', body), [{ external, local: 'F' }])).toEqual(new Map([['F', null]]));
  });

  it.each([
    ['title', { [ENTERPRISE]: null, name: null }],
    ['phoneNumbersOfOthers.value', { phoneNumbers: [] }],
    ['department', { [ENTERPRISE]: { division: 'D' } }],
  ])('%s is not gone with %j', (external, body) => {
    expect(mappedAttributes(said('', body), [{ external, local: 'F' }])).toEqual(new Map());
  });

  it.each([
    ['phoneNumbers[type eq "work"].value', { phoneNumbers: [], 'phoneNumbers[type eq "work"].value': '7' }, '7'],
    ['department', { [ENTERPRISE]: null, department: 'Engines' }, 'Engines'],
  ])('%s is there again with %j', (external, body, text) => {
    expect(mappedAttributes(said('', body), [{ external, local: 'F' }])).toEqual(new Map([['F', text]]));
  });

  it('that are not there say nothing', () => {
    expect(mappedAttributes(said('', BODY), [{ external: 'division', local: 'F' }])).toEqual(new Map());
  });

  it('may be named by a path', () => {
    expect(said('phonenumbers[type eq "work"].value', '5').get('phonenumbers[type eq "work"].value')).toBe('5');
    expect(said('manager', { value: '7' }).get('manager.value')).toBe('7');
  });

  it('are bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`a${index}`, 'x'.repeat(5_000)]));
    const found = said('', many);
    expect([found.size, found.get('a1')?.length]).toEqual([200, 2_000]);
  });
});
