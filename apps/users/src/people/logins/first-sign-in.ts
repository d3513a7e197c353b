import { Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { joinedText } from '@stoa/wire-objects';
import { FullMembers } from '../../organization/realm-settings/full-members';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { activeUserIds } from '../../shared/user-changes/user-rules';
import { personChange } from '../../shared/user-set/person-change';
import type { CheckedLogin } from './checked-login';

/** An account that an import or the API made for somebody begins with the first sign-in (users.md 1). */
@Injectable()
export class FirstSignIn {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly writes: AccountWritesRepository,
    private readonly audiences: UserAudiences,
    private readonly fullMembers: FullMembers,
  ) {}

  /** Marks the account as used, and tells those who see it; once, however many sign in at the same time. */
  async happened({ realmId, partition, account }: CheckedLogin): Promise<void> {
    if (!account.isImportedStub && !account.awaitsFirstSignIn) return;
    await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const begun = await this.writes.begin(tx, account.id);
      if (!begun) return;
      const facts = await this.facts.ofRealm(realmId);
      const user = facts.users.get(account.id);
      if (!user?.isActive) return;
      const to = await this.audiences.accessorIds(tx, facts, user);
      if (begun.wasStub) tx.emit(personChange({ user_id: user.id, is_imported_stub: false }, to));
      tx.emit(personChange({ user_id: user.id, date_joined: joinedText(begun.dateJoined) }, to));
      await this.wait(tx, facts);
    });
  }

  /** The waiting period begins with the new time of joining. */
  private async wait(
    tx: WriteTransaction,
    { settings, users }: Pick<ChangeFacts, 'settings' | 'users'>,
  ): Promise<void> {
    if (settings.waitingPeriodDays === 0) return;
    await this.fullMembers.renew({ tx, to: encodeAudience(activeUserIds(users)) }, settings.waitingPeriodDays);
  }
}
