/** What decides where the password of somebody who signs in is looked up. */
export interface PasswordFacts {
  /** The organization has an LDAP directory, and has not switched off the method `LDAP`. */
  hasDirectory: boolean;
  /** The organization has not switched off the method `Email`. */
  hasOwnPasswords: boolean;
  /** An account of the address, if there is one. */
  account: { isManagedByLdap: boolean; hasPassword: boolean } | undefined;
}

/**
 * Whose password it is (identity.md 6): an account that the directory manages has none here; one with a password of its
 * own that the directory does not manage stays usable while the directory is away; everybody else may be in there.
 * Without passwords of its own, the organization leaves all of them to the directory.
 */
export function passwordHome({ hasDirectory, hasOwnPasswords, account }: PasswordFacts): 'here' | 'directory' {
  if (!hasDirectory) return 'here';
  if (!hasOwnPasswords) return 'directory';
  return account && !account.isManagedByLdap && account.hasPassword ? 'here' : 'directory';
}

/** So many may always leave between two looks at a directory, and beyond that this share. */
const FREE_DEACTIVATIONS = 5;
const DEACTIVATED_SHARE = 0.1;

/**
 * Whether a synchronisation may deactivate so many: more look like a mistake in the directory or in its settings.
 * @param managed active accounts that the directory manages
 */
export function mayDeactivate(leaving: number, managed: number): boolean {
  return leaving <= Math.max(FREE_DEACTIVATIONS, managed * DEACTIVATED_SHARE);
}
