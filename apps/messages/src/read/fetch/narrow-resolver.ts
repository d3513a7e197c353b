import { Injectable } from '@nestjs/common';
import { DomainError, accountDeactivated, notLoggedIn } from '@stoa/errors';
import { DirectoryChannel, DirectoryUser, DirectoryView } from '@stoa/directory';
import {
  MessageConversation,
  NarrowFailure,
  NarrowReference,
  NarrowTerm,
  ResolvedTerm,
  collectNarrowReferences,
  needsSharedHistory,
  parseNarrow,
  resolveNarrow,
  searchQuery,
  spectatorNarrow,
} from '@stoa/narrow';
import {
  canAccessChannelContent,
  canSpectateChannel,
  dummyEmail,
  hasSharedHistory,
  isGuest,
  isLimitedGuest,
} from '@stoa/policy';
import { policyUser } from '../../access/policy-user';
import { SystemBots } from '../../send/system-bots/system-bots';
import { ConditionBuilder } from './condition-builder';
import { FetchRepository } from './fetch.repository';
import { FetchScope } from './fetch-scope';
import { MessageCondition } from './message-condition';
import { FetchCaller, FetchViewer, OwnConversations } from './fetch-viewer';

/** A narrow in which every name has become an id, and the history that it is about. */
export interface ResolvedNarrow {
  scope: FetchScope;
  conditions: MessageCondition[];
  /** Names a channel: `first_unread` then counts messages of a muted one (messages.md 8). */
  namesChannel: boolean;
  /** What search terms ask for, as a tsquery's text; null without any. */
  search: string | null;
}

const NOTHING: OwnConversations = { subscribed: [], channels: [], direct: [] };

/** Turns the narrow of a fetch into scope and conditions (messages.md 8, "Scope"; 9). */
@Injectable()
export class NarrowResolver {
  constructor(
    private readonly repository: FetchRepository,
    private readonly conditions: ConditionBuilder,
    private readonly bots: SystemBots,
  ) {}

  async viewer(view: DirectoryView, caller: FetchCaller): Promise<FetchViewer> {
    return caller.userId === null ? this.spectator(view, caller) : this.account(view, caller, caller.userId);
  }

  private async account(
    view: DirectoryView,
    { realmId, realmHost }: FetchCaller,
    userId: number,
  ): Promise<FetchViewer> {
    const [own, users, groups, channels, settings] = await Promise.all([
      this.repository.conversationsOf(userId),
      view.users(),
      view.groups(),
      view.channels(),
      view.settings(),
    ]);
    const user = users.get(userId);
    if (!user) throw accountDeactivated();
    const subscribed = new Set(own.subscribed);
    const readable = new Map<number, DirectoryChannel>();
    for (const channel of channels.byId.values()) {
      const isSubscribed = subscribed.has(channel.channelId);
      if (canAccessChannelContent(channel, { user: policyUser(user), isSubscribed, groups: groups.graph })) {
        readable.set(channel.channelId, channel);
      }
    }
    const isLimited = isLimitedGuest(policyUser(user), settings.canAccessAllUsersGroup, groups.graph);
    const hasChannel = (channelId: number) => channels.byId.has(channelId);
    const channelOf = (recipientId: number) => channels.byRecipient(recipientId);
    const rights = { readable, channelOf, hasChannel, isLimitedGuest: isLimited };
    return { realmId, realmHost, userId, user, users, own, ...rights };
  }

  /** @throws DomainError 401 where the organization does not let everybody read */
  private async spectator(view: DirectoryView, { realmId, realmHost }: FetchCaller): Promise<FetchViewer> {
    const [settings, users, channels] = await Promise.all([view.settings(), view.users(), view.channels()]);
    if (!settings.enableSpectatorAccess || settings.isDeactivated) throw notLoggedIn();
    const readable = new Map(
      [...channels.byId].filter(([, channel]) => canSpectateChannel(channel, settings.enableSpectatorAccess)),
    );
    const hasChannel = (channelId: number) => readable.has(channelId);
    return {
      realmId,
      realmHost,
      userId: 0,
      user: null,
      users,
      own: NOTHING,
      readable,
      channelOf: (recipientId) => channels.byRecipient(recipientId),
      hasChannel,
      isLimitedGuest: false,
    };
  }

