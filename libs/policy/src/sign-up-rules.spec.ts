import { SignUpFacts, signUpProblem } from './sign-up-rules';

const OPEN: SignUpFacts = {
  rules: {
    emailsRestrictedToDomains: false,
    disallowDisposableAddresses: true,
    allowedDomains: [{ domain: 'people.example', allowSubdomains: false }],
    isDisposable: (domain) => domain === 'throwaway.example',
  },
  holder: undefined,
  isInvitationRequired: false,
  isInvited: false,
};
const CLOSED: SignUpFacts = { ...OPEN, isInvitationRequired: true };
const RESTRICTED: SignUpFacts = { ...OPEN, rules: { ...OPEN.rules, emailsRestrictedToDomains: true } };
const held = (isActive: boolean, isSystemBot = false): SignUpFacts => ({ ...OPEN, holder: { isActive, isSystemBot } });

describe('signing up', () => {
  it.each([
    ['ada@mail.example', OPEN, null],
    ['ada', OPEN, 'invalid-address'],
    ['ada@throwaway.example', OPEN, 'disposable'],
    ['ada@mail.example', CLOSED, 'invitation-required'],
    ['ada', CLOSED, 'invitation-required'],
    ['ada@mail.example', { ...CLOSED, holder: { isActive: true, isSystemBot: false } }, 'invitation-required'],
    ['ada@mail.example', { ...CLOSED, isInvited: true }, null],
    ['ada@people.example', RESTRICTED, null],
    ['ada@mail.example', RESTRICTED, 'domain-not-allowed'],
    ['ada@sub.people.example', RESTRICTED, 'domain-not-allowed'],
    ['ada+1@people.example', RESTRICTED, 'contains-plus'],
    ['ada@mail.example', { ...RESTRICTED, isInvited: true }, 'domain-not-allowed'],
    ['ada@mail.example', held(true), 'already-member'],
    ['ada@mail.example', held(false), 'deactivated'],
    ['bot@mail.example', held(true, true), 'reserved'],
  ] as const)('with %s', (email, facts, problem) => {
    expect(signUpProblem(email, facts)).toBe(problem);
  });
});
