import {
  FactorFacts,
  PasswordStep,
  isPasswordEnough,
  mayRemovePasskey,
  mayRemoveTotp,
  refuseSignInReset,
  stepAfterPassword,
} from './second-factors';
import { Role } from './roles';

describe('second factors', () => {
  it.each<[FactorFacts, PasswordStep]>([
    [{ hasTotp: false, passkeys: 0, isRequired: false }, 'none'],
    [{ hasTotp: false, passkeys: 1, isRequired: false }, 'none'],
    [{ hasTotp: true, passkeys: 0, isRequired: false }, 'code'],
    [{ hasTotp: true, passkeys: 1, isRequired: false }, 'code'],
    [{ hasTotp: true, passkeys: 0, isRequired: true }, 'code'],
    [{ hasTotp: true, passkeys: 1, isRequired: true }, 'code'],
    [{ hasTotp: false, passkeys: 0, isRequired: true }, 'set-up'],
    [{ hasTotp: false, passkeys: 1, isRequired: true }, 'passkey'],
  ])('after a password, with %j: %s', (facts, step) => {
    expect(stepAfterPassword(facts)).toBe(step);
    expect(isPasswordEnough(facts)).toBe(step === 'none');
  });

  it.each<[FactorFacts, boolean, boolean]>([
    // …, may the app go, may a passkey
    [{ hasTotp: true, passkeys: 1, isRequired: false }, true, true],
    [{ hasTotp: true, passkeys: 0, isRequired: false }, true, true],
    [{ hasTotp: true, passkeys: 0, isRequired: true }, false, true],
    [{ hasTotp: true, passkeys: 1, isRequired: true }, true, true],
    [{ hasTotp: false, passkeys: 1, isRequired: true }, true, false],
    [{ hasTotp: false, passkeys: 2, isRequired: true }, true, true],
  ])('go, with %j: the app %s, a passkey %s', (facts, mayTotpGo, mayPasskeyGo) => {
    expect(mayRemoveTotp(facts)).toBe(mayTotpGo);
    expect(mayRemovePasskey(facts)).toBe(mayPasskeyGo);
  });

  it.each([
    // who, whose, why not
    [Role.Owner, Role.Owner, null],
    [Role.Owner, Role.Guest, null],
    [Role.Administrator, Role.Owner, 'needs-owner'],
    [Role.Administrator, Role.Administrator, null],
    [Role.Administrator, Role.Member, null],
    [Role.Moderator, Role.Member, 'needs-administrator'],
    [Role.Member, Role.Owner, 'needs-administrator'],
  ])('are removed by %s of %s: %s', (role, of, refusal) => {
    expect(refuseSignInReset({ role }, { role: of })).toBe(refusal);
  });
});
