import { UsageError } from '../base/command-line/failures';

/** What only operators let an account do, by the names that the API has for it (users.md section 2). */
export const ACCOUNT_RIGHTS = ['can_create_users', 'can_change_user_emails', 'can_forge_sender'] as const;
export type AccountRight = (typeof ACCOUNT_RIGHTS)[number];

/** Without the role, these have no effect. */
const RIGHTS_OF_ADMINISTRATORS: ReadonlySet<AccountRight> = new Set(['can_create_users', 'can_change_user_emails']);

/** @throws UsageError */
export function accountRight(name: string): AccountRight {
  const right = ACCOUNT_RIGHTS.find((known) => known === name);
  if (right === undefined) throw new UsageError(`the right must be one of ${ACCOUNT_RIGHTS.join(', ')}`);
  return right;
}

/** Whether a right has an effect only while the account has the role of an administrator. */
export function needsAdministrator(right: AccountRight): boolean {
  return RIGHTS_OF_ADMINISTRATORS.has(right);
}

/** Those that an account has, as a table shows them. */
export function rightsOf(account: Readonly<Record<AccountRight, boolean>>): string {
  return ACCOUNT_RIGHTS.filter((right) => account[right]).join(' ');
}
