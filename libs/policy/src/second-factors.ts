import { type HasRole, isAdministrator, isOwner } from './roles';

/** What decides whether a password is enough. */
export interface FactorFacts {
  /** An authenticator app is set up. */
  hasTotp: boolean;
  /** Passkeys of the account. */
  passkeys: number;
  /** The organization requires a second factor of accounts with passwords. */
  isRequired: boolean;
}

/**
 * What follows a right password before a session begins: nothing; a code; an authenticator app is set up first; or the
 * password does not count, as only the passkey is a second factor. (Setting up an app by the password alone would make the
 * passkey worth nothing.)
 */
export type PasswordStep = 'none' | 'code' | 'set-up' | 'passkey';

export function stepAfterPassword({ hasTotp, passkeys, isRequired }: FactorFacts): PasswordStep {
  if (hasTotp) return 'code';
  if (!isRequired) return 'none';
  return passkeys > 0 ? 'passkey' : 'set-up';
}

/** Whether a password alone gives an API key: `fetch_api_key` cannot ask for more (identity.md 9). */
export function isPasswordEnough(facts: FactorFacts): boolean {
  return stepAfterPassword(facts) === 'none';
}

/** Whether the authenticator app may go: not where it is the only factor, and one is required. */
export function mayRemoveTotp({ passkeys, isRequired }: FactorFacts): boolean {
  return !isRequired || passkeys > 0;
}

/** Whether a passkey may go. */
export function mayRemovePasskey({ hasTotp, passkeys, isRequired }: FactorFacts): boolean {
  return !isRequired || hasTotp || passkeys > 1;
}

/**
 * Why somebody may not end another's sessions, or remove his factors; null if he may. An administrator who could do that to
 * an owner could take the account over.
 */
export function refuseSignInReset(actor: HasRole, target: HasRole): 'needs-administrator' | 'needs-owner' | null {
  if (!isAdministrator(actor)) return 'needs-administrator';
  return isOwner(target) && !isOwner(actor) ? 'needs-owner' : null;
}
