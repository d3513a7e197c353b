import { Injectable } from '@nestjs/common';
import { Audience, encodeAudience } from '@stoa/contracts/changes';
import { SendMessageRequest } from '@stoa/contracts/messages';
import { Database } from '@stoa/database';
import {
  ChannelMembers,
  DirectoryChannel,
  DirectoryUser,
  DirectoryView,
  RealmGroups,
  RealmSettings,
  RealmUsers,
} from '@stoa/directory';
import { canCreateTopic, decidePost, hearsMentionsUnsubscribed, isCalledByMention } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import { DomainError, accountDeactivated, badRequest } from '@stoa/errors';
import { AutomaticPolicyService } from './automatic-policy.service';
import { MessageRenderer, RenderedMessage } from '../rendering/message-renderer';
import { prepareSend } from '../storing/prepare-send';
import { PreparedSend } from '../storing/prepared-send';
import { ChannelReference, isReadBySender } from './recipients';
import { requestedChannel } from './requested-channel';
import { normalizedContent, normalizedTopic } from '../storing/send-text';
import { HiddenUsers } from '../../access/guest-access/hidden-users';
import { policyUser } from '../../access/policy-user';
import { localEcho } from '../storing/sender-fields';
import { checkTopic, mayNotCreateTopics } from '../storing/topic-check';
import { TopicRepository } from '../storing/topic.repository';
import { WidgetStarter } from './widget-starter';
import { WildcardMentions } from './wildcard-mentions';

interface ChannelSend {
  ctx: ActorContext;
  view: DirectoryView;
  request: SendMessageRequest;
  settings: RealmSettings;
  groups: RealmGroups;
  sender: DirectoryUser;
  members: ChannelMembers;
}

/** Decides and prepares channel messages, in the order of checks of messages.md 3. */
@Injectable()
export class ChannelMessageService {
  /** Copies of channel rows whose first message this process has written: spares further writes of the row per send. */
  private readonly begun = new WeakSet<DirectoryChannel>();

  constructor(
    private readonly renderer: MessageRenderer,
    private readonly wildcards: WildcardMentions,
    private readonly policies: AutomaticPolicyService,
    private readonly widgets: WidgetStarter,
    private readonly database: Database,
    private readonly hidden: HiddenUsers,
    private readonly topics: TopicRepository,
  ) {}

  async prepare(ctx: ActorContext, view: DirectoryView, request: SendMessageRequest): Promise<PreparedSend> {
    const [settings, users, groups] = await Promise.all([view.settings(), view.users(), view.groups()]);
    const sender = users.get(ctx.actor.userId);
    if (!sender?.isActive) throw accountDeactivated();
    // Parameters are checked before the channel that they name is looked up.
    const topic = requireTopic(request.topic);
    const content = normalizedContent(request.content);
    const members = await this.accessChannel(view, request, sender);
    const send: ChannelSend = { ctx, view, request, settings, groups, sender, members };
    await this.checkPosting(view, sender, members);
    await this.checkNewTopic(view, sender, members.channel, topic);
    checkTopic(topic, members.channel, settings);
    const rendered = await this.renderer.render(view, {
      ...{ content, topic, sender, channel: members },
      isWithoutPreviews: request.without_previews,
    });
    return this.assemble(send, content, topic, rendered);
  }

  /** Remembers what a written message settles. */
  wasSent({ channel, topic }: PreparedSend): void {
    if (!channel) return;
    this.begun.add(channel);
    this.policies.wasSent(channel, topic);
  }

  private async accessChannel(
    view: DirectoryView,
    request: SendMessageRequest,
    sender: DirectoryUser,
  ): Promise<ChannelMembers> {
    const channels = await view.channels();
    const requested = requestedChannel(channels, sender, request.to);
    if ('missing' in requested) throw unknownChannel(requested.missing);
    const { channel } = requested;
    const members = await view.members(channel.channelId);
    // The member set carries the channel's row, under its own version: if it agrees with the row that was found, the
    // set of all channels need not be confirmed, and making a channel does not disturb sends into others.
    if (members.channel.name === channel.name) view.forget(`realm:${view.realmId}:channels`);
    return members;
  }

  /** @throws DomainError unless the sender may post in the channel (messages.md 3) */
  async checkPosting(view: DirectoryView, sender: DirectoryUser, members: ChannelMembers): Promise<void> {
    const [users, groups] = await Promise.all([view.users(), view.groups()]);
    const owner = activeOwner(sender, users);
    const decision = decidePost(members.channel, {
      user: policyUser(sender),
      isSubscribed: members.isSubscribed(sender.id),
      groups: groups.graph,
      canForgeSender: sender.canForgeSender,
      botOwner: owner && { user: policyUser(owner), isSubscribed: members.isSubscribed(owner.id) },
    });
    if (decision === 'not-in-group') throw badRequest('You do not have permission to post in this channel.');
    if (decision === 'no-access') throw badRequest(`Not authorized to send to channel '${members.channel.name}'`);
  }

