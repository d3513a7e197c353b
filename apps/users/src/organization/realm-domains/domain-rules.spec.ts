import { domainProblem } from './domain-rules';

describe('allowed mail domains', () => {
  it.each([
    ['example.com', undefined],
    ['a-b.example.co.uk', undefined],
    ['', "Domain can't be empty."],
    ['localhost', 'Domain must have at least one dot (.)'],
    [`${'x'.repeat(80)}.com`, 'Domain is too long'],
    ['.example.com', 'Domain cannot start or end with a dot (.)'],
    ['example.com.', 'Domain cannot start or end with a dot (.)'],
    ['example..com', "Consecutive '.' are not allowed."],
    ['-example.com', "Subdomains cannot start or end with a '-'."],
    ['example-.com', "Subdomains cannot start or end with a '-'."],
    ['exa_mple.com', "Domain can only have letters, numbers, '.' and '-'s."],
  ])('%s: %s', (domain, problem) => {
    expect(domainProblem(domain)).toBe(problem);
  });
});
