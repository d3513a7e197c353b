import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { UnreadMessagesRepository } from '@stoa/read-state-store';
import { FetchRepository } from './fetch.repository';
import { FetchScope, conversationCount, isEmptyScope, narrowedScope } from './fetch-scope';
import { MessageCondition } from './message-condition';
import { SearchRepository } from './search.repository';
import { FIRST_WALK, searchWay } from './search-way';
import {
  SideQuery,
  byConversation,
  byDirectReceipt,
  byFlag,
  byFollowedTopic,
  byOrganization,
  bySearch,
  byWalk,
  conversationsOfTopic,
  firstSince,
  walkable,
} from './window-sql';
import { FEW_CONVERSATIONS, WindowPlan, windowPlan } from './window-plan';

export interface Window {
  /** Ids below, at and above the anchor: `before` and `at` go down from it, `after` goes up. */
  anchor: number;
  includeAnchor: boolean;
  numBefore: number;
  numAfter: number;
}

export interface WindowIds {
  /** Ascending. */
  before: number[];
  at: number | null;
  after: number[];
}

const ABOVE_ALL_IDS = Number.MAX_SAFE_INTEGER;

/** Finds the ids around an anchor (messages.md 8, "Window"), by the way that reads the fewest messages. */
@Injectable()
export class WindowFinder {
  constructor(
    private readonly repository: FetchRepository,
    private readonly search: SearchRepository,
    private readonly unread: UnreadMessagesRepository,
    private readonly database: Database,
  ) {}

  async find(
    narrow: { scope: FetchScope; conditions: readonly MessageCondition[] },
    { anchor, includeAnchor, numBefore, numAfter }: Window,
  ): Promise<WindowIds> {
    const narrowed = narrowedScope(narrow.scope, narrow.conditions);
    const plan = windowPlan(narrowed.scope, narrowed.conditions);
    if (plan.by === 'nothing') return { before: [], at: null, after: [] };
    const side = (query: Pick<SideQuery, 'low' | 'high' | 'isAscending' | 'limit'>) =>
      query.limit > 0 ? this.side(plan, { ...narrowed, ...query }) : [];
    const [before, [at], after] = await Promise.all([
      side({ low: 0, high: anchor - 1, isAscending: false, limit: numBefore }),
      includeAnchor ? this.repository.among(narrowed.scope, narrowed.conditions, [anchor]) : [],
      side({ low: anchor + 1, high: ABOVE_ALL_IDS, isAscending: true, limit: numAfter }),
    ]);
    return { before: before.reverse(), at: at ?? null, after };
  }

  /** The first message of a narrow that was sent at or after a moment. Imports may bring ids that do not grow with time. */
  async firstSince(
    narrow: { scope: FetchScope; conditions: readonly MessageCondition[] },
    since: Date,
  ): Promise<number | undefined> {
    const narrowed = narrowedScope(narrow.scope, narrow.conditions);
    if (windowPlan(narrowed.scope, narrowed.conditions).by === 'nothing') return undefined;
    const [id] = await this.repository.preparedIds(firstSince(narrowed, since));
    return id;
  }

  /** Nearest to the anchor first. */
  private async side(plan: Exclude<WindowPlan, { by: 'nothing' }>, query: SideQuery): Promise<number[]> {
    switch (plan.by) {
      case 'ids': {
        const { scope, conditions, low, high, isAscending, limit } = query;
        const ids = plan.messageIds.filter((id) => id >= low && id <= high);
        return this.repository.among(scope, conditions, ids, limit, isAscending);
      }
      case 'unread':
        return this.unreadSide(query);
      case 'flag':
        return this.repository.ids(byFlag(query, plan.flag));
      case 'search':
        return this.searchSide(plan, query);
      case 'followed-topic':
        return this.repository.ids(byFollowedTopic(query));
      case 'direct-receipt':
        return this.repository.ids(byDirectReceipt(query));
      case 'organization':
        return this.repository.ids(byOrganization(query));
      case 'conversation':
        return this.repository.preparedIds(byConversation(query));
      case 'newest-then-conversation':
        return this.newestThenConversation(query);
    }
  }

  /** The nearest ids of all organizations first; only if too little was found there, by conversation. */
  private async newestThenConversation(query: SideQuery): Promise<number[]> {
    const newest = await this.repository.newestId();
    const high = Math.min(query.high, newest);
    const split = query.isAscending ? query.low + FIRST_WALK : high - FIRST_WALK;
    const near = query.isAscending
      ? { ...query, high: Math.min(split, query.high) }
      : { ...query, low: Math.max(split, query.low) };
    const found = await this.repository.ids(byOrganization(near));
    const isExhausted = query.isAscending ? split >= high : split <= query.low;
    if (found.length >= query.limit || isExhausted) return found;
    const rest = query.isAscending ? { ...query, low: split + 1 } : { ...query, high: split - 1 };
    return [...found, ...(await this.repository.ids(byConversation({ ...rest, limit: query.limit - found.length })))];
  }

  /** Where the statistics are wrong, the walk ends and the index is asked for the rest. */
  private async searchSide(
    { query: words, through }: Extract<WindowPlan, { by: 'search' }>,
    query: SideQuery,
  ): Promise<number[]> {
    const way = searchWay(await this.search.frequency(words, walkable(query, through)), query.limit);
    if (way.by === 'index') return this.repository.ids(bySearch(query));
    const walked = through === 'conversation' ? await this.withinTopic(query) : query;
    if (isEmptyScope(walked.scope)) return [];
    const { found, end } = await this.repository.walked(byWalk(walked, through, way.messages));
    if (found.length >= query.limit || end === undefined) return found;
    const rest = query.isAscending ? { ...query, low: end + 1 } : { ...query, high: end - 1 };
    return [...found, ...(await this.repository.ids(bySearch({ ...rest, limit: query.limit - found.length })))];
  }

  /** A walk has a part for each conversation, whose planning costs more than to ask which of many have the topic. */
  private async withinTopic(query: SideQuery): Promise<SideQuery> {
    if (conversationCount(query.scope) <= FEW_CONVERSATIONS) return query;
    const having = conversationsOfTopic(query);
    if (having === undefined) return query;
    const recipientIds = await this.repository.preparedIds(having);
    const narrow: MessageCondition = { kind: 'recipient', recipientIds, negated: false };
    return { ...query, scope: narrowedScope(query.scope, [narrow]).scope };
  }

  private async unreadSide(query: SideQuery): Promise<number[]> {
    const conditions = query.conditions.filter(({ kind, negated }) => kind !== 'unread' || negated);
    const found: number[] = [];
    const { low, high, isAscending, limit, scope } = query;
    const conversations = [...scope.sharedRecipientIds, ...scope.receivedRecipientIds, ...scope.directRecipientIds];
    const isWithin = new Set(conversations);
    const recipientId = conversations.length === 1 ? conversations[0] : undefined;
    const range = { low, high, isAscending, recipientId, wanted: limit };
    for await (const portion of this.unread.unreadInRange(this.database, scope.userId, range)) {
      const ids = portion.flatMap((message) => (isWithin.has(message.recipientId) ? [message.id] : []));
      const missing = limit - found.length;
      // What is unread was received: only the narrow's other terms are left to be asked.
      const admitted =
        conditions.length === 0
          ? ids.slice(0, missing)
          : await this.repository.among(scope, conditions, ids, missing, isAscending);
      for (const id of admitted) found.push(id);
      if (found.length >= limit) break;
    }
    return found;
  }
}
