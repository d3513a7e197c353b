import { Injectable } from '@nestjs/common';
import { FetchMessagesRequest, FetchedMessage, RpcRequest, badRequest, fetchMessage } from '@stoa/contracts';
import { Database } from '@stoa/database';
import { Directory, DirectoryView, RealmUsers } from '@stoa/directory';
import { flagNamesWithoutReceipt } from '@stoa/read-state';
import { MessageFlagsRepository, UnreadMessagesRepository } from '@stoa/read-state-store';
import { hasSharedHistory } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import { SystemBots } from '../messages/system-bots';
import { FetchRepository, WindowIds } from './fetch.repository';
import { MessageObjectOptions, messageObject } from './message-object';
import { FetchViewer, NarrowResolver, ResolvedNarrow } from './narrow-resolver';

const NEWEST = 10_000_000_000_000_000;
const OLDEST = 0;
/** What stands for the empty topic for clients that do not know it (organization.md 4.8). */
const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

export interface FetchedMessages {
  messages: FetchedMessage[];
  anchor?: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
  history_limited: boolean;
}

/** `GET /messages` and `GET /messages/{id}` (messages.md 4, 8). */
@Injectable()
export class FetchService {
  constructor(
    private readonly directory: Directory,
    private readonly repository: FetchRepository,
    private readonly narrows: NarrowResolver,
    private readonly database: Database,
    private readonly flags: MessageFlagsRepository,
    private readonly unread: UnreadMessagesRepository,
    private readonly bots: SystemBots,
  ) {}

