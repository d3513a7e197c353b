import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/contracts';
import { DirectoryChannel, DirectoryUser, DirectoryView, RealmUsers } from '@stoa/directory';
import {
  MessageConversation,
  NarrowReference,
  NarrowTerm,
  ResolvedTerm,
  collectNarrowReferences,
  needsSharedHistory,
  parseNarrow,
  resolveNarrow,
} from '@stoa/narrow';
import { canAccessChannelContent, dummyEmail, hasSharedHistory, isGuest } from '@stoa/policy';
import { policyUser } from '../messages/sender-fields';
import { ConditionBuilder } from './condition-builder';
import { FetchRepository } from './fetch.repository';
import { FetchScope } from './fetch-scope';
import { MessageCondition } from './message-condition';

/** A narrow in which every name has become an id, and the history that it is about. */
export interface ResolvedNarrow {
  scope: FetchScope;
  conditions: MessageCondition[];
  /** Names a channel: `first_unread` then counts messages of a muted one (messages.md 8). */
  namesChannel: boolean;
}

/** Who fetches, and what that user can read. */
export interface FetchViewer {
  realmId: number;
  realmHost: string;
  user: DirectoryUser;
  users: RealmUsers;
  /** Channels whose content the user can access now, by id. */
  readable: ReadonlyMap<number, DirectoryChannel>;
}

/** Turns the narrow of a fetch into scope and conditions (messages.md 8, Scope; 9). */
@Injectable()
export class NarrowResolver {
  constructor(
    private readonly repository: FetchRepository,
    private readonly conditions: ConditionBuilder,
  ) {}

  async viewer(view: DirectoryView, userId: number, realmHost: string): Promise<FetchViewer> {
    const [users, groups, channels] = await Promise.all([view.users(), view.groups(), view.channels()]);
    const user = users.get(userId);
    if (!user) throw new DomainError('UNAUTHORIZED', 'Account is deactivated', { status: 401 });
    const subscribed = new Set(await this.repository.subscribedChannels(userId));
    const readable = new Map<number, DirectoryChannel>();
    for (const channel of channels.byId.values()) {
      const isSubscribed = subscribed.has(channel.channelId);
      if (canAccessChannelContent(channel, { user: policyUser(user), isSubscribed, groups: groups.graph })) {
        readable.set(channel.channelId, channel);
      }
    }
    return { realmId: view.realmId, realmHost, user, users, readable };
  }

  /** @param narrow JSON text, or null. @throws DomainError BAD_NARROW and the shape errors of messages.md 9.1 */
  async resolve(viewer: FetchViewer, narrow: string | null): Promise<ResolvedNarrow> {
    const terms = parsed(narrow);
    const { withMessageId } = collectNarrowReferences(terms);
    const conversation = withMessageId === null ? null : await this.conversationOf(viewer, withMessageId);
    const resolved = resolveNarrow(terms, lookups(viewer), conversation);
    if (!resolved.ok) throw new DomainError(resolved.code, resolved.msg, { data: resolved.data });
    const searched = resolved.terms.find(({ operator }) => operator === 'search');
    if (searched) {
      const desc = 'unknown operator search';
      throw new DomainError('BAD_NARROW', `Invalid narrow operator: ${desc}`, { data: { desc } });
    }
    return {
      scope: await this.scope(viewer, terms, resolved.terms),
      conditions: await this.conditions.build(viewer, resolved.terms),
      namesChannel: resolved.terms.some(({ operator, negated }) => operator === 'channel' && !negated),
    };
  }

  private async conversationOf(viewer: FetchViewer, messageId: number): Promise<MessageConversation | null> {
    const scope = await this.personalScope(viewer, new Set());
    const everything = [...viewer.readable.values()];
    const shared = everything.filter(hasSharedHistory).map((channel) => channel.recipientId);
    const [id] = await this.repository.among({ ...scope, sharedRecipientIds: shared }, [], [messageId]);
    if (id === undefined) return null;
    const [row] = await this.repository.messages([id]);
    if (!row) return null;
    if (row.channel_id !== null) return { channelId: row.channel_id, topic: row.topic };
    return { userIds: row.participant_ids ?? [] };
  }

