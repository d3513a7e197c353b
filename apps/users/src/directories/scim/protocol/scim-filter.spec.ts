import { comparedValues, matches, readFilter, requiredValue } from './scim-filter';

const PATHS = new Set(['id', 'username', 'externalid', 'name.formatted', 'active', 'emails.value', 'emails.type']);
const VALUES = {
  id: ['12'],
  username: ['Ada@x.com'],
  externalid: ['A1b'],
  'name.formatted': ['Ada Lovelace'],
  active: [true],
  'emails.value': ['Ada@x.com'],
  'emails.type': ['work'],
};
const read = (text: string) => readFilter(text, PATHS);

describe('a filter', () => {
  it.each([
    ['userName eq "ada@X.com"', true],
    ['username Eq "b@x.com"', false],
    ['externalId eq "A1b"', true],
    ['externalId eq "a1b"', false],
    ['id eq "12"', true],
    ['id eq 12', true],
    ['active eq true', true],
    ['active eq "True"', true],
    ['active ne true', false],
    ['name.formatted co "love"', true],
    ['name.formatted sw "ada"', true],
    ['name.formatted ew "ada"', false],
    ['name.formatted pr', true],
    ['userName gt "a"', true],
    ['userName le "a"', false],
    ['userName eq "x" or active eq true', true],
    ['userName eq "x" and active eq true', false],
    ['not (userName eq "x") and active eq true', true],
    ['userName eq "x" or (active eq true and id eq "12")', true],
    ['emails[type eq "work" and value eq "ada@x.com"]', true],
    ['emails[type eq "home"].value eq "ada@x.com"', false],
    ['emails[type eq "work"].value eq "ada@x.com"', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@x.com"', true],
    [String.raw`userName eq "a\"b"`, false],
  ])('%s: %s', (text, isMatch) => {
    expect(matches(read(text), VALUES)).toBe(isMatch);
  });

  it.each([
    [''],
    ['userName'],
    ['userName eq'],
    ['userName like "x"'],
    ['userName eq x'],
    ['password eq "x"'],
    ['userName eq "x" and'],
    ['(userName eq "x"'],
    ['emails[type eq "work"'],
    ['userName eq "x" "y"'],
    ['userName eq "x'],
    [`${'('.repeat(30)}active eq true${')'.repeat(30)}`],
    [`userName eq "${'x'.repeat(2000)}"`],
  ])('%s is refused', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidFilter' }));
  });

  it('tells what it asks for', () => {
    expect(requiredValue(read('active eq true and userName eq "Ada@x.com"'), 'username')).toBe('Ada@x.com');
    expect(requiredValue(read('active eq true or userName eq "a"'), 'username')).toBeUndefined();
    expect(comparedValues(read('id eq "1" or not (id eq "2")'), 'id')).toEqual(['1', '2']);
  });
});
