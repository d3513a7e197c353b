import { Injectable } from '@nestjs/common';
import type { FetchedMessage } from '@stoa/contracts/events';
import type { FetchMessagesRequest } from '@stoa/contracts/messages';
import { Database } from '@stoa/database';
import { AccessibleUsersRepository, DirectoryUser, DirectoryView } from '@stoa/directory';
import { UNKNOWN_USER_AVATAR_URL } from '@stoa/event-shape';
import { dummyEmail } from '@stoa/policy';
import { holdingOf } from '@stoa/read-state-store';
import { SystemBots } from '../../send/system-bots/system-bots';
import { FreshRenderings } from '../renderings/fresh-renderings';
import { FetchRepository } from './fetch.repository';
import { MessageAuthor, MessageRow, messageObject, senderPart } from './message-object';
import { FetchViewer } from './fetch-viewer';

/** What stands for the empty topic for clients that do not know it (organization.md 4.8). */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** How a client wants messages. */
export type ObjectOptions = Pick<
  FetchMessagesRequest,
  'apply_markdown' | 'client_gravatar' | 'allow_empty_topic_name'
> & {
  /** Whether what was written is wanted besides the HTML. */
  withSource?: boolean;
};

/** Reads messages, with all that hangs on them, and builds their objects (messages.md 2). */
@Injectable()
export class MessageObjects {
  constructor(
    private readonly repository: FetchRepository,
    private readonly database: Database,
    private readonly bots: SystemBots,
    private readonly accessible: AccessibleUsersRepository,
    private readonly renderings: FreshRenderings,
  ) {}

  /**
   * Objects of messages that the viewer can read, with what was written if that is asked for, ascending; a bounded number
   * of statements. What was read of the messages before, the view counts as confirmed by the same statement.
   */
  async withSource(
    view: DirectoryView,
    viewer: FetchViewer,
    messageIds: readonly number[],
    options: ObjectOptions,
  ): Promise<{ message: FetchedMessage; source: string }[]> {
    if (messageIds.length === 0) return [];
    const settings = await view.settings();
    const { keys: setKeys } = view.versions();
    const { rows: stored, setVersions } = await this.repository.messages({
      userId: viewer.userId,
      messageIds,
      withHtml: options.apply_markdown,
      withSource: options.withSource ?? !options.apply_markdown,
      setKeys,
    });
    if (setVersions) view.saw(setKeys, setVersions);
    const rows = options.apply_markdown ? await this.renderings.of(view, stored) : stored;
    const authors = await this.authorsOf(viewer, rows);
    const form = {
      applyMarkdown: options.apply_markdown,
      clientGravatar: options.client_gravatar,
      emptyTopicName: options.allow_empty_topic_name ? null : EMPTY_TOPIC_DISPLAY_NAME,
      editHistory: settings.editHistoryVisibility,
    };
    const flagsOf = (row: MessageRow): string[] => (viewer.user === null ? ['read'] : holdingOf(row).flags);
    const { channelOf } = viewer;
    const senders = new Map([...authors].map(([id, author]) => [id, senderPart(author, settings, form)]));
    return rows.map((row) => ({
      message: messageObject(row, flagsOf(row), { authors, senders, channelOf }, form),
      source: row.content,
    }));
  }

  /**
   * Notices come from accounts of another organization; a limited guest sees placeholders for users whom it cannot
   * access.
   */
  private async authorsOf(
    { users, userId, realmHost, isLimitedGuest }: FetchViewer,
    rows: readonly MessageRow[],
  ): Promise<ReadonlyMap<number, MessageAuthor>> {
    const ids = [...new Set(rows.flatMap((row) => [row.sender_id, ...(row.participant_ids ?? [])]))];
    const foreign = ids.filter((id) => !users.get(id));
    const [bots, hidden] = await Promise.all([
      Promise.all(foreign.map((id) => this.bots.get(id))),
      isLimitedGuest
        ? this.hiddenFrom(
            userId,
            ids.flatMap((id) => users.get(id) ?? []),
          )
        : new Set<number>(),
    ]);
    const known = [...ids.flatMap((id) => users.get(id) ?? []), ...bots.flatMap((bot) => bot ?? [])];
    return new Map(
      known.map((user) => [
        user.id,
        hidden.has(user.id)
          ? {
              ...user,
              fullName: 'Unknown user',
              email: dummyEmail(user.id, realmHost),
              placeholderAvatarUrl: UNKNOWN_USER_AVATAR_URL,
            }
          : user,
      ]),
    );
  }

  /** Humans whom a limited guest shares no channel and no conversation with (users.md 3). */
  private async hiddenFrom(guestId: number, users: readonly DirectoryUser[]): Promise<Set<number>> {
    const humans = users.filter((user) => !user.isBot && user.id !== guestId).map((user) => user.id);
    const accessible = await this.accessible.humansAccessibleTo(this.database, guestId, humans);
    return new Set(humans.filter((id) => !accessible.has(id)));
  }
}
