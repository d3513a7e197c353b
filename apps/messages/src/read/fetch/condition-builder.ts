import { Injectable } from '@nestjs/common';
import type { DirectoryChannel } from '@stoa/directory';
import { ResolvedTerm, quotedPhrases } from '@stoa/narrow';
import { MessageFlagBit } from '@stoa/read-state';
import { FetchRepository } from './fetch.repository';
import { MessageCondition } from './message-condition';
import { SearchRepository } from './search.repository';
import type { FetchViewer } from './fetch-viewer';

const MENTIONED =
  MessageFlagBit.mentioned | MessageFlagBit.topic_wildcard_mentioned | MessageFlagBit.stream_wildcard_mentioned;

/** Turns resolved terms into conditions on stored messages. */
@Injectable()
export class ConditionBuilder {
  constructor(
    private readonly repository: FetchRepository,
    private readonly search: SearchRepository,
  ) {}

  /** @param query what all search terms ask for, or null without any */
  async build(viewer: FetchViewer, terms: readonly ResolvedTerm[], query: string | null): Promise<MessageCondition[]> {
    const conditions: MessageCondition[] = [];
    for (const term of terms) {
      const condition = await this.condition(viewer, term);
      if (condition) conditions.push({ ...condition, negated: term.negated !== (condition.negated ?? false) });
    }
    if (query !== null) {
      const words = await this.search.parse(query);
      conditions.push({ kind: 'search', query: words, phrases: quotedPhrases(query), negated: false });
    }
    return conditions;
  }

  /** Null: the term filters nothing. */
  private async condition(viewer: FetchViewer, term: ResolvedTerm): Promise<Unnegated | null> {
    const { userId } = viewer;
    switch (term.operator) {
      case 'channel': {
        const channel = viewer.readable.get(term.channelId);
        return { kind: 'recipient', recipientIds: channel ? [channel.recipientId] : [] };
      }
      case 'channels': {
        const channels = [...viewer.readable.values()].filter((channel) => isOfKind(channel, term.operand));
        return { kind: 'recipient', recipientIds: channels.map((channel) => channel.recipientId) };
      }
      case 'topic':
        return { kind: 'topic', topic: term.operand };
      case 'mentions':
        return { kind: 'mentions', query: `'@${term.userId}'` };
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
        return isCondition(term.operand);
      case 'near':
      case 'search':
        return null;
    }
  }

  private async conversationsWith(userId: number, otherId: number, groupsOnly: boolean): Promise<Unnegated> {
    if (userId === otherId && !groupsOnly) return { kind: 'direct' };
    const recipientIds = await this.repository.conversationsIncluding(userId, otherId, groupsOnly);
    return { kind: 'recipient', recipientIds };
  }
}

function isOfKind(channel: DirectoryChannel, kind: 'public' | 'web-public' | 'archived'): boolean {
  if (kind === 'archived') return channel.isArchived;
  return kind === 'public' ? !channel.inviteOnly : channel.isWebPublic;
}

function isCondition(operand: Extract<ResolvedTerm, { operator: 'is' }>['operand']): Unnegated {
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
    case 'resolved':
    case 'followed':
    case 'muted':
      return { kind: operand };
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Unnegated = DistributiveOmit<MessageCondition, 'negated'> & { negated?: boolean };
