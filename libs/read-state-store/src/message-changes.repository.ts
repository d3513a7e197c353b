import type { WriteTransaction } from '@stoa/database';

export interface MessagesMove {
  /** All of one conversation. */
  messageIds: readonly number[];
  /** Null only in tests. */
  movedBy: number | null;
  movedAt: Date;
  /** Null: the topic stays. */
  topic: { name: string; links: readonly { text: string; url: string }[] } | null;
  /** False for the pure resolving of a topic, which `last_moved_timestamp` does not count. */
  countsAsMove: boolean;
  /** Null: the channel stays. */
  channel: {
    fromRecipientId: number;
    toRecipientId: number;
    /** The destination is private with protected history. */
    toProtected: boolean;
  } | null;
  /** The one of them whose content is edited with it ({@link MessageChangesRepository.editContent}), or null. */
  contentOf: number | null;
}

export interface ContentEdit {
  messageId: number;
  editedBy: number;
  editedAt: Date;
  content: string;
  renderedContent: string;
  rendererVersion: number;
  /** 1 channel wildcard, 2 status message, 4 attachment, 8 image, 16 link, 32 pages that it links to need previews. */
  marks: number;
  /** The move of the same request has written the entry of the edit history. */
  hasEntry: boolean;
}

/**
 * Moves, edits and deletes messages together with their read state, in a fixed number of statements. Callers hold the
 * shared locks of the channels concerned and the messages' rows.
 */
export class MessageChangesRepository {
  /** Flags and read bits of who loses and who gains the messages change with them (messages.md 5.5). */
  async move(tx: WriteTransaction, move: MessagesMove): Promise<void> {
    const { topic, channel } = move;
    await tx.query('SELECT messages_move($1, $2::bigint[], $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11)', [
      tx.realmId,
      move.messageIds,
      move.movedBy,
      move.movedAt,
      topic?.name ?? null,
      topic ? JSON.stringify(topic.links) : null,
      move.countsAsMove,
      channel?.fromRecipientId ?? null,
      channel?.toRecipientId ?? null,
      channel?.toProtected ?? false,
      move.contentOf,
    ]);
  }

  /** The flags that follow from the content are the read state repository's `recomputeContentFlags`. */
  async editContent(tx: WriteTransaction, edit: ContentEdit): Promise<void> {
    await tx.query('SELECT messages_edit_content($1, $2, $3, $4, $5, $6::smallint, $7, $8)', [
      edit.messageId,
      edit.editedBy,
      edit.editedAt,
      edit.content,
      edit.renderedContent,
      edit.rendererVersion,
      edit.marks,
      edit.hasEntry,
    ]);
  }

  /** Deletes messages and all that hangs on them. Returns the ids that existed, ascending. */
  async delete(tx: WriteTransaction, messageIds: readonly number[]): Promise<number[]> {
    const [row] = await tx.query<{ deleted: number[] }>('SELECT messages_delete($1::bigint[]) AS deleted', [
      messageIds,
    ]);
    return row?.deleted ?? [];
  }
}
