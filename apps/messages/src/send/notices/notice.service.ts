import { Injectable } from '@nestjs/common';
import { AudienceSet, encodeAudience } from '@stoa/contracts/changes';
import { UnavailableError } from '@stoa/errors';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { MessageFlagBit } from '@stoa/read-state';
import { ActorContext } from '@stoa/rpc';
import { MessageRenderer } from '../rendering/message-renderer';
import { DecidedSend, prepareSend } from '../storing/prepare-send';
import { PreparedSend, specialRecipients } from '../storing/prepared-send';
import { WithinOutcome, SendWithin, SendMessageRepository } from '../storing/send-message.repository';
import { normalizedContent } from '../storing/send-text';
import { displayRecipient } from '../storing/sender-fields';
import { SystemBots } from '../system-bots/system-bots';

/** Client name of messages that the service writes itself (organization.md 1.5). */
const INTERNAL_CLIENT = 'Internal';
/** So often a notice is decided next to what others change, before they have to wait for it. */
const ATTEMPTS = 3;

export interface NoticeOptions {
  /** Which system bot writes; the notification bot unless set. */
  by?: 'notification' | 'welcome' | 'email';
}

/** A notice that is sent in one transaction with what belongs to it. */
export interface NoticeWithin extends NoticeOptions {
  within: SendWithin;
  /** As any message is to who sends it; else also who caused it has it unread. */
  isReadByActor?: boolean;
  /** Makes it a notice that is read from the start, except for these of its recipients (messages.md 5.7). */
  unreadFor?: readonly number[];
  /** Its links and files are those that this user may open, not those that the bot may. */
  authorId?: number;
  /** Its links are those that the recipient may follow, not those that the bot may. */
  isForRecipientsEyes?: boolean;
}

type NoticeTarget = Pick<
  DecidedSend,
  | 'topic'
  | 'rendered'
  | 'audience'
  | 'isRecipient'
  | 'channel'
  | 'recipientId'
  | 'receiptUserIds'
  | 'isPublicChannel'
  | 'setsFirstMessage'
  | 'address'
>;

interface BoundNotice {
  view: DirectoryView;
  sender: DirectoryUser;
  content: string;
  target: NoticeTarget;
}

/** Messages of the system bots. They may post anywhere; what they write is read already for who caused it. */
@Injectable()
export class NoticeService {
  constructor(
    private readonly directory: Directory,
    private readonly bots: SystemBots,
    private readonly renderer: MessageRenderer,
    private readonly repository: SendMessageRepository,
  ) {}

  async sendToChannel(ctx: ActorContext, channelId: number, topic: string, content: string): Promise<void> {
    await this.send(ctx, this.channelTarget(channelId, topic, content), normalizedContent(content));
  }

  /** @returns false if `within` wanted nothing to be sent */
  async sendToChannelWithin(
    ctx: ActorContext,
    channelId: number,
    topic: string,
    content: string,
    options: NoticeWithin,
  ): Promise<boolean> {
    const target = this.channelTarget(channelId, topic, content, options.authorId);
    return (await this.send(ctx, target, normalizedContent(content), options)) !== null;
  }

  private channelTarget(channelId: number, topic: string, content: string, authorId?: number) {
    return async (view: DirectoryView, sender: DirectoryUser): Promise<NoticeTarget> => {
      const members = await view.members(channelId);
      const { channel } = members;
      const author = authorId === undefined ? sender : ((await view.users()).get(authorId) ?? sender);
      const rendered = await this.renderer.render(view, { content, topic, sender: author, channel: members });
      const audience = members.audience();
      return {
        topic,
        rendered,
        audience,
        isRecipient: (userId: number) => members.isSubscribed(userId),
        channel,
        recipientId: channel.recipientId,
        receiptUserIds: null,
        isPublicChannel: !channel.inviteOnly,
        setsFirstMessage: channel.firstMessageId === null,
        address: { type: 'stream' as const, stream_id: channelId, display_recipient: channel.name },
      };
    };
  }

  /** @returns the message's id */
  async sendDirect(ctx: ActorContext, userId: number, content: string, options: NoticeOptions = {}): Promise<number> {
    const messageId = await this.send(ctx, this.directTarget(userId, content), normalizedContent(content), options);
    if (messageId === null) throw new Error('only a notice within something else can be declined');
    return messageId;
  }

  /** Unread for its recipient, also if that is who caused it. @returns false if `within` wanted nothing to be sent */
  async sendDirectWithin(ctx: ActorContext, userId: number, content: string, options: NoticeWithin): Promise<boolean> {
    const target = this.directTarget(userId, content, options.isForRecipientsEyes);
    return (await this.send(ctx, target, normalizedContent(content), options)) !== null;
  }

