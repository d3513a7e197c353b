import { Injectable } from '@nestjs/common';
import type { FetchedMessage } from '@stoa/contracts/events';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { fetchMessage, fetchMessages, matchesNarrow } from '@stoa/contracts/messages';
import type { FetchMessagesRequest, Spectator } from '@stoa/contracts/messages';
import { Directory, DirectoryView } from '@stoa/directory';
import { notLoggedIn } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { FetchRepository } from './fetch.repository';
import { EMPTY_TOPIC_DISPLAY_NAME, MessageObjects } from './message-objects';
import { FetchCaller, FetchViewer } from './fetch-viewer';
import { NarrowResolver, ResolvedNarrow } from './narrow-resolver';
import { RequestedWindow, requestedMessages } from './requested-window';
import { SearchMatches } from './search-matches';
import { Window, WindowFinder, WindowIds } from './window-finder';
import { invalidMessages } from '../../access/message-access/errors';

const NEWEST = 10_000_000_000_000_000;
const OLDEST = 0;

/** Which messages a window of a narrow has, and whether it reaches the ends (messages.md 8). */
export interface FoundWindow extends WindowIds {
  anchor: number;
  foundOldest: boolean;
  foundNewest: boolean;
}

/** Reading messages: a range or some of them, one, and which match a narrow (messages.md 4, 8). */
@Injectable()
export class FetchService {
  constructor(
    private readonly directory: Directory,
    private readonly repository: FetchRepository,
    private readonly narrows: NarrowResolver,
    private readonly finder: WindowFinder,
    private readonly objects: MessageObjects,
    private readonly matches: SearchMatches,
  ) {}

