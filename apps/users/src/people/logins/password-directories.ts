import { Injectable } from '@nestjs/common';

/** Somebody who types a name and a password. */
export interface DirectoryLogin {
  realmId: number;
  /** An address, or a name that the directory knows. */
  username: string;
  password: string;
  /** Accounts may have passwords of their own. */
  hasOwnPasswords: boolean;
  /** The account whose address the name is, if there is one. */
  account: { id: number; hasPassword: boolean } | undefined;
}

/**
 * What a directory says: `not-mine` if the password is to be compared here; else whether it was right, with the address
 * of the account.
 */
export type DirectoryVerdict = 'not-mine' | 'wrong' | { deliveryEmail: string };

/** Where passwords are that the service does not have. */
export interface PasswordDirectory {
  /** @throws UnavailableError while the directory cannot be asked */
  judge(login: DirectoryLogin): Promise<DirectoryVerdict>;

  /**
   * Whether somebody of the address is in it.
   * @throws UnavailableError as {@link judge}
   */
  knows(realmId: number, address: string): Promise<boolean>;
}

/** Modules that know a directory add it while they start. */
@Injectable()
export class PasswordDirectories {
  private readonly directories: PasswordDirectory[] = [];

  add(directory: PasswordDirectory): void {
    this.directories.push(directory);
  }

  /** The first that knows. */
  async judge(login: DirectoryLogin): Promise<DirectoryVerdict> {
    for (const directory of this.directories) {
      const verdict = await directory.judge(login);
      if (verdict !== 'not-mine') return verdict;
    }
    return 'not-mine';
  }

  /** Whether one of them has somebody of the address. */
  async knows(realmId: number, address: string): Promise<boolean> {
    for (const directory of this.directories) if (await directory.knows(realmId, address)) return true;
    return false;
  }
}
