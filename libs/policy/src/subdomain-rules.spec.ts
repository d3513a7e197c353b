import { checkSubdomain } from './subdomain-rules';

describe('checkSubdomain', () => {
  it.each([
    ['ab', 'Subdomain needs to have length 3 or greater.'],
    ['-abc', "Subdomain cannot start or end with a '-'."],
    ['abc-', "Subdomain cannot start or end with a '-'."],
    ['Abc', "Subdomain can only have lowercase letters, numbers, and '-'s."],
    ['a_bc', "Subdomain can only have lowercase letters, numbers, and '-'s."],
    ['www', 'Subdomain reserved. Please choose a different one.'],
    ['lecture-hall', undefined],
  ])('%s', (subdomain, text) => {
    expect(checkSubdomain(subdomain)).toBe(text);
  });
});
