import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { markChannelRead, markTopicRead } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { Directory } from '@stoa/directory';
import { hasSharedHistory } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { accessChannel } from '../../access/channel-access/channel-access';
import { normalizedTopic } from '../../send/storing/send-text';
import { FlagsService } from './flags.service';
import { TopicRepository } from '../../send/storing/topic.repository';

/** The older ways to mark a channel or a topic as read (messages.md 10). */
@Injectable()
export class MarkReadService {
  constructor(
    private readonly directory: Directory,
    private readonly topics: TopicRepository,
    private readonly flags: FlagsService,
  ) {}

  /** @throws DomainError `Invalid channel ID` */
  @Handles(markChannelRead)
  async channel(ctx: ActorContext, { stream_id }: RequestOf<typeof markChannelRead>): Promise<void> {
    const { recipientId } = await this.access(ctx, stream_id);
    await this.flags.markConversationRead(ctx, ctx.actor.userId, recipientId);
  }

  /** @throws DomainError `Invalid channel ID`, `No such topic '…'` */
  @Handles(markTopicRead)
  async topic(ctx: ActorContext, request: RequestOf<typeof markTopicRead>): Promise<void> {
    const { recipientId, isShared } = await this.access(ctx, request.stream_id);
    const { userId } = ctx.actor;
    const topic = normalizedTopic(request.topic_name);
    if (!(await this.topics.hasMessages(recipientId, topic, isShared ? null : userId))) {
      throw badRequest(`No such topic '${request.topic_name}'`);
    }
    await this.flags.markConversationRead(ctx, userId, recipientId, { topic });
  }

  private access({ actor }: ActorContext, channelId: number): Promise<{ recipientId: number; isShared: boolean }> {
    return this.directory.decideConfirmed(actor.realmId, async (view) => {
      const requirement = { access: 'content', isActive: false } as const;
      const { channel } = await accessChannel(view, actor.userId, channelId, requirement);
      return { recipientId: channel.recipientId, isShared: hasSharedHistory(channel) };
    });
  }
}
