import { Inject, Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/contracts';
import { Database, WriteTransaction, lockChannel, lockRealm } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { canAccessChannelMetadata, canAdministerChannel } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import { CHANNEL_EVENTS_TOPIC } from '../channels/channel-notices.service';
import { LARGEST_CHANNEL_ID } from '../channels/channel-rules';
import { loadState } from '../channels/channel-state';
import { ChannelsRepository } from '../channels/channels.repository';
import { SceneService } from '../channels/scene.service';
import { NoticeOptions, NoticeService } from '../messages/notice.service';
import { ChannelUpdatesRepository } from './channel-updates.repository';
import { EditedChannel } from './edited-channel';

/** What every change of a channel shares: who may, the locks, the writing, the notices. */
@Injectable()
export class EditedChannels {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly scenes: SceneService,
    private readonly channels: ChannelsRepository,
    private readonly repository: ChannelUpdatesRepository,
    private readonly notices: NoticeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Changes a channel under its exclusive lock and the realm's, writes what changed, then tells in the channel.
   * @throws DomainError `Invalid channel ID`, `You do not have permission to administer this channel.`
   */
  async edit(
    ctx: ActorContext,
    channelId: number,
    change: (tx: WriteTransaction, edited: EditedChannel) => Promise<void>,
    options: NoticeOptions = {},
  ): Promise<void> {
    if (channelId > LARGEST_CHANNEL_ID) throw badRequest('Invalid channel ID');
    const { realmId, partition } = ctx.actor;
    const context = { realmId, partition, requestId: ctx.requestId };
    const locks = [lockRealm(realmId, 'exclusive'), lockChannel(channelId, 'exclusive')];
    const edited = await this.database.write(context, { locks }, async (tx) => {
      const begun = await this.begin(tx, ctx, channelId);
      await change(tx, begun);
      await this.repository.store(tx, channelId, begun.columns);
      tx.emit(...begun.events);
      return begun;
    });
    await this.tell(ctx, edited, options);
  }

  private async begin(tx: WriteTransaction, ctx: ActorContext, channelId: number): Promise<EditedChannel> {
    const scene = await this.scenes.current(ctx);
    const [row] = scene.channels.byId.has(channelId) ? await this.channels.channels(tx, [channelId]) : [];
    const [state] = row ? await loadState(this.directory, [channelId]) : [];
    if (!row || !state) throw badRequest('Invalid channel ID');
    const edited = new EditedChannel(scene, row, state.members);
    if (!canAccessChannelMetadata(edited.channel, edited.viewer)) throw badRequest('Invalid channel ID');
    if (!canAdministerChannel(edited.channel, edited.viewer)) {
      if (!edited.hasContentAccess) throw badRequest('Invalid channel ID');
      throw badRequest('You do not have permission to administer this channel.');
    }
    return edited;
  }

  /** A notice that cannot be sent is logged and does not fail the request: what was asked for has happened. */
  private async tell(ctx: ActorContext, edited: EditedChannel, options: NoticeOptions): Promise<void> {
    const topic = edited.row.topics_policy === 'empty_topic_only' ? '' : CHANNEL_EVENTS_TOPIC;
    try {
      for (const notice of edited.notices) {
        await this.notices.sendToChannel(ctx, edited.row.id, topic, notice, options);
      }
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'a channel notice could not be sent');
    }
  }
}
