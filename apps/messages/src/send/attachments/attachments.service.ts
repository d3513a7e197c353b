import { Inject, Injectable } from '@nestjs/common';
import type { Actor, RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { listAttachments, listEarlierAttachments, openAttachment, removeAttachment } from '@stoa/contracts/messages';
import { Database } from '@stoa/database';
import { Directory, DirectoryView } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { attachmentInSeconds, shownAttachment } from '@stoa/event-shape';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { FileStore } from '@stoa/storage';
import { AttachmentAccess } from './attachment-access';
import { attachmentRemoved } from './attachment-change';
import { AttachmentRow, AttachmentsRepository } from './attachments.repository';
import { uploadKeys } from './upload-keys';

const NO_SUCH_FILE = 'Invalid attachment';

type Opened = RpcResponse<typeof openAttachment>;

/** Uploaded files (messages.md 15): the rows; bytes come and go through the file store. */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: AttachmentsRepository,
    private readonly access: AttachmentAccess,
    private readonly files: FileStore,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Handles(listAttachments)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listAttachments>> {
    const { attachments, used } = await this.repository.listOf(actor.realmId, actor.userId);
    return { attachments: attachments.map(shownAttachment), upload_space_used: used };
  }

  @Handles(listEarlierAttachments)
  async listEarlier({ actor }: ActorContext): Promise<RpcResponse<typeof listEarlierAttachments>> {
    const { attachments, used } = await this.repository.listOf(actor.realmId, actor.userId);
    return { attachments: attachments.map(attachmentInSeconds), upload_space_used: used };
  }

  /**
   * Links in messages break. The bytes go first, so that a caller who gets an error can try again.
   * @throws DomainError `Invalid attachment`; the text of messages.md 15 if the store fails
   */
  @Handles(removeAttachment)
  async remove(ctx: ActorContext, { attachment_id: attachmentId }: RequestOf<typeof removeAttachment>): Promise<void> {
    const { realmId, userId } = ctx.actor;
    const pathId = await this.repository.ownPath(realmId, attachmentId, userId);
    if (pathId === undefined) throw badRequest(NO_SUCH_FILE);
    await this.removeBytes(ctx, pathId);
    await this.database.write(ctx, [], async (tx) => {
      const file = await this.repository.lockOwn(tx, attachmentId, userId);
      if (!file) throw badRequest(NO_SUCH_FILE);
      await this.repository.delete(tx, [file.id]);
      const { used } = await this.repository.addSpace(tx, -file.size);
      tx.emit(attachmentRemoved(userId, file.id, used));
    });
  }

  private async removeBytes(ctx: ActorContext, pathId: string): Promise<void> {
    try {
      await this.files.delete(uploadKeys(pathId));
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId, pathId }, 'the bytes of a file cannot be deleted');
      throw badRequest('An error occurred while deleting the attachment. Please try again later.');
    }
  }

  /** Whether the caller may open a file; without an actor, whether a spectator may. */
  @Handles(openAttachment)
  async open(ctx: CallContext, { realmId, pathId, isGranted }: RpcRequest<typeof openAttachment>): Promise<Opened> {
    const { actor } = ctx;
    if (actor && actor.realmId !== realmId) return { access: 'missing' };
    return this.directory.decideConfirmed(realmId, async (view) => {
      const [file] = await this.repository.byPaths(realmId, [pathId]);
      if (!file) return { access: 'missing' };
      if (!isGranted && !(await this.isAllowed(view, actor, file))) return { access: 'denied' };
      return {
        access: 'granted',
        fileName: file.file_name,
        contentType: file.content_type,
        size: file.size,
        image: file.image_metadata,
      };
    });
  }

  private async isAllowed(view: DirectoryView, actor: Actor | undefined, file: AttachmentRow): Promise<boolean> {
    if (!actor) return this.access.isSpectatorReadable(view, file);
    return (await this.access.readable(view, actor.userId, [file])).has(file.id);
  }
}
