import { type IdentityLinkFacts, identityLinkProblem } from './identity-links';

const FACTS: IdentityLinkFacts = { kind: 'oidc', isMethodOn: true, isLinkedElsewhere: false, linksAccounts: false };

describe('identityLinkProblem', () => {
  it.each<[string, Partial<IdentityLinkFacts>, string | null]>([
    ['the first provider', {}, null],
    ['a second one', { isLinkedElsewhere: true }, 'not-allowed'],
    ['a second one that may open such accounts', { isLinkedElsewhere: true, linksAccounts: true }, null],
    ['a kind that is switched off', { isMethodOn: false, linksAccounts: true }, 'method-off'],
    ['a proxy', { kind: 'remoteuser' }, 'unasked'],
    ['tokens', { kind: 'jwt', linksAccounts: true }, 'unasked'],
    ['SAML', { kind: 'saml' }, null],
    ['Apple', { kind: 'apple' }, null],
  ])('%s', (_what, given, problem) => {
    expect(identityLinkProblem({ ...FACTS, ...given })).toBe(problem);
  });
});
