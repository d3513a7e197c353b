import { Injectable } from '@nestjs/common';
import { Audience, UnavailableError, encodeAudience } from '@stoa/contracts';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { ActorContext } from '@stoa/rpc';
import { MessageRenderer, RenderedMessage } from './message-renderer';
import { PreparedSend } from './prepared-send';
import { UnsentMessage, sendChange } from './send-change';
import { flagsOfSend } from './send-flags';
import { SendMessageRepository } from './send-message.repository';
import { normalizedContent } from './send-text';
import { senderFields } from './sender-fields';
import { SystemBots } from './system-bots';

/** Client name of messages that the service writes itself (organization.md 1.5). */
const INTERNAL_CLIENT = 'Internal';
const ATTEMPTS = 8;

interface NoticeTarget {
  topic: string;
  rendered: RenderedMessage;
  audience: Audience;
  isRecipient: (userId: number) => boolean;
  channelId: number | null;
  recipientId: number;
  receiptUserIds: number[] | null;
  isPublicChannel: boolean;
  setsFirstMessage: boolean;
  address: Pick<UnsentMessage, 'type' | 'stream_id' | 'display_recipient'>;
}

/** Messages of the notification bot. It may post anywhere; what it writes is read already for who caused it. */
@Injectable()
export class NoticeService {
  constructor(
    private readonly directory: Directory,
    private readonly bots: SystemBots,
    private readonly renderer: MessageRenderer,
    private readonly repository: SendMessageRepository,
  ) {}

  async sendToChannel(ctx: ActorContext, channelId: number, topic: string, content: string): Promise<void> {
    await this.send(
      ctx,
      async (view, sender) => {
        const members = await view.members(channelId);
        const { channel } = members;
        const rendered = await this.renderer.render(view, { content, topic, sender, channel: members });
        const audience = members.audience();
        return {
          topic,
          rendered,
          audience,
          isRecipient: (userId: number) => members.isSubscribed(userId),
          channelId,
          recipientId: channel.recipientId,
          receiptUserIds: null,
          isPublicChannel: !channel.inviteOnly,
          setsFirstMessage: channel.firstMessageId === null,
          address: { type: 'stream' as const, stream_id: channelId, display_recipient: channel.name },
        };
      },
      normalizedContent(content),
    );
  }

  async sendDirect(ctx: ActorContext, userId: number, content: string): Promise<void> {
    await this.send(
      ctx,
      async (view, sender) => {
        const user = (await view.users()).get(userId);
        if (!user) throw new Error(`there is no user ${userId} to send a notice to`);
        const participants = [sender, user].sort((a, b) => a.id - b.id);
        const ids = participants.map((participant) => participant.id);
        const recipientId = await this.repository.directConversation(view.realmId, ids);
        const rendered = await this.renderer.render(view, { content, topic: '', sender, channel: null });
        const shown = [...participants].sort((a, b) => (a.email < b.email ? -1 : 1));
        return {
          topic: '',
          rendered,
          audience: encodeAudience([userId]),
          isRecipient: (id: number) => id === userId,
          channelId: null,
          recipientId,
          receiptUserIds: ids,
          isPublicChannel: false,
          setsFirstMessage: false,
          address: {
            type: 'private' as const,
            display_recipient: shown.map((participant) => ({
              id: participant.id,
              email: participant.email,
              full_name: participant.fullName,
              is_mirror_dummy: false,
            })),
          },
        };
      },
      normalizedContent(content),
    );
  }

  private async send(
    ctx: ActorContext,
    target: (view: DirectoryView, sender: DirectoryUser) => Promise<NoticeTarget>,
    content: string,
  ): Promise<void> {
    const sender = await this.bots.notificationBot();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const view = new DirectoryView(ctx.actor.realmId, this.directory);
      const prepared = await this.prepare(ctx, view, sender, content, await target(view, sender));
      const outcome = await this.repository.send(prepared, null);
      if (outcome.status === 'sent') return;
      if (outcome.status === 'stale') await this.directory.refresh(outcome.staleKeys);
    }
    throw new UnavailableError('the channel changes faster than a notice can be sent');
  }

  private async prepare(
    ctx: ActorContext,
    view: DirectoryView,
    sender: DirectoryUser,
    content: string,
    target: NoticeTarget,
  ): Promise<PreparedSend> {
    const settings = await view.settings();
    const { rendered } = target;
    const flags = flagsOfSend({
      isRecipient: target.isRecipient,
      audience: target.audience,
      mentionedUserIds: rendered.mentionedUserIds,
      channelWildcard: rendered.channelWildcard,
      topicWildcardUserIds: new Set(),
      alertedUserIds: new Set(),
      readUserIds: new Set([ctx.actor.userId]),
    });
    const change = sendChange({
      realmId: view.realmId,
      message: {
        ...senderFields(settings, sender),
        client: INTERNAL_CLIENT,
        content,
        rendered_content: rendered.html,
        recipient_id: target.recipientId,
        ...target.address,
        subject: target.topic,
        topic_links: rendered.topicLinks,
        is_me_message: false,
        reactions: [],
        submessages: [],
      },
      audience: target.audience,
      isPublicChannel: target.isPublicChannel,
      flags: flags.ofEvent,
      hints: rendered.hints,
      localEcho: undefined,
      policyChanges: [],
    });
    return {
      realmId: view.realmId,
      partition: ctx.actor.partition,
      channelId: target.channelId,
      recipientId: target.recipientId,
      senderId: sender.id,
      used: view.versions(),
      topic: target.topic,
      content,
      renderedContent: rendered.html,
      rendererVersion: rendered.version,
      clientName: INTERNAL_CLIENT,
      topicLinks: rendered.topicLinks,
      marks: rendered.marks,
      readUserIds: flags.readUserIds,
      flagRows: flags.rows,
      receiptUserIds: target.receiptUserIds,
      policyChanges: [],
      setsFirstMessage: target.setsFirstMessage,
      ...change,
      automaticNewVisibilityPolicy: null,
    };
  }
}
