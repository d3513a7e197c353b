import { Injectable } from '@nestjs/common';
import { badRequest, invalidChannelId } from '@stoa/errors';
import {
  Database,
  WriteTransaction,
  lockChannel,
  lockRealm,
  ChannelNoticeOptions,
  NewNotice,
  channelNotice,
} from '@stoa/database';
import { ChangeFactsReader, Directory } from '@stoa/directory';
import { canAccessChannelMetadata, canAdministerChannel } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import { channelEventsTopic } from '../channels/channel-notices.service';
import { LARGEST_CHANNEL_ID } from '../../access/channel-access/channel-rules';
import { loadState } from '../../access/channel-access/channel-state';
import { ChannelsRepository } from '../channels/channels.repository';
import { PendingNotices } from '../../send/pending-notices/pending-notices';
import { ChannelUpdatesRepository } from './channel-updates.repository';
import { EditedChannel } from './edited-channel';

/** What every change of a channel shares: who may, the locks, the writing, the notices. */
@Injectable()
export class EditedChannels {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly facts: ChangeFactsReader,
    private readonly channels: ChannelsRepository,
    private readonly repository: ChannelUpdatesRepository,
    private readonly notices: PendingNotices,
  ) {}

  /**
   * Changes a channel under its exclusive lock and the realm's, writes what changed, then posts notices in the channel.
   * @throws DomainError `Invalid channel ID`, `You do not have permission to administer this channel.`
   */
  async edit(
    ctx: ActorContext,
    channelId: number,
    change: (tx: WriteTransaction, edited: EditedChannel) => Promise<void>,
    notices: Pick<ChannelNoticeOptions, 'kind'> = {},
  ): Promise<void> {
    if (channelId > LARGEST_CHANNEL_ID) throw invalidChannelId();
    const { realmId } = ctx.actor;
    const locks = [lockRealm(realmId, 'exclusive'), lockChannel(channelId, 'exclusive')];
    const told = await this.database.write(ctx, locks, async (tx) => {
      const begun = await this.begin(tx, ctx, channelId);
      await change(tx, begun);
      await this.repository.store(tx, channelId, begun.columns);
      tx.emit(...begun.events);
      return this.notices.add(tx, ctx.actor.userId, noticesOf(begun, notices));
    });
    await this.notices.sendNow(ctx, told);
  }

  private async begin(tx: WriteTransaction, ctx: ActorContext, channelId: number): Promise<EditedChannel> {
    const facts = await this.facts.current(ctx);
    const [row] = facts.channels.byId.has(channelId) ? await this.channels.channels(tx, [channelId]) : [];
    const [state] = row ? await loadState(this.directory, [channelId]) : [];
    if (!row || !state) throw invalidChannelId();
    const edited = new EditedChannel(facts, row, state.members);
    if (!canAccessChannelMetadata(edited.channel, edited.viewer)) throw invalidChannelId();
    if (!canAdministerChannel(edited.channel, edited.viewer)) {
      if (!edited.hasContentAccess) throw invalidChannelId();
      throw badRequest('You do not have permission to administer this channel.');
    }
    return edited;
  }
}

/** Nothing where the organization does not want them (channels.md 14.4). */
function noticesOf(
  { facts, notices, row, write }: EditedChannel,
  options: Pick<ChannelNoticeOptions, 'kind'>,
): NewNotice[] {
  if (!facts.settings.tellsChannelEvents) return [];
  const topic = channelEventsTopic(row.topics_policy, write);
  return notices.map((content) => channelNotice(row.id, topic, content, options));
}
