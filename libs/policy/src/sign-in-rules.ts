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

/** How the one who asks is signed in. */
export interface OwnSignIn {
  hasPassword: boolean;
  /** The organization has passwords. */
  isPasswordAuthEnabled: boolean;
  /** Seconds since the sign-in of the session that asks; undefined without one. */
  sessionAgeSeconds: number | undefined;
}

/** Whether a password shows that the one who asks is still the one who signed in; else only a fresh sign-in does. */
export function needsPasswordAgain({ hasPassword, isPasswordAuthEnabled }: OwnSignIn): boolean {
  return hasPassword && isPasswordAuthEnabled;
}

/** Whether the session that asks began a moment ago (identity.md 9, step-up). */
export function isFreshSignIn({ sessionAgeSeconds }: OwnSignIn): boolean {
  return sessionAgeSeconds !== undefined && sessionAgeSeconds >= 0 && sessionAgeSeconds <= FRESH_SECONDS;
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
