import { Injectable } from '@nestjs/common';
import type { RpcResponse } from '@stoa/contracts/rpc';
import { getOwnUser } from '@stoa/contracts/users';
import { Database } from '@stoa/database';
import { avatarUrl, isAdministrator, isGuest, isOwner } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessageStateRepository } from '../../shared/message-state/message-state.repository';
import { joinedText } from '@stoa/wire-objects';
import { AccountsRepository } from './accounts.repository';

/** Shows users themselves (users.md 4). */
@Injectable()
export class OwnUserService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly messages: MessageStateRepository,
  ) {}

  @Handles(getOwnUser)
  async read({ actor }: ActorContext): Promise<RpcResponse<typeof getOwnUser>> {
    const [account, maxMessageId] = await Promise.all([
      this.accounts.own(actor.userId),
      this.messages.maxMessageId(this.database, actor.userId),
    ]);
    const user = { userId: account.id, role: account.role, isBot: account.isBot };
    return {
      user_id: account.id,
      email: account.email,
      delivery_email: account.deliveryEmail,
      full_name: account.fullName,
      date_joined: joinedText(account.dateJoined),
      is_active: account.isActive,
      is_owner: isOwner(user),
      is_admin: isAdministrator(user),
      is_guest: isGuest(user),
      is_bot: account.isBot,
      is_imported_stub: account.isImportedStub,
      role: account.role,
      timezone: account.timezone,
      avatar_url: avatarUrl({ realmId: actor.realmId, ...account }),
      avatar_version: account.avatarVersion,
      ...(account.isBot
        ? { bot_type: account.botType, bot_owner_id: account.botOwnerId }
        : { profile_data: account.profileValues }),
      max_message_id: maxMessageId,
    };
  }
}