  /** Received messages by default; whole channels where the narrow names them and their history is readable. */
  private async scope(
    viewer: FetchViewer,
    terms: readonly NarrowTerm[],
    resolved: readonly ResolvedTerm[],
  ): Promise<FetchScope> {
    const isGuestUser = isGuest(policyUser(viewer.user));
    const shared = new Set<number>();
    const named = resolved.filter(({ negated }) => !negated);
    const asksForShared = needsSharedHistory(terms, {
      canReadHistory: (reference) => {
        const channel = findChannel(viewer, reference);
        return channel !== undefined && hasSharedHistory(channel);
      },
      canAccessPublicChannels: !isGuestUser,
    });
    if (asksForShared) {
      for (const term of named) {
        if (term.operator === 'channel') {
          const channel = viewer.readable.get(term.channelId);
          if (channel && hasSharedHistory(channel)) shared.add(channel.recipientId);
        } else if (term.operator === 'channels' && term.operand === 'public') {
          for (const channel of viewer.readable.values()) if (!channel.inviteOnly) shared.add(channel.recipientId);
        }
      }
    }
    return narrowed(await this.personalScope(viewer, shared), viewer, named);
  }

  private async personalScope(viewer: FetchViewer, shared: ReadonlySet<number>): Promise<FetchScope> {
    const own = await this.repository.recipientsOf(viewer.user.id);
    const readable = new Set([...viewer.readable.values()].map((channel) => channel.recipientId));
    return {
      userId: viewer.user.id,
      sharedRecipientIds: [...shared],
      receivedRecipientIds: own.channels.filter((id) => readable.has(id) && !shared.has(id)),
      directRecipientIds: own.direct,
    };
  }
}

/** Conversations that a term excludes are not searched: the usual fetch is of one channel. */
function narrowed(scope: FetchScope, viewer: FetchViewer, terms: readonly ResolvedTerm[]): FetchScope {
  let result = scope;
  for (const term of terms) {
    if (term.operator === 'channel') {
      const recipientId = viewer.readable.get(term.channelId)?.recipientId;
      const only = (ids: readonly number[]) => ids.filter((id) => id === recipientId);
      result = {
        ...result,
        sharedRecipientIds: only(result.sharedRecipientIds),
        receivedRecipientIds: only(result.receivedRecipientIds),
        directRecipientIds: [],
      };
    } else if (term.operator === 'dm' || (term.operator === 'is' && term.operand === 'dm')) {
      result = { ...result, sharedRecipientIds: [], receivedRecipientIds: [] };
    }
  }
  return result;
}

function parsed(narrow: string | null): NarrowTerm[] {
  if (narrow === null) return [];
  const result = parseNarrow(narrow, { allowsWith: true });
  if (!result.ok) throw new DomainError(result.code, result.msg, { data: result.data });
  return result.terms;
}

function findChannel(viewer: FetchViewer, reference: NarrowReference): DirectoryChannel | undefined {
  if (typeof reference === 'number') return viewer.readable.get(reference);
  const name = reference.toLowerCase();
  for (const channel of viewer.readable.values()) if (channel.name.toLowerCase() === name) return channel;
  return undefined;
}

function lookups(viewer: FetchViewer) {
  return {
    ownUserId: viewer.user.id,
    channelId: (reference: NarrowReference) => findChannel(viewer, reference)?.channelId,
    userId: (reference: NarrowReference) => {
      if (typeof reference === 'number') return viewer.users.get(reference)?.id;
      return (viewer.users.byEmail(reference) ?? byDummyEmail(viewer, reference))?.id;
    },
  };
}

/** `user{id}@{host}` names every user, whatever its API email is now (users.md 4). */
function byDummyEmail(viewer: FetchViewer, email: string): DirectoryUser | undefined {
  const id = Number(/^user(\d+)@/.exec(email.toLowerCase())?.[1]);
  const user = viewer.users.get(id);
  return user && dummyEmail(user.id, viewer.realmHost) === email.toLowerCase() ? user : undefined;
}
