import type { LoginAccount } from './logins.repository';

/** Who may have a key or a session, and where. */
export interface CheckedLogin {
  realmId: number;
  partition: number;
  account: LoginAccount;
}
