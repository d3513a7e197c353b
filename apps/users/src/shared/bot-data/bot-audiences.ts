import { Injectable } from '@nestjs/common';
import { BotChange, ChangeEvent, eventOf } from '@stoa/contracts/events';
import type { WriteTransaction } from '@stoa/database';
import type { DirectoryUser, RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';

/** Who gets a bot's data, and the events themselves (users.md 16, 19). */
@Injectable()
export class BotAudiences {
  /** The owner and all human administrators; only the owner if a default channel of the bot is private. */
  async of(tx: WriteTransaction, users: RealmUsers, bot: Pick<DirectoryUser, 'id' | 'botOwnerId'>): Promise<number[]> {
    const rows = await tx.query<{ is_private: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM channel c WHERE c.invite_only
         AND c.id IN (a.default_sending_stream_id, a.default_events_register_stream_id)) AS is_private
       FROM account a WHERE a.id = $1`,
      [bot.id],
    );
    return botRecipients(users, bot.botOwnerId, rows[0]?.is_private ?? false);
  }

  /** `realm_bot` update of one property. */
  async update(
    tx: WriteTransaction,
    users: RealmUsers,
    bot: Pick<DirectoryUser, 'id' | 'botOwnerId'>,
    change: BotChange,
  ): Promise<ChangeEvent> {
    return botUpdated(bot.id, change, await this.of(tx, users, bot));
  }
}

/** Ids of active users who get events of a bot. */
function botRecipients(users: RealmUsers, ownerId: number | null, isPrivate: boolean): number[] {
  const recipients: number[] = [];
  for (const user of users.byId.values()) {
    if (!user.isActive || user.isBot) continue;
    if (user.id === ownerId || (!isPrivate && isAdministrator(user))) recipients.push(user.id);
  }
  return recipients;
}

export function botUpdated(botId: number, change: BotChange, to: readonly number[]): ChangeEvent {
  return eventOf('realm_bot', 'update', { bot: { user_id: botId, ...change } }, to);
}