  /**
   * @param narrow JSON text, if there is one
   * @throws DomainError BAD_NARROW and the shape errors of messages.md 9.1; 401 for a spectator's narrow that needs an account
   */
  async resolve(viewer: FetchViewer, narrow: string | undefined, { allowsWith = true } = {}): Promise<ResolvedNarrow> {
    const terms = permitted(viewer, parsed(narrow, allowsWith));
    const { withMessageId, users } = collectNarrowReferences(terms);
    const conversation = withMessageId === null ? null : await this.conversationOf(viewer, withMessageId);
    const resolved = resolveNarrow(terms, lookups(viewer, await this.systemBots(viewer, users)), conversation);
    if (!resolved.ok) throw failure(resolved);
    const conditions = await this.conditions.build(viewer, resolved.terms, searchQuery(terms));
    return {
      scope: this.scope(viewer, resolved.terms),
      conditions,
      namesChannel: resolved.terms.some(({ operator, negated }) => operator === 'channel' && !negated),
      search: conditions.find((condition) => condition.kind === 'search')?.query ?? null,
    };
  }

  /** Everything that the viewer can read, whether or not it was received (messages.md 1, "Access"). */
  readableScope(viewer: FetchViewer): FetchScope {
    const shared = [...viewer.readable.values()].filter(hasSharedHistory).map((channel) => channel.recipientId);
    return this.personalScope(viewer, new Set(shared));
  }

  /** What the viewer received, wherever it can still be read: what the API calls messages with a row. */
  receivedScope(viewer: FetchViewer): FetchScope {
    return this.personalScope(viewer, new Set());
  }

  /** Those of the references that mean bots of the service, which write to everybody and belong to no organization. */
  private async systemBots(
    viewer: FetchViewer,
    references: readonly NarrowReference[],
  ): Promise<ReadonlyMap<NarrowReference, number>> {
    const found = new Map<NarrowReference, number>();
    for (const reference of references) {
      if (findUser(viewer, reference)) continue;
      const bot = await (typeof reference === 'number' ? this.bots.get(reference) : this.bots.withAddress(reference));
      if (bot) found.set(reference, bot.id);
    }
    return found;
  }

  private async conversationOf(viewer: FetchViewer, messageId: number): Promise<MessageConversation | null> {
    const [id] = await this.repository.among(this.readableScope(viewer), [], [messageId]);
    const place = id === undefined ? undefined : await this.repository.placeOf(id);
    if (!place) return null;
    const channel = viewer.channelOf(place.recipient_id);
    if (channel) return { channelId: channel.channelId, topic: place.topic };
    return { userIds: place.participant_ids ?? [] };
  }

  /** Received messages by default; whole channels where the narrow names them and their history is readable. */
  private scope(viewer: FetchViewer, terms: readonly ResolvedTerm[]): FetchScope {
    const asksForShared = needsSharedHistory(terms.flatMap(scopeTerm), {
      canReadHistory: (reference) => {
        const channel = findChannel(viewer, reference);
        return channel !== undefined && hasSharedHistory(channel);
      },
      canAccessPublicChannels: viewer.user !== null && !isGuest(policyUser(viewer.user)),
    });
    return this.personalScope(viewer, asksForShared ? sharedRecipients(viewer, terms) : new Set());
  }

  private personalScope(viewer: FetchViewer, shared: ReadonlySet<number>): FetchScope {
    if (viewer.user === null) return spectatorScope(viewer);
    const { own } = viewer;
    const readable = new Set([...viewer.readable.values()].map((channel) => channel.recipientId));
    return {
      realmId: viewer.realmId,
      userId: viewer.userId,
      sharedRecipientIds: [...shared],
      receivedRecipientIds: own.channels.filter((id) => readable.has(id) && !shared.has(id)),
      directRecipientIds: [...own.direct],
    };
  }
}

