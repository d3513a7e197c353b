import { Inject, Injectable } from '@nestjs/common';
import { UpdateMessageRequest } from '@stoa/contracts';
import { Database } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ActorContext } from '@stoa/rpc';
import { NoticeService } from '../messages/notice.service';
import { SystemBots } from '../messages/system-bots';
import { TopicPoliciesRepository } from '../topics/topic-policies.repository';
import { EditRepository } from './edit.repository';
import { MessageRemoval } from './message-removal.service';
import { MoveFacts, isResolveText, newThreadText, oldThreadText, resolveText } from './move-notice-texts';
import { MoveOutcome } from './move.service';

/** Toggling a topic back so soon takes the notice back instead of writing another. */
const UNDO_SECONDS = 60;

/** What the notification bot writes about moves (messages.md 5.7). The move that it tells of is committed. */
@Injectable()
export class MoveNoticesService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly notices: NoticeService,
    private readonly bots: SystemBots,
    private readonly repository: EditRepository,
    private readonly policies: TopicPoliciesRepository,
    private readonly removal: MessageRemoval,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** A notice that cannot be sent is logged and does not fail the request: what was asked for has happened. */
  async tell(ctx: ActorContext, request: UpdateMessageRequest, move: MoveOutcome): Promise<void> {
    try {
      await this.send(ctx, request, move);
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'the notice of a move could not be sent');
    }
  }

  private async send(ctx: ActorContext, request: UpdateMessageRequest, move: MoveOutcome): Promise<void> {
    const { plan, message, destination, newTopic } = move;
    const to = destination?.channel ?? message.channel;
    const isPureToggle = plan.isResolveToggle && destination === null && plan.content === null;
    const facts: MoveFacts = {
      user: { id: ctx.actor.userId, fullName: ctx.actor.fullName },
      from: message.channel,
      oldTopic: message.topic,
      to,
      newTopic,
      messageIds: move.messageIds,
      isWholeTopic: move.isWholeTopic,
      destinationLookedEmpty: move.destinationLookedEmpty,
      baseUrl: ctx.actor.realmUrl,
    };
    if (isPureToggle) await this.tellToggle(ctx, facts, message.recipientId);
    else if (request.sendNotificationToNewThread) {
      await this.notices.sendToChannel(ctx, to.channelId, newTopic, newThreadText(facts));
    }
    if (request.sendNotificationToOldThread) {
      await this.notices.sendToChannel(ctx, message.channel.channelId, message.topic, oldThreadText(facts));
    }
  }

  private async tellToggle(ctx: ActorContext, { user, to, newTopic }: MoveFacts, recipientId: number): Promise<void> {
    if (await this.takeBack(ctx, recipientId, newTopic)) return;
    const unreadFor = await this.unreadFor(ctx, to.channelId, newTopic);
    await this.notices.sendToChannel(ctx, to.channelId, newTopic, resolveText(user, newTopic), { unreadFor });
  }

  /** @returns whether a notice of a moment ago was deleted */
  private async takeBack(ctx: ActorContext, recipientId: number, topic: string): Promise<boolean> {
    const last = await this.repository.lastOfTopic(this.database, recipientId, topic);
    if (!last || last.ageSeconds > UNDO_SECONDS || !isResolveText(last.content)) return false;
    const bot = await this.bots.notificationBot();
    return last.senderId === bot.id && (await this.removal.removeNotice(ctx, last.id));
  }

  /** By each subscriber's own setting (messages.md 5.7). */
  private async unreadFor(ctx: ActorContext, channelId: number, topic: string): Promise<number[]> {
    const [users, members] = await Promise.all([
      this.directory.users.get(ctx.actor.realmId),
      this.directory.members.get(channelId),
    ]);
    const followers = new Set(await this.policies.followers(this.database, { channelId, topic }));
    return [...members.members.keys()].filter((userId) => {
      const setting = users.get(userId)?.resolvedTopicNoticeAutoRead;
      return setting === 'never' || (setting === 'except_followed' && followers.has(userId));
    });
  }
}
