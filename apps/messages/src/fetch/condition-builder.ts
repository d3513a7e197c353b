import { Injectable } from '@nestjs/common';
import { ResolvedTerm } from '@stoa/narrow';
import { Database } from '@stoa/database';
import { MessageFlagBit } from '@stoa/read-state';
import { UnreadMessagesRepository } from '@stoa/read-state-store';
import { FetchRepository } from './fetch.repository';
import { MessageCondition } from './message-condition';
import type { FetchViewer } from './narrow-resolver';

const MENTIONED =
  MessageFlagBit.mentioned | MessageFlagBit.topic_wildcard_mentioned | MessageFlagBit.stream_wildcard_mentioned;

/** Turns resolved terms into conditions on stored messages. */
@Injectable()
export class ConditionBuilder {
  constructor(
    private readonly repository: FetchRepository,
    private readonly database: Database,
    private readonly unread: UnreadMessagesRepository,
  ) {}

  async build(viewer: FetchViewer, terms: readonly ResolvedTerm[]): Promise<MessageCondition[]> {
    const conditions: MessageCondition[] = [];
    for (const term of terms) {
      const condition = await this.condition(viewer, term);
      if (condition) conditions.push({ ...condition, negated: term.negated !== (condition.negated ?? false) });
    }
    return conditions;
  }

  /** Null: the term filters nothing. */
  private async condition(viewer: FetchViewer, term: ResolvedTerm): Promise<Unnegated | null> {
    const { id: userId } = viewer.user;
    switch (term.operator) {
      case 'channel': {
        const channel = viewer.readable.get(term.channelId);
        return { kind: 'recipient', recipientIds: channel ? [channel.recipientId] : [] };
      }
      case 'channels': {
        const channels = [...viewer.readable.values()].filter((channel) =>
          term.operand === 'public' ? !channel.inviteOnly : channel.isWebPublic,
        );
        return { kind: 'recipient', recipientIds: channels.map((channel) => channel.recipientId) };
      }
      case 'topic':
        return { kind: 'topic', topic: term.operand };
      case 'sender':
        return { kind: 'sender', userId: term.userId };
      case 'dm': {
        const recipientId = await this.repository.directConversation(viewer.realmId, term.userIds);
        return { kind: 'recipient', recipientIds: recipientId === null ? [] : [recipientId] };
      }
      case 'dm-including':
      case 'group-pm-with':
        return this.conversationsWith(userId, term.userId, term.operator === 'group-pm-with');
      case 'id':
        return { kind: 'id', messageIds: [term.operand] };
      case 'has':
        return { kind: 'has', what: term.operand };
      case 'in':
        return term.operand === 'home' ? { kind: 'muted', negated: true } : null;
      case 'is':
        return this.isCondition(userId, term.operand);
      case 'near':
        return null;
      case 'search':
        throw new Error('search is refused before');
    }
  }

  private async unreadIds(userId: number): Promise<number[]> {
    return (await this.unread.unreadMessages(this.database, userId)).map((message) => message.id);
  }

  private async conversationsWith(userId: number, otherId: number, groupsOnly: boolean): Promise<Unnegated> {
    if (userId === otherId && !groupsOnly) return { kind: 'direct' };
    const recipientIds = await this.repository.conversationsIncluding(userId, otherId, groupsOnly);
    return { kind: 'recipient', recipientIds };
  }

  private async isCondition(
    userId: number,
    operand: Extract<ResolvedTerm, { operator: 'is' }>['operand'],
  ): Promise<Unnegated> {
    switch (operand) {
      case 'dm':
        return { kind: 'direct' };
      case 'starred':
        return { kind: 'flag', bits: MessageFlagBit.starred, orChannelWildcard: false };
      case 'mentioned':
        return { kind: 'flag', bits: MENTIONED, orChannelWildcard: true };
      case 'alerted':
        return { kind: 'flag', bits: MessageFlagBit.has_alert_word, orChannelWildcard: false };
      case 'unread':
        return { kind: 'unread', messageIds: await this.unreadIds(userId) };
      case 'resolved':
      case 'followed':
      case 'muted':
        return { kind: operand };
    }
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Unnegated = DistributiveOmit<MessageCondition, 'negated'> & { negated?: boolean };
