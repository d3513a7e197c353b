import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { reportMessage } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { Directory, DirectoryUser } from '@stoa/directory';
import { MAX_TOPIC_LENGTH } from '@stoa/markdown';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess } from '../../access/message-access/message-access';
import { NoticeService } from '../../send/notices/notice.service';
import { normalizedTopic } from '../../send/storing/send-text';
import { SystemBots } from '../../send/system-bots/system-bots';
import { reportText } from './report-text';

/** Reports to the moderators (messages.md 20). */
@Injectable()
export class ReportMessageService {
  constructor(
    private readonly directory: Directory,
    private readonly access: MessageAccess,
    private readonly notices: NoticeService,
    private readonly bots: SystemBots,
  ) {}

  /** @throws DomainError with the texts of messages.md 20 */
  @Handles(reportMessage)
  async report(ctx: ActorContext, request: RequestOf<typeof reportMessage>): Promise<void> {
    const channelId = await this.moderationChannel(ctx);
    const message = await this.access.access(ctx, request.message_id);
    const description = request.description?.trim() ?? '';
    if (request.report_type === 'other' && description === '') throw badRequest('An explanation is required.');
    const { users, channel, settings } = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => ({
      users: await view.users(),
      channel: (await view.members(channelId)).channel,
      settings: await view.settings(),
    }));
    const userOf = async (userId: number) => users.get(userId) ?? (await this.bots.get(userId));
    const sender = await userOf(message.senderId);
    if (!sender) throw new Error(`message ${message.id} has no sender`);
    const recipientIds = message.participantIds?.filter((userId) => userId !== sender.id) ?? null;
    const recipients = recipientIds && (await Promise.all(recipientIds.map(userOf))).filter(isUser);
    const write = textsIn(settings.defaultLanguage);
    const report = {
      reporter: { id: ctx.actor.userId, fullName: ctx.actor.fullName },
      sender,
      type: request.report_type,
      description,
      content: message.content,
      sentAt: message.sentAt,
      recipients,
      place: placeOf(ctx, message),
    };
    const topic =
      channel.topicsPolicy === 'empty_topic_only'
        ? ''
        : normalizedTopic(topicOf(sender.fullName, write('topic.moderation')));
    await this.notices.sendToChannel(ctx, channelId, topic, reportText(report, write));
  }

  private moderationChannel(ctx: ActorContext): Promise<number> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const { moderationRequestChannelId: channelId } = await view.settings();
      if (channelId < 0) throw badRequest('Message reporting is not enabled in this organization.');
      return channelId;
    });
  }
}

function isUser(user: DirectoryUser | undefined): user is DirectoryUser {
  return user !== undefined;
}

/** The name is cut rather than the suffix. */
function topicOf(fullName: string, suffix: string): string {
  return [...fullName].slice(0, MAX_TOPIC_LENGTH - suffix.length).join('') + suffix;
}

function placeOf(ctx: ActorContext, { channel, topic, id }: AccessedMessage) {
  return channel && { channel, topic, messageId: id, baseUrl: ctx.actor.realmUrl };
}
