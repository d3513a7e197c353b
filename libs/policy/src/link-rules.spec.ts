import { linkProblem } from './link-rules';

describe('links of mails', () => {
  it.each([
    [{ isUsed: false, isRevoked: false, isExpired: false }, null],
    [{ isUsed: false, isRevoked: false, isExpired: true }, 'expired'],
    [{ isUsed: false, isRevoked: true, isExpired: false }, 'revoked'],
    [{ isUsed: false, isRevoked: true, isExpired: true }, 'revoked'],
    [{ isUsed: true, isRevoked: false, isExpired: false }, 'used'],
    [{ isUsed: true, isRevoked: true, isExpired: true }, 'used'],
  ] as const)('%j: %s', (facts, problem) => {
    expect(linkProblem(facts)).toBe(problem);
  });
});