  /** @throws DomainError BAD_NARROW, and the shape errors of messages.md 9.1 */
  @Handles(fetchMessages)
  fetch(ctx: CallContext, request: FetchMessagesRequest): Promise<RpcResponse<typeof fetchMessages>> {
    const caller = callerOf(ctx, request.spectator);
    const asked = requestedMessages(request);
    return this.directory.decideConfirmed(caller.realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, caller);
      const narrow = await this.narrows.resolve(viewer, request.narrow);
      if ('messageIds' in asked) {
        const ids = await this.exactly(viewer, narrow, asked.messageIds);
        const messages = await this.withMatches(view, viewer, narrow, ids, request);
        return { messages, found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
      }
      const window = await this.window(viewer, narrow, asked);
      return {
        messages: await this.withMatches(view, viewer, narrow, idsOf(window), request),
        anchor: window.anchor,
        found_anchor: window.at !== null,
        found_oldest: window.foundOldest,
        found_newest: window.foundNewest,
        history_limited: false,
      };
    });
  }

  /** @throws DomainError `Invalid message(s)` if there is no such message for this user, 401 for a spectator */
  @Handles(fetchMessage)
  fetchOne(ctx: CallContext, request: RpcRequest<typeof fetchMessage>): Promise<RpcResponse<typeof fetchMessage>> {
    return this.one(ctx, request, true);
  }

  /** {@link fetchOne} for programs, which compute no addresses of pictures. */
  fetchWhole(ctx: CallContext, request: RpcRequest<typeof fetchMessage>): Promise<RpcResponse<typeof fetchMessage>> {
    return this.one(ctx, request, false);
  }

  private one(
    ctx: CallContext,
    request: RpcRequest<typeof fetchMessage>,
    computesGravatars: boolean,
  ): Promise<RpcResponse<typeof fetchMessage>> {
    const caller = callerOf(ctx, request.spectator);
    return this.directory.decideConfirmed(caller.realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, caller);
      const [id] = await this.readable(viewer, [request.message_id]);
      const options = { ...request, client_gravatar: computesGravatars, withSource: true };
      const [found] = id === undefined ? [] : await this.objects.withSource(view, viewer, [id], options);
      if (!found) throw viewer.user === null ? notLoggedIn() : invalidMessages();
      return { message: found.message, raw_content: found.source };
    });
  }

  /** Those of the ids that match, by id; only messages that the user received count. */
  @Handles(matchesNarrow)
  matching(
    ctx: ActorContext,
    { msg_ids: messageIds, narrow: text }: RequestOf<typeof matchesNarrow>,
  ): Promise<RpcResponse<typeof matchesNarrow>> {
    const caller = callerOf(ctx, undefined);
    return this.directory.decideConfirmed(caller.realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, caller);
      const narrow = await this.narrows.resolve(viewer, text, { allowsWith: false });
      const scope = this.narrows.receivedScope(viewer);
      const ids = await this.repository.among(scope, narrow.conditions, messageIds);
      const matches = await this.matches.of(ids, narrow.search ?? '', {
        emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
      });
      return { messages: Object.fromEntries([...matches].map(([id, match]) => [String(id), match])) };
    });
  }

  /** The ids of a window (messages.md 8, "Window"), for callers that act on the messages. */
  async window(viewer: FetchViewer, narrow: ResolvedNarrow, request: RequestedWindow): Promise<FoundWindow> {
    const anchor = await this.resolveAnchor(viewer, narrow, request.anchor);
    const window: Window = {
      anchor,
      // No message has one of these ids.
      includeAnchor: request.includeAnchor && anchor > OLDEST && anchor < NEWEST,
      numBefore: anchor === OLDEST ? 0 : request.numBefore,
      numAfter: anchor >= NEWEST ? 0 : request.numAfter,
    };
    const ids = await this.finder.find(narrow, window);
    return {
      ...ids,
      anchor,
      foundOldest: anchor === OLDEST || (request.numBefore > 0 && ids.before.length < request.numBefore),
      foundNewest: anchor >= NEWEST || (request.numAfter > 0 && ids.after.length < request.numAfter),
    };
  }

  /** Those of the ids that the user can read, and of channels with shared history also what it never received. */
  async readable(viewer: FetchViewer, messageIds: readonly number[]): Promise<number[]> {
    return this.repository.among(this.narrows.readableScope(viewer), [], messageIds);
  }

  private async exactly(viewer: FetchViewer, narrow: ResolvedNarrow, messageIds: readonly number[]): Promise<number[]> {
    return this.repository.among(this.narrows.readableScope(viewer), narrow.conditions, messageIds);
  }

  private async withMatches(
    view: DirectoryView,
    viewer: FetchViewer,
    narrow: ResolvedNarrow,
    ids: readonly number[],
    request: FetchMessagesRequest,
  ): Promise<FetchedMessage[]> {
    const emptyTopicName = request.allow_empty_topic_name ? null : EMPTY_TOPIC_DISPLAY_NAME;
    // First, so that what confirms the view is read last.
    const matches = narrow.search === null ? null : await this.matches.of(ids, narrow.search, { emptyTopicName });
    const found = await this.objects.withSource(view, viewer, ids, request);
    return found.map(({ message }) => (matches ? { ...message, ...matches.get(message.id) } : message));
  }

  private async resolveAnchor(
    viewer: FetchViewer,
    narrow: ResolvedNarrow,
    anchor: RequestedWindow['anchor'],
  ): Promise<number> {
    if (anchor instanceof Date) return (await this.finder.firstSince(narrow, anchor)) ?? this.newest(narrow);
    switch (anchor) {
      case 'newest':
        return NEWEST;
      case 'oldest':
        return OLDEST;
      case 'first_unread':
        return this.firstUnread(viewer, narrow);
      default:
        return anchor;
    }
  }

  /** The newest message of a narrow. */
  private async newest(narrow: ResolvedNarrow): Promise<number> {
    const window = { anchor: NEWEST, includeAnchor: false, numBefore: 1, numAfter: 0 };
    const { before } = await this.finder.find(narrow, window);
    return before[0] ?? NEWEST;
  }

  /** Muted topics and, unless the narrow names a channel, muted channels are skipped. None: the newest. */
  private async firstUnread(viewer: FetchViewer, narrow: ResolvedNarrow): Promise<number> {
    if (viewer.user === null) return NEWEST;
    const conditions = [
      ...narrow.conditions,
      { kind: 'unread' as const, negated: false },
      { kind: narrow.namesChannel ? ('muted-topic' as const) : ('muted' as const), negated: true },
    ];
    const window = { anchor: OLDEST, includeAnchor: false, numBefore: 0, numAfter: 1 };
    const { after } = await this.finder.find({ scope: narrow.scope, conditions }, window);
    return after[0] ?? NEWEST;
  }
}

/** @throws DomainError 401 when nobody is logged in, and no organization says that everybody may read */
function callerOf({ actor }: CallContext, spectator: Spectator | undefined): FetchCaller {
  if (actor) return { realmId: actor.realmId, realmHost: actor.realmHost, userId: actor.userId };
  if (!spectator) throw notLoggedIn();
  return { ...spectator, userId: null };
}

/** Of a window, ascending. */
export function idsOf({ before, at, after }: WindowIds): number[] {
  return [...before, ...(at === null ? [] : [at]), ...after];
}
