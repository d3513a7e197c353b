import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { Lock, WriteTransaction, lockChannel, lockRealm, setKeys } from '@stoa/database';
import { ChannelMembers, DirectoryView, RealmUsers } from '@stoa/directory';
import { canAccessChannelContent, hasSharedHistory, isGuest } from '@stoa/policy';
import { MessageChangesRepository } from '@stoa/read-state-store';
import { ActorContext } from '@stoa/rpc';
import { AttachmentClaims } from '../../send/attachments/attachment-claims';
import { usersWithMetadataAccess } from '../../access/channel-access/channel-audiences';
import { policyUser } from '../../access/policy-user';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess } from '../../access/message-access/message-access';
import { SendWithin } from '../../send/storing/send-message.repository';
import { channelDeletion, directDeletion } from './edit-change';
import { RemovalRepository } from './removal.repository';

export interface RemovalInput {
  tx: WriteTransaction;
  view: DirectoryView;
  messageIds: readonly number[];
  /** Null for direct messages. */
  members: ChannelMembers | null;
  /** Of a direct message. */
  participantIds: readonly number[];
  topic: string;
  /** Gets the event of what it can see. */
  deleterId: number;
}

/** Whether a channel's locks allow its first message to go ({@link removalLocks}). */
export type LockStrength = 'shared' | 'exclusive';

/** Locks under which messages of a channel are deleted; its first message needs the stronger ones. */
export function removalLocks(realmId: number, channelIds: readonly number[], strength: LockStrength): Lock[] {
  if (strength === 'shared') return channelIds.map((id) => lockChannel(id, 'shared'));
  return [lockRealm(realmId, 'shared'), ...channelIds.map((id) => lockChannel(id, 'exclusive'))];
}

/** The channel's first message is among those to be deleted, which its exclusive lock must cover. */
class FirstMessageError extends Error {}

/** Deletes messages and emits the events (messages.md 7). Callers decide who may. */
@Injectable()
export class MessageRemoval {
  constructor(
    private readonly access: MessageAccess,
    private readonly repository: RemovalRepository,
    private readonly changes: MessageChangesRepository,
    private readonly claims: AttachmentClaims,
  ) {}

  /** Runs an attempt under shared locks, and under exclusive ones if a channel's first message turns out to go. */
  async withLocks<T>(attempt: (strength: LockStrength) => Promise<T>): Promise<T> {
    try {
      return await attempt('shared');
    } catch (error) {
      if (!(error instanceof FirstMessageError)) throw error;
      return attempt('exclusive');
    }
  }

  /** @throws FirstMessageError under shared locks */
  async remove(input: RemovalInput, strength: LockStrength): Promise<void> {
    const { tx, members, messageIds } = input;
    const channelId = members?.channel.channelId ?? null;
    const first = channelId === null ? null : await this.repository.firstMessageId(tx, channelId);
    const losesFirst = first !== null && messageIds.includes(first);
    if (losesFirst && strength === 'shared') throw new FirstMessageError();
    tx.emit(...(await this.deletionEvents(input)));
    await this.claims.releaseAttachments(tx, messageIds);
    await this.changes.delete(tx, messageIds);
    // Sends remember which topics have begun, with their copy of the channel.
    if (members && (await this.repository.isTopicEmpty(tx, members.channel.recipientId, input.topic))) {
      tx.bump(setKeys.channel(members.channel.channelId));
    }
    if (losesFirst && members) await this.renewFirst(input, members);
  }

  /**
   * Takes a notice back for the user who caused it, in one transaction with `within`, if that agrees.
   * @returns false if that user cannot read it, or it is gone
   */
  async removeNotice(ctx: ActorContext, messageId: number, within: SendWithin): Promise<boolean> {
    try {
      await this.withLocks((strength) => {
        const locks = (channelIds: readonly number[]) => removalLocks(ctx.actor.realmId, channelIds, strength);
        const options = { mustModify: true, locks };
        return this.access.change(ctx, [messageId], options, async ({ tx, view, messages: [message] }) => {
          if (!message || !(await within.claim(tx))) return;
          await this.remove(removalOf(tx, view, message, ctx.actor.userId), strength);
          await within.sent(tx, messageId);
        });
      });
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  /** To action recipients and a deleter who sees the messages, one event for those that the same users hear of. */
  private async deletionEvents(input: RemovalInput): Promise<ChangeEvent[]> {
    const { tx, view, messageIds, members, topic, deleterId } = input;
    const users = await view.users();
    if (!members) return [directDeletion(messageIds, activeOf(users, input.participantIds))];
    const { channel } = members;
    const watchers = (await this.seesAll(input, members)) ? [deleterId] : [];
    const subscribers = [...members.members.keys()];
    const event = (ids: readonly number[], userIds: readonly number[]) =>
      channelDeletion(ids, channel.channelId, topic, activeOf(users, [...userIds, ...watchers]));
    if (channel.inviteOnly && hasSharedHistory(channel)) return [event(messageIds, subscribers)];
    if (!channel.inviteOnly) {
      const outside = await this.repository.holdersOutside(tx, channel.recipientId, messageIds);
      return [event(messageIds, [...subscribers, ...outside.filter((userId) => !isGuestId(users, userId))])];
    }
    const groups = await this.repository.byHolders(tx, messageIds);
    return groups.map((group) =>
      event(
        group.messageIds,
        group.userIds.filter((userId) => members.isSubscribed(userId)),
      ),
    );
  }

  /** Whether the deleter can see the messages of a channel without having received them. */
  private async seesAll({ view, deleterId }: RemovalInput, members: ChannelMembers): Promise<boolean> {
    const [users, groups] = await Promise.all([view.users(), view.groups()]);
    const user = users.get(deleterId);
    if (!user || !hasSharedHistory(members.channel)) return false;
    const isSubscribed = members.isSubscribed(deleterId);
    return canAccessChannelContent(members.channel, { user: policyUser(user), isSubscribed, groups: groups.graph });
  }

  private async renewFirst({ tx, view }: RemovalInput, members: ChannelMembers): Promise<void> {
    const { channelId, name } = members.channel;
    const value = await this.repository.renewFirstMessage(tx, channelId);
    const [users, groups] = await Promise.all([view.users(), view.groups()]);
    const isSubscribed = (userId: number) => members.isSubscribed(userId);
    const audience = usersWithMetadataAccess({ channel: members.channel, users, groups, isSubscribed });
    tx.emit(eventOf('stream', 'update', { stream_id: channelId, name, property: 'first_message_id', value }, audience));
    tx.bump(setKeys.channel(channelId));
    tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids: [channelId] });
  }
}

/** The deletion of one message. */
export function removalOf(
  tx: WriteTransaction,
  view: DirectoryView,
  message: AccessedMessage,
  deleterId: number,
): RemovalInput {
  const { id, members, topic } = message;
  return { tx, view, messageIds: [id], members, participantIds: message.participantIds ?? [], topic, deleterId };
}

function activeOf(users: RealmUsers, userIds: readonly number[]): Set<number> {
  return new Set(userIds.filter((userId) => users.get(userId)?.isActive === true));
}

function isGuestId(users: RealmUsers, userId: number): boolean {
  const user = users.get(userId);
  return user === undefined || isGuest(user);
}
