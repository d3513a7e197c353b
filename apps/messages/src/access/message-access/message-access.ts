import { Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { UnavailableError, accountDeactivated } from '@stoa/errors';
import { Database, Lock, WriteTransaction, lockChannel } from '@stoa/database';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { MessageViewer, canModifyMessage, canReadMessage, hasSharedHistory, isGuest } from '@stoa/policy';
import { MessageFlagsRepository, Reader, readerOf } from '@stoa/read-state-store';
import { ActorContext } from '@stoa/rpc';
import { policyUser } from '../policy-user';
import { AccessedMessage, MessageAccessRow, accessedMessage } from './accessed-message';
import { DecidedWrite, RepeatWriteError } from './decided-write';
import { MessageAccessRepository, RowLock } from './message-access.repository';
import { invalidMessages } from './errors';

export interface AccessOptions {
  /** Edit, delete, react, submessage, typing in an edit: refused in archived channels (messages.md 1). */
  mustModify?: boolean;
}

export interface AccessInTransaction extends AccessOptions {
  rowLock?: RowLock;
}

export interface ChangeOptions extends AccessInTransaction {
  /** Locks in addition to the shared ones of the messages' channels, which may decide about them. */
  locks?: readonly Lock[] | ((channelIds: readonly number[]) => readonly Lock[]);
}

/** What a change of messages works with; decisions that ask `view` are confirmed before the commit. */
export interface MessageChange {
  tx: WriteTransaction;
  view: DirectoryView;
  /** In the order of the ids that were asked for. */
  messages: AccessedMessage[];
}

/** The same with messages that nobody's access was asked for. */
export interface RowsChange {
  tx: WriteTransaction;
  view: DirectoryView;
  /** Ascending by id. */
  rows: MessageAccessRow[];
}

const ATTEMPTS = 8;

/**
 * Fetches messages and authorises: a holder of an {@link AccessedMessage} may read it (messages.md 1). Messages that do
 * not exist and those that may not be read are refused alike, `Invalid message(s)`.
 */
@Injectable()
export class MessageAccess {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: MessageAccessRepository,
    private readonly flags: MessageFlagsRepository,
    private readonly writes: DecidedWrite,
  ) {}

  /** One message, outside of a transaction. @throws DomainError `Invalid message(s)` */
  async access(ctx: ActorContext, messageId: number, options: AccessOptions = {}): Promise<AccessedMessage> {
    const [message] = await this.accessMany(ctx, [messageId], options);
    if (!message) throw invalidMessages();
    return message;
  }

  /** All of the messages, in the order of the ids. @throws DomainError `Invalid message(s)` if one is missing */
  accessMany(
    ctx: ActorContext,
    messageIds: readonly number[],
    options: AccessOptions = {},
  ): Promise<AccessedMessage[]> {
    return this.directory.decideConfirmed(ctx.actor.realmId, (view) =>
      this.accessIn(this.database, view, ctx.actor.userId, messageIds, options),
    );
  }

  /**
   * The same for a decision that is confirmed elsewhere, with its view, and inside of a transaction (`readerOf(tx)`) that
   * holds the locks of the messages' channels.
   */
  async accessIn(
    reader: Reader,
    view: DirectoryView,
    userId: number,
    messageIds: readonly number[],
    { mustModify = false, rowLock = 'none' }: AccessInTransaction = {},
  ): Promise<AccessedMessage[]> {
    const rows = await this.repository.rows(reader, messageIds, rowLock);
    return this.authorise(reader, view, userId, messageIds, rows, mustModify);
  }

  /**
   * Runs a change of messages: locks their channels (shared) and rows, authorises, lets `work` write and emit, and
   * confirms what was decided, all in one transaction. `work` may run several times.
   * @throws DomainError `Invalid message(s)`
   */
  async change<T>(
    ctx: ActorContext,
    messageIds: readonly number[],
    { mustModify = true, rowLock = 'update', locks = [] }: ChangeOptions,
    work: (change: MessageChange) => Promise<T>,
  ): Promise<T> {
    return this.changeRows(ctx, messageIds, { rowLock, locks }, async ({ tx, view, rows }) => {
      const messages = await this.authorise(readerOf(tx), view, ctx.actor.userId, messageIds, rows, mustModify);
      return work({ tx, view, messages });
    });
  }

  /**
   * The same on behalf of the service itself: nobody's access is asked, and messages that do not exist are left out. `work`
   * may run several times.
   */
  async changeRows<T>(
    ctx: { requestId: string; actor: Pick<Actor, 'realmId' | 'partition'> },
    messageIds: readonly number[],
    { rowLock = 'update', locks = [] }: Pick<ChangeOptions, 'rowLock' | 'locks'>,
    work: (change: RowsChange) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const channelIds = channelsOf(await this.repository.rows(this.database, messageIds, 'none'));
      const allLocks = [...channelIds].map((channelId) => lockChannel(channelId, 'shared'));
      try {
        const otherLocks = typeof locks === 'function' ? locks([...channelIds]) : locks;
        return await this.writes.run(ctx, [...otherLocks, ...allLocks], async (tx, view) => {
          const rows = await this.repository.rows(readerOf(tx), messageIds, rowLock);
          for (const channelId of channelsOf(rows)) if (!channelIds.has(channelId)) throw new RepeatWriteError();
          return work({ tx, view, rows });
        });
      } catch (error) {
        if (!(error instanceof RepeatWriteError)) throw error;
      }
    }
    throw new UnavailableError('the messages are moved faster than they can be changed');
  }

  /** Messages for the service itself, outside of a transaction: nobody's access is asked. */
  rows(messageIds: readonly number[]): Promise<MessageAccessRow[]> {
    return this.repository.rows(this.database, messageIds, 'none');
  }

  /** Whether a message exists, without a check of who may read it. */
  async exists(messageId: number): Promise<boolean> {
    return (await this.repository.rows(this.database, [messageId], 'none')).length > 0;
  }

  /**
   * Action recipients (messages.md 1): who hears of reactions, submessages, deletions and new renderings of a message.
   * Active users only, ascending.
   */
  async actionRecipients(reader: Reader, view: DirectoryView, message: AccessedMessage): Promise<number[]> {
    const users = await view.users();
    const isActive = (userId: number) => users.get(userId)?.isActive === true;
    const { channel, members } = message;
    const ascending = (userIds: Iterable<number>) => [...new Set(userIds)].filter(isActive).sort((a, b) => a - b);
    if (!channel || !members) return ascending(message.participantIds ?? []);
    if (channel.inviteOnly && hasSharedHistory(channel)) return ascending(members.members.keys());
    const holders = await this.flags.holdersOf(reader, message.id);
    if (channel.inviteOnly) return ascending(holders.filter((userId) => members.isSubscribed(userId)));
    const isGuestId = (userId: number) => {
      const user = users.get(userId);
      return user === undefined || isGuest(user);
    };
    return ascending([...members.members.keys(), ...holders.filter((userId) => !isGuestId(userId))]);
  }

  private async authorise(
    reader: Reader,
    view: DirectoryView,
    userId: number,
    messageIds: readonly number[],
    rows: readonly MessageAccessRow[],
    mustModify: boolean,
  ): Promise<AccessedMessage[]> {
    const [users, groups] = await Promise.all([view.users(), view.groups()]);
    const user = activeUser(users.get(userId));
    const holdings = await this.flags.flagsOfMessages(reader, userId, messageIds);
    const members = new Map(
      await Promise.all([...channelsOf(rows)].map(async (id) => [id, await view.members(id)] as const)),
    );
    const found = new Map<number, AccessedMessage>();
    for (const row of rows) {
      const inChannel = row.channel_id === null ? null : (members.get(row.channel_id) ?? null);
      const holding = holdings.get(row.id);
      if (!holding) continue;
      const viewer: MessageViewer = {
        realmId: view.realmId,
        user: policyUser(user),
        isSubscribed: inChannel?.isSubscribed(userId) ?? false,
        groups: groups.graph,
      };
      const message = { realmId: row.realm_id, channel: inChannel?.channel ?? null, isHeld: holding.isHeld };
      const isAllowed = mustModify ? canModifyMessage(message, viewer) : canReadMessage(message, viewer);
      if (isAllowed) found.set(row.id, accessedMessage(row, inChannel, holding));
    }
    return messageIds.map((messageId) => {
      const message = found.get(messageId);
      if (!message) throw invalidMessages();
      return message;
    });
  }
}

function activeUser(user: DirectoryUser | undefined): DirectoryUser {
  if (!user?.isActive) throw accountDeactivated();
  return user;
}

function channelsOf(rows: readonly MessageAccessRow[]): Set<number> {
  return new Set(rows.flatMap((row) => row.channel_id ?? []));
}
