import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import type { WriteTransaction } from '@stoa/database';
import { canAccessChannelContent } from '@stoa/policy';
import { ChangeFacts } from '@stoa/directory';
import { UserAudiencesRepository } from '../../shared/user-changes/user-audiences.repository';
import { policyUser } from '../../shared/user-changes/user-rules';

/** Finds the channels that requests name as a bot's defaults. */
@Injectable()
export class BotChannels {
  constructor(private readonly audiences: UserAudiencesRepository) {}

  /**
   * @param name null or "": no channel
   * @throws DomainError `Invalid channel name '…'` for a channel that is unknown or whose content the requester cannot access
   */
  async idOf(tx: WriteTransaction, facts: ChangeFacts, name: string | null): Promise<number | null> {
    if (name === null || name === '') return null;
    const channel = facts.channels.byName(name.trim());
    const subscribed = await this.audiences.subscribedChannelIds(tx, facts.requester.id);
    const isAccessible =
      channel &&
      !channel.isArchived &&
      canAccessChannelContent(channel, {
        user: policyUser(facts.requester),
        isSubscribed: subscribed.has(channel.channelId),
        groups: facts.groups.graph,
      });
    if (!isAccessible) throw badRequest(`Invalid channel name '${name}'`);
    return channel.channelId;
  }
}
