import { Injectable } from '@nestjs/common';
import { NatsHintTransport, publishEphemeral } from '@stoa/changes';
import type { ChangeEvent } from '@stoa/contracts/events';
import type { RequestOf } from '@stoa/contracts/rpc';
import { setEditTyping, setTyping } from '@stoa/contracts/messages';
import { accountDeactivated, badRequest } from '@stoa/errors';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { decideContentEdit } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { refuseContentEdit } from '../../change/editing/edit-rules';
import { accessChannel } from '../../access/channel-access/channel-access';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess } from '../../access/message-access/message-access';
import { ChannelMessageService } from '../../send/messages/channel-message.service';
import { DirectMessageService } from '../../send/messages/direct-message.service';
import { policyUser } from '../../access/policy-user';
import { normalizedTopic } from '../../send/storing/send-text';
import { SystemBots } from '../../send/system-bots/system-bots';
import { EditedIn, channelTyping, directTyping, editTyping } from './typing-change';

type TypingRequest = RequestOf<typeof setTyping>;

/**
 * Larger channels get no typing notifications: nobody could follow them, and every client would have to process them.
 */
const LARGEST_CHANNEL = 100;

/** Typing notifications (messages.md 14): checked like sends and edits, sent once, kept nowhere. */
@Injectable()
export class TypingService {
  constructor(
    private readonly directory: Directory,
    private readonly directMessages: DirectMessageService,
    private readonly channelMessages: ChannelMessageService,
    private readonly access: MessageAccess,
    private readonly bots: SystemBots,
    private readonly transport: NatsHintTransport,
  ) {}

  /** @throws DomainError with the texts of messages.md 14 and the refusals of messages.md 3 */
  @Handles(setTyping)
  async set(ctx: ActorContext, request: TypingRequest): Promise<void> {
    const event = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const sender = await requireSender(view, ctx.actor.userId);
      return request.type === 'direct' ? this.direct(view, sender, request) : this.channel(view, sender, request);
    });
    this.tell(ctx, event);
  }

  /** @throws DomainError `Invalid message(s)`, and those of editing a message's content, without its grace */
  @Handles(setEditTyping)
  async setEdit(ctx: ActorContext, { op, message_id }: RequestOf<typeof setEditTyping>): Promise<void> {
    const message = await this.access.access(ctx, message_id, { mustModify: true });
    const event = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const sender = await requireSender(view, ctx.actor.userId);
      const age = { senderId: message.senderId, ageSeconds: Date.now() / 1000 - message.sentAt };
      refuseContentEdit(decideContentEdit(age, { user: policyUser(sender), settings: await view.settings() }, 0));
      const { recipient, userIds } = whereabouts(message);
      if (userIds === null) return null;
      const audience = receiving(await usersOf(view, userIds));
      return editTyping(op, { senderId: sender.id, messageId: message_id, recipient }, audience);
    });
    this.tell(ctx, event);
  }

  private async direct(view: DirectoryView, sender: DirectoryUser, request: TypingRequest): Promise<ChangeEvent> {
    if (!sender.sendsDirectTyping) throw badRequest('User has disabled typing notifications for direct messages');
    if (request.to === undefined) throw badRequest("Missing 'to' argument");
    if (request.to.length === 0) throw badRequest("Empty 'to' list");
    const users = await view.users();
    const others = new Map<number, DirectoryUser>();
    for (const userId of request.to) {
      const user = users.get(userId) ?? (await this.bots.get(userId));
      if (!user) throw badRequest(`Invalid user ID ${userId}`);
      if (userId !== sender.id) others.set(userId, user);
    }
    await this.directMessages.checkConversation(view, sender, [...others.values()]);
    const participants = [sender, ...others.values()].sort((a, b) => a.id - b.id);
    return directTyping(request.op, sender, participants, receiving(participants));
  }

  private async channel(
    view: DirectoryView,
    sender: DirectoryUser,
    { op, stream_id, topic }: TypingRequest,
  ): Promise<ChangeEvent | null> {
    if (!sender.sendsChannelTyping) throw badRequest('User has disabled typing notifications for channel messages');
    if (stream_id === undefined) throw badRequest("Missing 'stream_id' argument");
    if (topic === undefined) throw badRequest('Missing topic');
    const { members } = await accessChannel(view, sender.id, stream_id, { access: 'metadata', isActive: true });
    await this.channelMessages.checkPosting(view, sender, members);
    if (members.members.size > LARGEST_CHANNEL) return null;
    const audience = receiving(await usersOf(view, members.members.keys()));
    return channelTyping(op, sender, { channelId: stream_id, topic: normalizedTopic(topic) }, audience);
  }

  private tell({ actor }: ActorContext, event: ChangeEvent | null): void {
    const { partition, realmId } = actor;
    if (event) publishEphemeral(this.transport, { partition, realmId }, [event]);
  }
}

async function requireSender(view: DirectoryView, userId: number): Promise<DirectoryUser> {
  const sender = (await view.users()).get(userId);
  if (!sender?.isActive) throw accountDeactivated();
  return sender;
}

async function usersOf(view: DirectoryView, userIds: Iterable<number>): Promise<DirectoryUser[]> {
  const users = await view.users();
  return [...userIds].flatMap((userId) => users.get(userId) ?? []);
}

/** Active accounts, bots too, that want typing notifications. */
function receiving(users: readonly DirectoryUser[]): number[] {
  return users.filter(({ isActive, receivesTyping }) => isActive && receivesTyping).map(({ id }) => id);
}

/** Where a message is, and who is notified that it is being edited; null: the channel is too large. */
function whereabouts({ channel, members, topic, participantIds }: AccessedMessage): {
  recipient: EditedIn;
  userIds: readonly number[] | null;
} {
  if (!channel || !members) {
    const userIds = participantIds ?? [];
    return { recipient: { type: 'direct', user_ids: userIds }, userIds };
  }
  const userIds = members.members.size > LARGEST_CHANNEL ? null : [...members.members.keys()];
  return { recipient: { type: 'channel', channel_id: channel.channelId, topic }, userIds };
}
