import { Injectable } from '@nestjs/common';
import { setKeys } from '@stoa/database';
import { ChannelMembers, DirectoryChannel } from '@stoa/directory';
import { canAccessChannelContent, hasSharedHistory, isGuest } from '@stoa/policy';
import { MessageChangesRepository, MessageFlagsRepository, readerOf } from '@stoa/read-state-store';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageRenderer } from '../../send/rendering/message-renderer';
import { policyUser } from '../../access/policy-user';
import { EditPlan } from './edit-rules';
import { EditRepository, StarredBy, TopicMessage, TopicPlace } from './edit.repository';
import { EditFacts } from './edit-facts';
import { MoveChecks } from './move-checks';

/** A channel message that is being moved, and where it is. */
export interface MovedMessage extends AccessedMessage {
  channel: DirectoryChannel;
  members: ChannelMembers;
}

/** A move that was decided. */
export interface PreparedMove {
  plan: EditPlan;
  message: MovedMessage;
  /** Null: within the channel. */
  destination: ChannelMembers | null;
  messageIds: number[];
  newTopic: string;
  topicLinks: { text: string; url: string }[];
}

/** What it did, as far as events, policies and notices need to know. */
export interface MoveOutcome extends PreparedMove {
  /** Of a move between channels: who had the messages before and has lost them. */
  leavers: readonly number[];
  /** Of those, who cannot read them any more. */
  losers: ReadonlySet<number>;
  /** What leavers who can still read the messages had starred: the rows are gone. */
  lostStars: readonly StarredBy[];
  /** Nothing that the actor can see was left behind. */
  isWholeTopic: boolean;
  destinationWasEmpty: boolean;
  /** As far as the actor can see. */
  destinationLookedEmpty: boolean;
  /** The moved message is now the first of its topic. */
  startsTopic: boolean;
}

/** Moves messages between topics and channels (messages.md 5.2 to 5.5). */
@Injectable()
export class MoveService {
  constructor(
    private readonly repository: EditRepository,
    private readonly changes: MessageChangesRepository,
    private readonly flags: MessageFlagsRepository,
    private readonly checks: MoveChecks,
    private readonly renderer: MessageRenderer,
  ) {}

  /** Finds what moves (messages.md 5.4) and checks the limit on whole topics. */
  async prepare(
    facts: EditFacts,
    plan: EditPlan,
    message: MovedMessage,
    destination: ChannelMembers | null,
  ): Promise<PreparedMove> {
    const newTopic = plan.topic ?? message.topic;
    const topicLinks = this.renderer.linksOfTopic(facts.settings, newTopic);
    const prepared = { plan, message, destination, newTopic, topicLinks };
    if (plan.mode === 'change_one') return { ...prepared, messageIds: [message.id] };
    const place = { recipientId: message.recipientId, topic: message.topic, receivedBy: null };
    const fromId = plan.mode === 'change_all' ? 0 : message.id;
    const found = await this.repository.topicMessages(facts.tx, place, fromId);
    const accessible = await this.accessible(facts, message, found);
    this.checks.wholeTopic(facts, plan, accessible);
    // Within a channel all of them move, also what the user cannot see.
    return { ...prepared, messageIds: (destination ? accessible : found).map(({ id }) => id) };
  }

  async write(facts: EditFacts, move: PreparedMove, contentOf: number | null): Promise<MoveOutcome> {
    const { plan, message, destination, messageIds, newTopic, topicLinks } = move;
    const { tx } = facts;
    const to = destination?.channel ?? message.channel;
    const isSameTopic = !destination && newTopic.toLowerCase() === message.topic.toLowerCase();
    const target = this.place(facts, to, newTopic);
    const destinationWasEmpty =
      !isSameTopic && !(await this.repository.topicHasMessages(tx, { ...target, receivedBy: null }));
    const destinationLookedEmpty =
      destinationWasEmpty || (!isSameTopic && !(await this.repository.topicHasMessages(tx, target)));
    const leavers = destination
      ? await this.repository.leavers(tx, message.recipientId, destination.channel.recipientId)
      : [];
    const losers = this.losers(facts, leavers, destination);
    const keepers = leavers.filter((userId) => !losers.has(userId));
    const lostStars = await this.repository.stars(tx, messageIds, keepers);
    await this.changes.move(tx, {
      messageIds,
      movedBy: facts.actor.id,
      movedAt: facts.at,
      topic: plan.topic === null ? null : { name: newTopic, links: topicLinks },
      countsAsMove: destination !== null || !plan.isResolveToggle,
      channel: destination && {
        fromRecipientId: message.recipientId,
        toRecipientId: destination.channel.recipientId,
        toProtected: !hasSharedHistory(destination.channel),
      },
      contentOf,
    });
    const isWholeTopic =
      plan.mode === 'change_all' ||
      !(await this.repository.topicHasMessages(tx, this.place(facts, message.channel, message.topic)));
    // Sends remember which topics have begun, with their copy of the channel.
    if (isWholeTopic && !isSameTopic) tx.bump(setKeys.channel(message.channel.channelId));
    return {
      ...move,
      leavers,
      losers,
      lostStars,
      isWholeTopic,
      destinationWasEmpty,
      destinationLookedEmpty,
      startsTopic: (await this.repository.firstOfTopic(tx, target)) === message.id,
    };
  }

  private async accessible(
    { tx, user }: EditFacts,
    message: MovedMessage,
    found: readonly TopicMessage[],
  ): Promise<readonly TopicMessage[]> {
    if (hasSharedHistory(message.channel)) return found;
    const ids = found.map(({ id }) => id);
    const held = await this.flags.heldAmong(readerOf(tx), user.userId, ids);
    return found.filter(({ id }) => held.has(id));
  }

  private place({ user }: EditFacts, channel: DirectoryChannel, topic: string): TopicPlace {
    const receivedBy = hasSharedHistory(channel) ? null : user.userId;
    return { recipientId: channel.recipientId, topic, receivedBy };
  }

  /** Of who leaves: the guests if the destination is public, everybody otherwise (messages.md 5.5). */
  private losers(
    { users }: EditFacts,
    leavers: readonly number[],
    destination: ChannelMembers | null,
  ): ReadonlySet<number> {
    if (!destination) return new Set();
    if (destination.channel.inviteOnly) return new Set(leavers);
    return new Set(
      leavers.filter((userId) => {
        const user = users.get(userId);
        return user !== undefined && isGuest(user);
      }),
    );
  }
}

/** Who keeps no policy for a topic that moves to this channel. */
export function losesAccessTo({ users, groups }: EditFacts, destination: ChannelMembers | null) {
  return (userId: number): boolean => {
    if (!destination) return false;
    const user = users.get(userId);
    if (!user) return true;
    const viewer = { user: policyUser(user), isSubscribed: destination.isSubscribed(userId), groups: groups.graph };
    return !canAccessChannelContent(destination.channel, viewer);
  };
}