  /** @throws DomainError unless the sender may begin topics in the channel, or the topic has begun (channels.md 2.1) */
  private async checkNewTopic(
    view: DirectoryView,
    sender: DirectoryUser,
    channel: DirectoryChannel,
    topic: string,
  ): Promise<void> {
    const [users, groups] = await Promise.all([view.users(), view.groups()]);
    const owner = activeOwner(sender, users);
    const creator = { user: policyUser(sender), groups: groups.graph, botOwner: owner && policyUser(owner) };
    if (canCreateTopic(channel, creator)) return;
    if (!(await this.topics.hasMessages(channel.recipientId, topic, null))) throw mayNotCreateTopics();
  }

  private async assemble(
    send: ChannelSend,
    content: string,
    topic: string,
    rendered: RenderedMessage,
  ): Promise<PreparedSend> {
    const { ctx, view, request, sender, members } = send;
    const { channel } = members;
    const topicWildcardUserIds = await this.wildcards.participants({ ...send, topic, rendered });
    const users = await view.users();
    const readUserIds = new Set(users.mutersOf(sender.id));
    if (isReadBySender(ctx.actor.clientName, request.read_by_sender)) readUserIds.add(sender.id);
    const deliveredUserIds = mentionedBots(send, users, rendered);
    const hears = (userId: number): boolean => members.isSubscribed(userId) || deliveredUserIds.has(userId);
    const calledIds = calledBots(send, users, rendered);
    for (const botId of calledIds) readUserIds.add(botId);
    const policyChanges = await this.policies.changes({ users, sender, members, topic, rendered });
    return prepareSend(view, {
      partition: ctx.actor.partition,
      settings: send.settings,
      sender,
      clientName: ctx.actor.clientName,
      content,
      topic,
      rendered,
      recipientId: channel.recipientId,
      channel,
      address: { type: 'stream', stream_id: channel.channelId, display_recipient: channel.name },
      isPublicChannel: !channel.inviteOnly,
      audience: audienceWith(members, deliveredUserIds),
      isRecipient: hears,
      deliveredUserIds,
      senderHiddenFrom: await this.hiddenFrom(send),
      readUserIds,
      topicWildcardUserIds,
      alertedUserIds: rendered.alertedUserIds,
      receiptUserIds: null,
      setsFirstMessage: channel.firstMessageId === null && !this.begun.has(channel),
      localEcho: localEcho(request),
      policyChanges,
      widget: await this.widgets.of(content, request.widget_content),
      webhookBotIds: calledIds,
    });
  }

  /** Limited guests in the channel who cannot access the sender: somebody who posts without being subscribed. */
  private async hiddenFrom({ view, sender, members }: ChannelSend): Promise<number[]> {
    if (members.isSubscribed(sender.id)) return [];
    return [...(await this.hidden.hiddenFrom(this.database, view, sender, members.members.keys()))];
  }
}

/** Bots that the text names and that hear of it without being subscribed (markdown.md 7.2). */
function mentionedBots({ members, groups }: ChannelSend, users: RealmUsers, rendered: RenderedMessage): Set<number> {
  const { channel } = members;
  const hears = (userId: number) => {
    const user = users.get(userId);
    if (!user || members.isSubscribed(userId)) return false;
    const viewer = { user: policyUser(user), groups: groups.graph };
    return hearsMentionsUnsubscribed(channel, { ...viewer, isActive: user.isActive, botType: user.botType });
  };
  return new Set([...rendered.namedUserIds].filter(hears));
}

/** Bots that the text names and whose services are called; what bots write calls nobody: two of them would never stop. */
function calledBots({ members, groups, sender }: ChannelSend, users: RealmUsers, rendered: RenderedMessage): number[] {
  if (sender.isBot) return [];
  return [...rendered.namedUserIds].filter((userId) => {
    const user = users.get(userId);
    if (!user) return false;
    const account = { user: policyUser(user), groups: groups.graph, isActive: user.isActive, botType: user.botType };
    return isCalledByMention(members.channel, account, members.isSubscribed(userId));
  });
}

function activeOwner(sender: DirectoryUser, users: RealmUsers): DirectoryUser | undefined {
  const owner = sender.botOwnerId === null ? undefined : users.get(sender.botOwnerId);
  return owner?.isActive ? owner : undefined;
}

function audienceWith(members: ChannelMembers, others: ReadonlySet<number>): Audience {
  return others.size === 0 ? members.audience() : encodeAudience([...members.members.keys(), ...others]);
}

function unknownChannel(reference: ChannelReference): DomainError {
  const code = 'STREAM_DOES_NOT_EXIST';
  return 'channelId' in reference
    ? new DomainError(code, `Channel with ID '${reference.channelId}' does not exist`, {
        data: { stream_id: reference.channelId },
      })
    : new DomainError(code, `Channel '${reference.channelName}' does not exist`, {
        data: { stream: reference.channelName },
      });
}

function requireTopic(topic: string | undefined): string {
  if (topic === undefined) throw badRequest('Missing topic');
  return normalizedTopic(topic);
}
