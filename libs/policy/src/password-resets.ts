/** An account of the organization, as somebody who forgot the password of it may have it. */
export interface ForgetfulAccount {
  isActive: boolean;
  isBot: boolean;
  /** An LDAP directory has its password. */
  isManagedByLdap: boolean;
}

/** What the mail says that answers a request for a new password. */
export type PasswordResetMail = 'link' | 'directory' | 'deactivated' | 'elsewhere' | 'nobody';

/**
 * The page never tells whose an address is; the mail to it does (identity.md 7). Bots have no passwords, and mail to their
 * addresses reaches nobody.
 * @param account the one with the address, if the organization has one
 * @param isElsewhere another organization of the installation has an active account with the address
 */
export function passwordResetMail(account: ForgetfulAccount | undefined, isElsewhere: boolean): PasswordResetMail {
  if (account && !account.isBot) {
    if (!account.isActive) return 'deactivated';
    return account.isManagedByLdap ? 'directory' : 'link';
  }
  return isElsewhere ? 'elsewhere' : 'nobody';
}
