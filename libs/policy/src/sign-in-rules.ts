/** What is known of an account that somebody wants to sign in to with a password. */
export interface PasswordAttempt {
  isBot: boolean;
  isActive: boolean;
  hasPassword: boolean;
  /** False where there is no password, or an empty one was given. */
  isPasswordRight: boolean;
}

export type PasswordRefusal = 'wrong' | 'deactivated' | 'reset-required';

/**
 * When somebody hears that an account is deactivated: `always` at `fetch_api_key`, whose clients were told so for years
 * (organization.md 2.2); elsewhere only who has shown the right password (identity.md 1.3).
 */
export type TellsDeactivated = 'always' | 'after-password';

/**
 * Why a password opens nothing; undefined if it opens the account. Whether an address is unknown, a bot's, or of another
 * organization is told by nothing: all of it is `wrong`.
 * @param attempt undefined where nobody has the address
 */
export function passwordRefusal(
  attempt: PasswordAttempt | undefined,
  tells: TellsDeactivated,
): PasswordRefusal | undefined {
  if (!attempt || attempt.isBot) return 'wrong';
  const { isActive, hasPassword, isPasswordRight } = attempt;
  if (!isActive && (tells === 'always' || isPasswordRight)) return 'deactivated';
  if (isActive && !hasPassword) return 'reset-required';
  return isPasswordRight ? undefined : 'wrong';
}

/** How long a sign-in counts as fresh, in seconds: what outlives a session may be done without another proof. */
const FRESH_SECONDS = 600;

/** How the one who asks is signed in. Ages are in seconds, and undefined for what has not been. */
export interface OwnSignIn {
  hasPassword: boolean;
  /** The organization has passwords. */
  isPasswordAuthEnabled: boolean;
  /** Of the sign-in by which the session began: at its provider, if that says when. */
  signInAgeSeconds: number | undefined;
  /** Of the last sign-in at a provider that confirmed, in this session, who asks. */
  confirmationAgeSeconds: number | undefined;
}

/** By what the one who asks has to show that he is still the one who signed in. */
export type NeededProof = 'nothing' | 'password' | 'sign-in';

/**
 * The one rule about what is done with a fresh sign-in only (identity.md 9, step-up). Where there is a password, the
 * beginning of a session does not do, as it may have begun without one; a provider's confirmation always does.
 */
export function neededProof(signIn: OwnSignIn): NeededProof {
  if (isFreshSignIn(signIn.confirmationAgeSeconds)) return 'nothing';
  if (signIn.hasPassword && signIn.isPasswordAuthEnabled) return 'password';
  return isFreshSignIn(signIn.signInAgeSeconds) ? 'nothing' : 'sign-in';
}

/** @param ageSeconds undefined for what has not been */
export function isFreshSignIn(ageSeconds: number | undefined): boolean {
  return ageSeconds !== undefined && ageSeconds >= 0 && ageSeconds <= FRESH_SECONDS;
}

/** What somebody signs in by, and what the organization has switched on (organization.md 2.5); what is absent is on. */
export interface OwnMethods {
  /** Names of the methods that open the account. */
  own: readonly string[];
  switches: Readonly<Record<string, boolean>>;
}

/**
 * Whether a change takes the last way into the account of the owner who makes it (identity.md 2). Who had none before, and
 * comes by another, loses nothing.
 */
export function losesOwnMethods(before: OwnMethods, after: OwnMethods): boolean {
  return hasMethod(before) && !hasMethod(after);
}

function hasMethod({ own, switches }: OwnMethods): boolean {
  return own.some((name) => switches[name] ?? true);
}
