import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import type { deactivateUser } from '@stoa/contracts/users';
import { WriteTransaction, orderDeletions } from '@stoa/database';
import type { ChangeFacts, DirectoryUser } from '@stoa/directory';
import { AvatarChanges } from '../avatars/avatar-changes';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { personChange } from '../../shared/user-set/person-change';

type Actions = NonNullable<RequestOf<typeof deactivateUser>['actions']>;

/** Names of deleted people are equal, also where names must differ. */
const NAME = 'Deleted user';

/** What goes with an account that is deactivated (users.md 4). */
@Injectable()
export class DeletionActions {
  constructor(
    private readonly accounts: AccountWritesRepository,
    private readonly audiences: UserAudiences,
    private readonly botAudiences: BotAudiences,
    private readonly avatars: AvatarChanges,
  ) {}

  /**
   * The profile at once, messages by a job; first of the account's bots, which are deactivated with it. Before the
   * deactivation, in its transaction.
   * @returns keys of pictures that nobody has any more
   */
  async apply(
    tx: WriteTransaction,
    facts: ChangeFacts,
    target: DirectoryUser,
    actions: Actions | undefined,
  ): Promise<string[]> {
    if (!actions) return [];
    const bots = [...facts.users.byId.values()].filter((user) => user.isActive && user.botOwnerId === target.id);
    const accounts = [...bots, target];
    const kinds = {
      publicChannels: actions.delete_public_channel_messages ?? false,
      privateChannels: actions.delete_private_channel_messages ?? false,
      direct: actions.delete_direct_messages ?? false,
    };
    const ids = accounts.map(({ id }) => id);
    await orderDeletions(tx, facts.requester.id, ids, kinds);
    if (!actions.delete_profile) return [];
    await this.accounts.setDeleted(tx, ids, NAME);
    for (const account of accounts) await this.tellOfDeletion(tx, facts, account);
    return accounts.flatMap(({ avatarKey }) => avatarKey ?? []);
  }

  /** Whether the profile of an account was deleted: then there is nobody to come back. */
  isDeleted(tx: WriteTransaction, userId: number): Promise<boolean> {
    return this.accounts.isDeleted(tx, userId);
  }

  private async tellOfDeletion(tx: WriteTransaction, facts: ChangeFacts, account: DirectoryUser): Promise<void> {
    const after = { ...account, fullName: NAME };
    const accessors = await this.audiences.accessorIds(tx, facts, after);
    tx.emit(personChange({ user_id: account.id, full_name: NAME }, accessors));
    tx.emit(personChange({ user_id: account.id, is_deleted: true }, accessors));
    if (account.isBot) tx.emit(await this.botAudiences.update(tx, facts.users, after, { full_name: NAME }));
    if (account.avatarSource === 'U') await this.avatars.set(tx, facts, after, null);
  }
}
