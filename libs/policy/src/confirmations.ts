import type { OidcPreset, SignInKind } from './sign-in-providers';

/** These have people sign in again when they are asked to, and say when they did. Others do what they want to. */
const CONFIRMING: ReadonlySet<SignInKind> = new Set<SignInKind>(['oidc', 'saml']);

/** Google does not have people sign in again, and its ID tokens do not say when they did: they confirm nothing. */
const WITHOUT_TIME: ReadonlySet<OidcPreset> = new Set<OidcPreset>(['google']);

/** What of a provider decides whether it may confirm who somebody is. */
export interface ConfirmingProvider {
  kind: SignInKind;
  /** The service of OpenID Connect that it is, where that is known. */
  preset?: OidcPreset;
  /** The organization has not switched this kind of provider off. */
  isMethodOn: boolean;
}

export function mayConfirm({ kind, preset, isMethodOn }: ConfirmingProvider): boolean {
  return isMethodOn && CONFIRMING.has(kind) && (preset === undefined || !WITHOUT_TIME.has(preset));
}

/** Clocks of providers differ from ours by this much at most, in seconds. */
const SKEW_SECONDS = 60;

/** What a provider said when somebody was to sign in there again. Times are seconds since 1970. */
export interface ConfirmationFacts {
  /** Whose session is to be confirmed. */
  userId: number;
  /** Whose account the person at the provider opens; undefined for nobody's. */
  answeredFor: number | undefined;
  /** When the person signed in there; undefined where the provider does not say. */
  authenticatedAt: number | undefined;
  /** When the person was sent there. */
  begunAt: number;
  now: number;
}

/**
 * `other-account`: somebody else signed in there. `not-again`: the sign-in there is an older one. `time-unknown`: the
 * provider does not say of when it is.
 */
export type ConfirmationProblem = 'other-account' | 'not-again' | 'time-unknown';

/** Why an answer does not confirm who asks; null if it does. The session is the same person's before and after. */
export function confirmationProblem(facts: ConfirmationFacts): ConfirmationProblem | null {
  const { userId, answeredFor, authenticatedAt: at, begunAt, now } = facts;
  if (answeredFor !== userId) return 'other-account';
  if (at === undefined) return 'time-unknown';
  return at >= begunAt - SKEW_SECONDS && at <= now + SKEW_SECONDS ? null : 'not-again';
}