/** Channels that the narrow names, whose history is open to the viewer. */
function sharedRecipients(viewer: FetchViewer, terms: readonly ResolvedTerm[]): Set<number> {
  const shared = new Set<number>();
  for (const term of terms) {
    if (term.negated) continue;
    if (term.operator === 'channel') {
      const channel = viewer.readable.get(term.channelId);
      if (channel && hasSharedHistory(channel)) shared.add(channel.recipientId);
    } else if (term.operator === 'channels' && term.operand === 'public') {
      for (const channel of viewer.readable.values()) if (!channel.inviteOnly) shared.add(channel.recipientId);
    }
  }
  return shared;
}

/** What decides about the scope: after `with` has replaced what the narrow named. */
function scopeTerm(term: ResolvedTerm): NarrowTerm[] {
  const { negated } = term;
  switch (term.operator) {
    case 'channel':
      return [{ operator: 'channel', operand: term.channelId, negated }];
    case 'channels':
    case 'is':
      return [term];
    default:
      return [];
  }
}

/** All that there is for a spectator: web-public channels, whole. */
function spectatorScope(viewer: FetchViewer): FetchScope {
  const sharedRecipientIds = [...viewer.readable.values()].map((channel) => channel.recipientId);
  return { realmId: viewer.realmId, userId: 0, sharedRecipientIds, receivedRecipientIds: [], directRecipientIds: [] };
}

function parsed(narrow: string | undefined, allowsWith: boolean): NarrowTerm[] {
  if (narrow === undefined) return [];
  const result = parseNarrow(narrow, { allowsWith });
  if (!result.ok) throw failure(result);
  return result.terms;
}

function permitted(viewer: FetchViewer, terms: NarrowTerm[]): NarrowTerm[] {
  if (viewer.user !== null) return terms;
  const result = spectatorNarrow(terms);
  if (!result.ok) throw failure(result);
  return result.terms;
}

function failure({ code, msg, data }: NarrowFailure): DomainError {
  return code === 'UNAUTHORIZED' ? notLoggedIn() : new DomainError(code, msg, { data });
}

/** The id that a term names, also of a channel in which nothing is found. */
function namedChannel(viewer: FetchViewer, reference: NarrowReference): number | undefined {
  if (typeof reference === 'number') return viewer.hasChannel(reference) ? reference : undefined;
  return findChannel(viewer, reference)?.channelId;
}

function findChannel(viewer: FetchViewer, reference: NarrowReference): DirectoryChannel | undefined {
  if (typeof reference === 'number') return viewer.readable.get(reference);
  const name = reference.toLowerCase();
  for (const channel of viewer.readable.values()) if (channel.name.toLowerCase() === name) return channel;
  return undefined;
}

function findUser(viewer: FetchViewer, reference: NarrowReference): DirectoryUser | undefined {
  if (typeof reference === 'number') return viewer.users.get(reference);
  return viewer.users.byApiEmail(reference) ?? byDummyEmail(viewer, reference);
}

function lookups(viewer: FetchViewer, systemBots: ReadonlyMap<NarrowReference, number>) {
  return {
    ownUserId: viewer.user === null ? null : viewer.userId,
    channelId: (reference: NarrowReference) => namedChannel(viewer, reference),
    userId: (reference: NarrowReference) => findUser(viewer, reference)?.id ?? systemBots.get(reference),
  };
}

/** `user{id}@{host}` names every user, whatever its API email is now (users.md 4). */
function byDummyEmail(viewer: FetchViewer, email: string): DirectoryUser | undefined {
  const id = Number(/^user(\d+)@/.exec(email.toLowerCase())?.[1]);
  const user = viewer.users.get(id);
  return user && dummyEmail(user.id, viewer.realmHost) === email.toLowerCase() ? user : undefined;
}
