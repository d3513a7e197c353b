import { Injectable } from '@nestjs/common';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { personChange } from '../../shared/user-set/person-change';
import type { CheckedLogin } from './checked-login';

/** An account that an import made is nobody's until somebody signs in with it (users.md 1). */
@Injectable()
export class FirstSignIn {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly writes: AccountWritesRepository,
    private readonly audiences: UserAudiences,
  ) {}

  /** Marks the account as used, and tells those who see it; once, however many sign in at the same time. */
  async happened({ realmId, partition, account }: CheckedLogin): Promise<void> {
    if (!account.isImportedStub) return;
    await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
      if (!(await this.writes.endStub(tx, account.id))) return;
      const facts = await this.facts.ofRealm(realmId);
      const user = facts.users.get(account.id);
      if (!user?.isActive) return;
      const person = { user_id: user.id, is_imported_stub: false } as const;
      tx.emit(personChange(person, await this.audiences.accessorIds(tx, facts, user)));
    });
  }
}
