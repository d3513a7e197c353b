import { Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import type { WriteTransaction } from '@stoa/database';
import { apiEmail } from '@stoa/policy';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { personChange } from '../../shared/user-set/person-change';
import { AudienceFacts, UserAudiences, isAccessLimited } from '../../shared/user-changes/user-audiences';
import { activeUserIds } from '../../shared/user-changes/user-rules';

/** The host of an organization is part of the addresses that stand for hidden ones (users.md 1). */
@Injectable()
export class HostChange {
  constructor(
    private readonly accounts: AccountWritesRepository,
    private readonly audiences: UserAudiences,
  ) {}

  /**
   * Gives every account its API email under a new host and notifies everybody who can access it. Under the realm's
   * exclusive lock.
   */
  async apply(tx: WriteTransaction, facts: AudienceFacts, host: string): Promise<void> {
    const moved = [...facts.users.byId.values()].flatMap((user) => {
      const { id: userId, deliveryEmail, emailAddressVisibility: visibility, isBot } = user;
      const email = apiEmail({ userId, deliveryEmail, visibility, isBot }, host);
      return email === user.email ? [] : [{ ...user, email }];
    });
    if (moved.length === 0) return;
    await this.accounts.setApiEmails(tx, moved);
    if (!isAccessLimited(facts)) {
      const everybody = encodeAudience(activeUserIds(facts.users));
      tx.emit(...moved.map(({ id, email }) => personChange({ user_id: id, new_email: email }, everybody)));
      return;
    }
    const audiences = await this.audiences.ofAll(tx, facts, moved);
    moved.forEach(({ id, email }, index) => {
      const accessors = audiences[index]?.accessors ?? [];
      tx.emit(
        personChange(
          { user_id: id, new_email: email },
          accessors.map((viewer) => viewer.id),
        ),
      );
    });
  }
}
