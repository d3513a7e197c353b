import { type ConfirmationFacts, confirmationProblem, mayConfirm } from './confirmations';
import { OIDC_PRESETS, type OidcPreset, SIGN_IN_KINDS } from './sign-in-providers';

describe('providers that may confirm who somebody is', () => {
  it('have people sign in again, and are switched on', () => {
    const may = (isMethodOn: boolean) => SIGN_IN_KINDS.filter((kind) => mayConfirm({ kind, isMethodOn }));
    expect([may(true), may(false)]).toEqual([['oidc', 'saml'], []]);
  });

  it('say when somebody signed in there, which Google does not', () => {
    const may = (preset: OidcPreset) => mayConfirm({ kind: 'oidc', preset, isMethodOn: true });
    expect(OIDC_PRESETS.filter(may)).toEqual(['generic', 'entra', 'okta', 'keycloak']);
  });
});

describe('an answer', () => {
  const facts: ConfirmationFacts = { userId: 7, answeredFor: 7, authenticatedAt: 1_010, begunAt: 1_000, now: 1_020 };
  it.each<[string, Partial<ConfirmationFacts>, string | null]>([
    ['of the same person, who has just signed in', {}, null],
    ['by a clock that is a minute late', { authenticatedAt: 940 }, null],
    ['by a clock that is a minute early', { authenticatedAt: 1_080 }, null],
    ['of a sign-in before', { authenticatedAt: 939 }, 'not-again'],
    ['of a sign-in to come', { authenticatedAt: 1_081 }, 'not-again'],
    ['of an unknown time', { authenticatedAt: undefined }, 'time-unknown'],
    ['of time zero', { authenticatedAt: 0 }, 'not-again'],
    ['of somebody else', { answeredFor: 8 }, 'other-account'],
    ['of nobody here', { answeredFor: undefined }, 'other-account'],
    ['of somebody else, long ago', { answeredFor: 8, authenticatedAt: 1 }, 'other-account'],
  ])('%s', (_what, changes, problem) => {
    expect(confirmationProblem({ ...facts, ...changes })).toBe(problem);
  });
});
