import { Injectable, OnModuleInit } from '@nestjs/common';
import { UpdateMessageRequest } from '@stoa/contracts/messages';
import { Database, NewNotice, channelNotice } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { ActorContext } from '@stoa/rpc';
import { type Write, textsIn } from '@stoa/texts';
import { NoticeService } from '../../send/notices/notice.service';
import { SendWithin } from '../../send/storing/send-message.repository';
import { SystemBots } from '../../send/system-bots/system-bots';
import { PendingNotice } from '../../send/pending-notices/pending-notices.repository';
import { CommittedNotices, PendingNotices } from '../../send/pending-notices/pending-notices';
import { TopicPoliciesRepository } from '../../send/topic-policies/topic-policies.repository';
import type { EditFacts } from './edit-facts';
import { EditRepository } from './edit.repository';
import { MessageRemoval } from './message-removal';
import { MoveFacts, isResolveText, newThreadText, oldThreadText, resolveText } from './move-notice-texts';
import { MoveOutcome } from './move.service';

/** Toggling a topic back so soon takes the notice back instead of writing another. */
const UNDO_SECONDS = 60;

/** What the notification bot writes about moves (messages.md 5.7). */
@Injectable()
export class MoveNoticesService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly pending: PendingNotices,
    private readonly notices: NoticeService,
    private readonly bots: SystemBots,
    private readonly repository: EditRepository,
    private readonly policies: TopicPoliciesRepository,
    private readonly removal: MessageRemoval,
  ) {}

  onModuleInit(): void {
    this.pending.resolveWith((ctx, notice, within) => this.sendResolve(ctx, notice, within));
  }

  /** Writes the notices, in the transaction of the move. */
  add(
    { tx, settings }: EditFacts,
    ctx: ActorContext,
    request: UpdateMessageRequest,
    move: MoveOutcome,
  ): Promise<CommittedNotices> {
    return this.pending.add(tx, ctx.actor.userId, noticesOf(ctx, request, move, textsIn(settings.defaultLanguage)));
  }

  /** Once the move is committed. Never fails. */
  tell(ctx: ActorContext, notices: CommittedNotices): Promise<void> {
    return this.pending.sendNow(ctx, notices);
  }

  private async sendResolve(ctx: ActorContext, notice: PendingNotice, within: SendWithin): Promise<void> {
    const { channelId, topic, content } = notice;
    if (channelId === null) throw new Error('topics are in channels');
    if (await this.takeBack(ctx, { ...notice, channelId }, within)) return;
    const unreadFor = await this.unreadFor(ctx, channelId, topic);
    await this.notices.sendToChannelWithin(ctx, channelId, topic, content, { unreadFor, within });
  }

  /** @returns whether there was a notice of a moment before the change, which is deleted now */
  private async takeBack(
    ctx: ActorContext,
    { channelId, topic, waitedSeconds }: PendingNotice & { channelId: number },
    within: SendWithin,
  ): Promise<boolean> {
    const { channel } = await this.directory.members.get(channelId);
    const last = await this.repository.lastOfTopic(this.database, channel.recipientId, topic);
    if (!last || last.ageSeconds - waitedSeconds > UNDO_SECONDS || !isResolveText(last.content)) return false;
    const bot = await this.bots.notificationBot();
    return last.senderId === bot.id && (await this.removal.removeNotice(ctx, last.id, within));
  }

  /** By each subscriber's own setting (messages.md 5.7). */
  private async unreadFor(ctx: ActorContext, channelId: number, topic: string): Promise<number[]> {
    const { users, members } = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => ({
      users: await view.users(),
      members: await view.members(channelId),
    }));
    const followers = new Set(await this.policies.followers(this.database, { channelId, topic }));
    return [...members.members.keys()].filter((userId) => {
      const setting = users.get(userId)?.resolvedTopicNoticeAutoRead;
      return setting === 'never' || (setting === 'except_followed' && followers.has(userId));
    });
  }
}

/** In the order in which they are sent. */
function noticesOf(ctx: ActorContext, request: UpdateMessageRequest, move: MoveOutcome, write: Write): NewNotice[] {
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
  const reached = (content: string, kind: 'message' | 'resolve') =>
    channelNotice(to.channelId, newTopic, content, { kind, withMessageId: message.id });
  const notices: NewNotice[] = [];
  if (isPureToggle) notices.push(reached(resolveText(facts.user, newTopic, write), 'resolve'));
  else if (request.send_notification_to_new_thread) notices.push(reached(newThreadText(facts, write), 'message'));
  if (request.send_notification_to_old_thread) {
    notices.push(channelNotice(message.channel.channelId, message.topic, oldThreadText(facts, write)));
  }
  return notices;
}
