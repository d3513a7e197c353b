import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import { WriteTransaction, setKeys } from '@stoa/database';
import type { DirectoryUser, RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { personChange } from '../user-set/person-change';
import { BotAudiences, botUpdated } from './bot-audiences';
import { BotObjects } from './bot-objects';

@Injectable()
export class BotOwnerChanges {
  constructor(
    private readonly audiences: BotAudiences,
    private readonly objects: BotObjects,
  ) {}

  /**
   * `realm_bot` delete to the former owner and add to the new one unless they get all bots anyway, `owner_id` to the
   * others, `bot_owner_id` to everybody (users.md 19). Runs under the realm's exclusive lock.
   * @param users after the change
   */
  async change(
    tx: WriteTransaction,
    users: RealmUsers,
    bot: DirectoryUser,
    owner: DirectoryUser,
  ): Promise<DirectoryUser> {
    if (bot.botOwnerId === owner.id) return bot;
    await tx.query('UPDATE account SET bot_owner_id = $2 WHERE id = $1', [bot.id, owner.id]);
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [bot.id] });
    const after = { ...bot, botOwnerId: owner.id };
    const formerOwner = bot.botOwnerId === null ? undefined : users.get(bot.botOwnerId);
    if (formerOwner?.isActive && !isAdministrator(formerOwner)) {
      tx.emit(eventOf('realm_bot', 'delete', { bot: { user_id: bot.id } }, [formerOwner.id]));
    }
    const recipients = await this.audiences.of(tx, users, after);
    const isNew = !isAdministrator(owner);
    if (isNew) {
      const object = await this.objects.one(readerOf(tx), tx.realmId, bot.id);
      tx.emit(eventOf('realm_bot', 'add', { bot: object }, [owner.id]));
    }
    const others = isNew ? recipients.filter((id) => id !== owner.id) : recipients;
    if (others.length > 0) tx.emit(botUpdated(bot.id, { owner_id: owner.id }, others));
    const everybody = [...users.byId.values()].filter((user) => user.isActive).map(({ id }) => id);
    tx.emit(personChange({ user_id: bot.id, bot_owner_id: owner.id }, everybody));
    return after;
  }
}
