import { Injectable } from '@nestjs/common';
import { AttachmentObject } from '@stoa/contracts/messages';
import { WriteTransaction } from '@stoa/database';
import { DirectoryView } from '@stoa/directory';
import { withMessageIds } from '@stoa/event-shape';
import { RenderUpload } from '@stoa/markdown';
import { AttachmentAccess } from './attachment-access';
import { attachmentUpdated } from './attachment-change';
import { AttachmentsRepository } from './attachments.repository';

/** A file that a text links to and that its author may put into a message. */
export interface ClaimableAttachment {
  id: number;
  ownerId: number;
}

/** What an edit did to the files of a message. */
export interface ClaimResult {
  /** Of `message.has_attachment`. */
  hasAttachment: boolean;
  /** Files of the acting user that nothing refers to any more, for `detached_uploads` (messages.md 5). */
  detached: AttachmentObject[];
}

/**
 * Files and the messages that refer to them (markdown.md 14). How to use it:
 *
 * - Sends do nothing: `MessageRenderer.render` reports the claimable files (`rendered.attachments`), and
 *   `message_write` writes the references and notifies the owners.
 * - An edit of content renders with `MessageRenderer.render` (as the message's sender) and calls {@link
 *   claimAttachments} in its writing transaction with the ids of `rendered.attachments`; the result goes into
 *   `has_attachment` and `detached_uploads`.
 * - A deletion calls {@link releaseAttachments} in its writing transaction, before the rows of the messages go.
 *
 * Both emit `attachment` update events to the files' owners; an edit emits the message's own event after them. Both lock
 * the files' rows, after the advisory locks that the caller took at its start.
 */
@Injectable()
export class AttachmentClaims {
  constructor(
    private readonly repository: AttachmentsRepository,
    private readonly access: AttachmentAccess,
  ) {}

  /** Of the paths that a text links to, the files that its author may read, ascending; others are skipped silently. */
  async claimable(
    view: DirectoryView,
    authorId: number,
    pathIds: readonly string[],
  ): Promise<readonly ClaimableAttachment[]> {
    if (pathIds.length === 0) return [];
    const files = await this.repository.byPaths(view.realmId, [...new Set(pathIds.flatMap(spellings))]);
    if (files.length === 0) return [];
    const readable = await this.access.readable(view, authorId, files);
    return files.filter(({ id }) => readable.has(id)).map(({ id, owner_id: ownerId }) => ({ id, ownerId }));
  }

  /** What is known of the files at some addresses, by those addresses' paths. */
  async uploadsAt(realmId: number, pathIds: readonly string[]): Promise<ReadonlyMap<string, RenderUpload>> {
    const found = new Map<string, RenderUpload>();
    if (pathIds.length === 0) return found;
    const files = await this.repository.byPaths(realmId, [...new Set(pathIds.flatMap(spellings))]);
    const byPath = new Map(files.map((file) => [file.path_id, file]));
    for (const pathId of pathIds) {
      const file = spellings(pathId).flatMap((spelling) => byPath.get(spelling) ?? [])[0];
      if (file) found.set(pathId, { contentType: file.content_type, image: file.image_metadata });
    }
    return found;
  }

  /**
   * Makes a message refer to exactly these files; those that vanished meanwhile are left out.
   * @param actingUserId whose lost files are reported as detached
   */
  async claimAttachments(
    tx: WriteTransaction,
    change: { messageId: number; attachmentIds: readonly number[]; actingUserId: number },
  ): Promise<ClaimResult> {
    const { messageId } = change;
    const before = new Set(await this.repository.referencedBy(tx, [messageId]));
    if (before.size === 0 && change.attachmentIds.length === 0) return { hasAttachment: false, detached: [] };
    const existing = new Set(await this.repository.lock(tx, [...before, ...change.attachmentIds]));
    const wanted = new Set(change.attachmentIds.filter((id) => existing.has(id)));
    const added = [...wanted].filter((id) => !before.has(id));
    const removed = [...before].filter((id) => !wanted.has(id));
    if (added.length > 0) await this.repository.refer(tx, messageId, added);
    if (removed.length > 0) await this.repository.unrefer(tx, [messageId], removed);
    await this.tellOwners(tx, [...added, ...removed]);
    const detached = removed.length > 0 ? await this.repository.unusedOf(tx, change.actingUserId, removed) : [];
    return { hasAttachment: wanted.size > 0, detached: detached.map(withMessageIds) };
  }

  /** Takes the references of messages that are deleted; a constant number of statements. */
  async releaseAttachments(tx: WriteTransaction, messageIds: readonly number[]): Promise<void> {
    const attachmentIds = await this.repository.referencedBy(tx, messageIds);
    if (attachmentIds.length === 0) return;
    await this.repository.lock(tx, attachmentIds);
    await this.repository.unrefer(tx, messageIds, null);
    await this.tellOwners(tx, attachmentIds);
  }

  private async tellOwners(tx: WriteTransaction, attachmentIds: readonly number[]): Promise<void> {
    if (attachmentIds.length === 0) return;
    const objects = await this.repository.objects(tx, attachmentIds);
    const used = await this.repository.usedSpace(tx);
    for (const { owner_id: ownerId, object } of objects) tx.emit(attachmentUpdated(ownerId, object, used));
  }
}

/** Addresses in texts may have their special characters escaped. */
function spellings(pathId: string): string[] {
  if (!pathId.includes('%')) return [pathId];
  try {
    return [pathId, decodeURIComponent(pathId)];
  } catch {
    return [pathId];
  }
}