  /** @throws DomainError BAD_NARROW, and the shape errors of messages.md 9.1 */
  fetch(ctx: ActorContext, request: FetchMessagesRequest): Promise<FetchedMessages> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, ctx.actor.userId, ctx.actor.realmHost);
      const narrow = await this.narrows.resolve(viewer, request.narrow);
      const options = {
        applyMarkdown: request.applyMarkdown,
        clientGravatar: request.clientGravatar,
        emptyTopicName: request.allowEmptyTopicName ? null : EMPTY_TOPIC_DISPLAY_NAME,
      };
      if (request.messageIds !== null) {
        const messages = await this.exactly(view, viewer, narrow, request.messageIds, options);
        return { messages, found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
      }
      const anchor = await this.resolveAnchor(viewer, narrow, request.anchor);
      const ids = await this.repository.window(narrow.scope, narrow.conditions, {
        anchor,
        includeAnchor: request.includeAnchor,
        numBefore: anchor === OLDEST ? 0 : request.numBefore,
        numAfter: anchor >= NEWEST ? 0 : request.numAfter,
      });
      return {
        messages: await this.objects(view, viewer, all(ids), options),
        anchor,
        found_anchor: ids.at !== null,
        found_oldest: anchor === OLDEST || (request.numBefore > 0 && ids.before.length < request.numBefore),
        found_newest: anchor >= NEWEST || (request.numAfter > 0 && ids.after.length < request.numAfter),
        history_limited: false,
      };
    });
  }

  /** @throws DomainError `Invalid message(s)` if there is no such message for this user */
  fetchOne(
    ctx: ActorContext,
    request: RpcRequest<typeof fetchMessage>,
  ): Promise<{ message: FetchedMessage; raw_content: string }> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const viewer = await this.narrows.viewer(view, ctx.actor.userId, ctx.actor.realmHost);
      const narrow = await this.narrows.resolve(viewer, null);
      const options = {
        applyMarkdown: request.applyMarkdown,
        clientGravatar: true,
        emptyTopicName: request.allowEmptyTopicName ? null : EMPTY_TOPIC_DISPLAY_NAME,
      };
      const [message] = await this.exactly(view, viewer, narrow, [request.messageId], options);
      const [row] = message ? await this.repository.messages([message.id]) : [];
      if (!message || !row) throw badRequest('Invalid message(s)');
      return { message, raw_content: row.content };
    });
  }

  /** Those of the ids that the user can read, and of channels with shared history also what it never received. */
  async readable(viewer: FetchViewer, messageIds: readonly number[]): Promise<number[]> {
    const narrow = await this.narrows.resolve(viewer, null);
    return this.repository.among(withSharedHistory(narrow, viewer), [], messageIds);
  }

  private async exactly(
    view: DirectoryView,
    viewer: FetchViewer,
    narrow: ResolvedNarrow,
    messageIds: readonly number[],
    options: MessageObjectOptions,
  ): Promise<FetchedMessage[]> {
    const ids = await this.repository.among(withSharedHistory(narrow, viewer), narrow.conditions, messageIds);
    return this.objects(view, viewer, ids, options);
  }

  private async resolveAnchor(
    viewer: FetchViewer,
    narrow: ResolvedNarrow,
    anchor: FetchMessagesRequest['anchor'],
  ): Promise<number> {
    switch (anchor) {
      case 'newest':
        return NEWEST;
      case 'oldest':
        return OLDEST;
      case 'first_unread':
        return this.firstUnread(viewer, narrow);
      case null:
        throw new Error('an anchor is needed without message ids');
      default:
        return anchor;
    }
  }

  /** Muted topics and, unless the narrow names a channel, muted channels are skipped. None: the newest. */
  private async firstUnread(viewer: FetchViewer, narrow: ResolvedNarrow): Promise<number> {
    const unread = await this.unread.unreadMessages(this.database, viewer.user.id);
    if (unread.length === 0) return NEWEST;
    const messageIds = unread.map((message) => message.id);
    const unmuted = { kind: narrow.namesChannel ? ('muted-topic' as const) : ('muted' as const), negated: true };
    const found = await this.repository.among(narrow.scope, [...narrow.conditions, unmuted], messageIds, 1);
    return found[0] ?? NEWEST;
  }

  private async objects(
    view: DirectoryView,
    viewer: FetchViewer,
    messageIds: readonly number[],
    options: MessageObjectOptions,
  ): Promise<FetchedMessage[]> {
    if (messageIds.length === 0) return [];
    const [rows, flags, settings] = await Promise.all([
      this.repository.messages(messageIds),
      this.flags.flagsOfMessages(this.database, viewer.user.id, messageIds),
      view.settings(),
    ]);
    const realm = { settings, users: await this.withSystemBots(viewer.users, rows) };
    return rows.map((row) => messageObject(row, flags.get(row.id)?.flags ?? flagNamesWithoutReceipt(), realm, options));
  }

  /** Notices come from accounts of another organization. */
  private async withSystemBots(
    users: RealmUsers,
    rows: readonly { sender_id: number; participant_ids: number[] | null }[],
  ): Promise<Pick<RealmUsers, 'get'>> {
    const ids = new Set(rows.flatMap((row) => [row.sender_id, ...(row.participant_ids ?? [])]));
    const foreign = [...ids].filter((id) => !users.get(id));
    const bots = new Map(await Promise.all(foreign.map(async (id) => [id, await this.bots.get(id)] as const)));
    return { get: (userId: number) => users.get(userId) ?? bots.get(userId) };
  }
}

function all(ids: WindowIds): number[] {
  return [...ids.before, ...(ids.at === null ? [] : [ids.at]), ...ids.after];
}

/** By id, everything readable counts: shared history of accessible channels too (messages.md 1, Access). */
function withSharedHistory(narrow: ResolvedNarrow, viewer: FetchViewer): ResolvedNarrow['scope'] {
  const shared = [...viewer.readable.values()].filter(hasSharedHistory).map((channel) => channel.recipientId);
  const isShared = new Set(shared);
  return {
    ...narrow.scope,
    sharedRecipientIds: shared,
    receivedRecipientIds: narrow.scope.receivedRecipientIds.filter((id) => !isShared.has(id)),
  };
}
