import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import type { ChangeFacts, DirectoryUser } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { isEmailAddress } from '@stoa/policy';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { addressChanges } from '../../shared/user-set/person-change';
import { botAddress } from './create-bot.service';

/** Gives bots another address, which is their API email as well (users.md 16). */
@Injectable()
export class BotAddressChange {
  constructor(
    private readonly accounts: AccountWritesRepository,
    private readonly audiences: UserAudiences,
    private readonly bots: BotAudiences,
  ) {}

  /**
   * Under the realm's exclusive lock.
   * @returns the bot as it is then
   * @throws DomainError `Bad name or username`, `Email is already in use.`
   */
  async change(
    tx: WriteTransaction,
    facts: ChangeFacts,
    bot: DirectoryUser,
    shortName: string,
  ): Promise<DirectoryUser> {
    const address = botAddress(shortName, facts.ctx.actor.realmHost);
    if (!isEmailAddress(address)) throw badRequest('Bad name or username');
    if (address === bot.deliveryEmail) return bot;
    const holder = facts.users.byEmail(address);
    if (holder && holder.id !== bot.id) throw badRequest('Email is already in use.');
    const after = { ...bot, deliveryEmail: address, email: address };
    await this.accounts.setAddresses(tx, after);
    const { accessors } = await this.audiences.of(tx, facts, after);
    tx.emit(...addressChanges(tx.realmId, bot, after, accessors));
    tx.emit(await this.bots.update(tx, facts.users, after, { email: address }));
    return after;
  }
}