  private directTarget(userId: number, content: string, isForRecipientsEyes = false) {
    return async (view: DirectoryView, sender: DirectoryUser): Promise<NoticeTarget> => {
      const user = (await view.users()).get(userId);
      if (!user) throw new Error(`there is no user ${userId} to send a notice to`);
      const participants = [sender, user].sort((a, b) => a.id - b.id);
      const ids = participants.map((participant) => participant.id);
      const recipientId = await this.repository.directConversation(view.realmId, ids);
      const author = isForRecipientsEyes ? user : sender;
      const rendered = await this.renderer.render(view, { content, topic: '', sender: author, channel: null });
      return {
        topic: '',
        // A quoted file stays with the messages that it was sent with.
        rendered: { ...rendered, attachments: [] },
        audience: encodeAudience([userId]),
        isRecipient: (id: number) => id === userId,
        channel: null,
        recipientId,
        receiptUserIds: ids,
        isPublicChannel: false,
        setsFirstMessage: false,
        address: { type: 'private' as const, display_recipient: displayRecipient(participants) },
      };
    };
  }

  private async send(
    ctx: ActorContext,
    target: (view: DirectoryView, sender: DirectoryUser) => Promise<NoticeTarget>,
    content: string,
    { by, unreadFor, isReadByActor, ...options }: Partial<NoticeWithin> = {},
  ): Promise<number | null> {
    const sender = await this.senderOf(by);
    const decide = async (view: DirectoryView): Promise<PreparedSend> => {
      const decided = await target(view, sender);
      const bound = { view, sender, content, target: by === 'welcome' ? withoutNotifications(decided) : decided };
      if (unreadFor) return this.prepareReadByDefault(ctx, bound, unreadFor);
      return this.prepare(ctx, bound, options.within && !isReadByActor ? new Set() : undefined);
    };
    const within = options.within && unreadFor ? this.markingReadByDefault(options.within) : options.within;
    let prepared: PreparedSend | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      prepared = await decide(new DirectoryView(ctx.actor.realmId, this.directory));
      const outcome = within
        ? await this.repository.sendWithin(prepared, within, ctx.requestId)
        : await this.repository.send(prepared, null, ctx.requestId);
      if (outcome.status === 'stale') await this.directory.refresh(outcome.staleKeys);
      else return sentId(outcome);
    }
    if (!prepared) throw new Error('a notice is decided at least once');
    const decideConfirmed = () => this.directory.decideConfirmed(ctx.actor.realmId, decide);
    return sentId(await this.repository.sendHolding(prepared.record, decideConfirmed, within, ctx.requestId));
  }

  private senderOf(by: NoticeOptions['by']): Promise<DirectoryUser> {
    if (by === 'email') return this.bots.emailGateway();
    return by === 'welcome' ? this.bots.welcomeBot() : this.bots.notificationBot();
  }

  private markingReadByDefault(within: SendWithin): SendWithin {
    return {
      claim: (tx) => within.claim(tx),
      sent: async (tx, messageId) => {
        await this.repository.markReadByDefault(tx, messageId);
        await within.sent(tx, messageId);
      },
    };
  }

  /** Nobody has a read bit; who has it unread has a row that says so (design.md 4). */
  private async prepareReadByDefault(
    ctx: ActorContext,
    notice: BoundNotice,
    unreadFor: readonly number[],
  ): Promise<PreparedSend> {
    const { audience, isRecipient } = notice.target;
    const unread = new Set(unreadFor.filter((userId) => isRecipient(userId) && userId !== ctx.actor.userId));
    const readUserIds = new Set([...AudienceSet.decode(audience)].filter((userId) => !unread.has(userId)));
    const prepared = await this.prepare(ctx, notice, readUserIds);
    const flagRows = [...unread].map((userId) => ({ userId, bits: MessageFlagBit.unread_notice }));
    return { ...prepared, record: { ...prepared.record, ...specialRecipients([], flagRows) } };
  }

  private async prepare(
    ctx: ActorContext,
    { view, sender, content, target }: BoundNotice,
    readUserIds: ReadonlySet<number> = new Set([ctx.actor.userId]),
  ): Promise<PreparedSend> {
    const settings = await view.settings();
    return prepareSend(view, {
      partition: ctx.actor.partition,
      settings,
      sender,
      clientName: INTERNAL_CLIENT,
      content,
      readUserIds,
      topicWildcardUserIds: new Set(),
      alertedUserIds: new Set(),
      policyChanges: [],
      ...target,
    });
  }
}

/** @returns the message's id, null for a notice that was not wanted any more */
function sentId(outcome: WithinOutcome): number | null {
  if (outcome.status === 'sent') return outcome.messageId;
  if (outcome.status === 'declined') return null;
  throw new UnavailableError('what a notice rests on changed under its locks');
}

/** A welcome is no reason to make a telephone ring. */
function withoutNotifications(target: NoticeTarget): NoticeTarget {
  const { rendered } = target;
  return { ...target, rendered: { ...rendered, hints: { ...rendered.hints, withoutNotifications: true } } };
}
