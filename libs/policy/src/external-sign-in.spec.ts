import { ExternalSignInDecision, ExternalSignInFacts, decideExternalSignIn } from './external-sign-in';

const STRANGER: ExternalSignInFacts = {
  isRealmDeactivated: false,
  isMethodOn: true,
  hasAddress: true,
  linked: undefined,
  holder: undefined,
  isHolderLinked: false,
  linksAccounts: false,
  signUpProblem: null,
  isWelcome: false,
  hasTrustedName: false,
};
const ADA = { id: 7, isActive: true, isBot: false };
const GONE = { ...ADA, isActive: false };
const refused = (reason: string) => ({ act: 'refuse', reason });

describe('decideExternalSignIn', () => {
  it.each<[string, Partial<ExternalSignInFacts>, ExternalSignInDecision | { act: string; reason: string }]>([
    ['asks who has no account', {}, { act: 'ask' }],
    ['asks who is welcome, but without a name', { isWelcome: true }, { act: 'ask' }],
    ['asks who has a name, but did not want to join', { hasTrustedName: true }, { act: 'ask' }],
    ['makes the account', { isWelcome: true, hasTrustedName: true }, { act: 'create' }],
    ['knows the person', { linked: ADA }, { act: 'sign-in', accountId: 7, links: false }],
    [
      'knows the person without an address',
      { linked: ADA, hasAddress: false },
      { act: 'sign-in', accountId: 7, links: false },
    ],
    [
      'prefers the person to the address',
      { linked: ADA, holder: { ...ADA, id: 8 } },
      { act: 'sign-in', accountId: 7, links: false },
    ],
    ['knows the address', { holder: ADA }, { act: 'sign-in', accountId: 7, links: true }],
    ['does not share an account', { holder: ADA, isHolderLinked: true }, refused('linked-elsewhere')],
    [
      'shares an account if it may',
      { holder: ADA, isHolderLinked: true, linksAccounts: true },
      { act: 'sign-in', accountId: 7, links: true },
    ],
    ['knows a person who is gone', { linked: GONE }, refused('deactivated')],
    ['knows the address of one who is gone', { holder: GONE }, refused('deactivated')],
    ['says so of shared accounts, too', { holder: GONE, isHolderLinked: true }, refused('deactivated')],
    ['opens no bots', { holder: { ...ADA, isBot: true } }, refused('reserved')],
    ['needs an address', { hasAddress: false }, refused('no-verified-address')],
    ['needs an invitation', { signUpProblem: 'invitation-required' }, refused('invitation-required')],
    ['minds domains', { signUpProblem: 'domain-not-allowed', isWelcome: true }, refused('domain-not-allowed')],
    ['minds what changed meanwhile', { signUpProblem: 'already-member' }, refused('linked-elsewhere')],
    ['is off', { isMethodOn: false, linked: ADA }, refused('method-off')],
    ['is over', { isRealmDeactivated: true, linked: ADA }, refused('organization-deactivated')],
  ])('%s', (_name, facts, expected) => {
    expect(decideExternalSignIn({ ...STRANGER, ...facts })).toEqual(expected);
  });
});
