import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { addAttachment, getUploadSpace, releaseUpload, reserveUpload } from '@stoa/contracts/messages';
import { Database, WriteTransaction } from '@stoa/database';
import { DomainError } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { attachmentAdded } from './attachment-change';
import { AttachmentsRepository } from './attachments.repository';
import { OpenUploadsRepository } from './open-uploads.repository';
import { UploadSpace, isOverQuota, refusalOfUpload } from './upload-space';

/** Files that arrive, at once or in pieces: what those in pieces will take is counted from the beginning (messages.md 15). */
@Injectable()
export class UploadsService {
  constructor(
    private readonly database: Database,
    private readonly attachments: AttachmentsRepository,
    private readonly uploads: OpenUploadsRepository,
  ) {}

  @Handles(getUploadSpace)
  async spaceLeft({ actor }: ActorContext): Promise<RpcResponse<typeof getUploadSpace>> {
    return { left: await this.attachments.spaceLeft(actor.realmId) };
  }

  @Handles(reserveUpload)
  reserve(ctx: ActorContext, request: RpcRequest<typeof reserveUpload>): Promise<RpcResponse<typeof reserveUpload>> {
    const { userId } = ctx.actor;
    const { uploadId, size } = request;
    return this.database.write(ctx, [], async (tx) => {
      const refusal = refusalOfUpload(await this.space(tx, userId, uploadId), request);
      if (refusal === null) await this.uploads.add(tx, { id: uploadId, userId, size });
      return { refusal };
    });
  }

  @Handles(releaseUpload)
  async release(ctx: ActorContext, { uploadId }: RpcRequest<typeof releaseUpload>): Promise<void> {
    await this.database.write(ctx, [], (tx) => this.uploads.end(tx, uploadId, ctx.actor.userId));
  }

  /**
   * Unfinished files of others count as used; the file's own reservation ends with it.
   * @throws DomainError REALM_UPLOAD_QUOTA; the caller then removes the stored bytes
   */
  @Handles(addAttachment)
  async add(ctx: ActorContext, file: RpcRequest<typeof addAttachment>): Promise<RpcResponse<typeof addAttachment>> {
    const { userId } = ctx.actor;
    return this.database.write(ctx, [], async (tx) => {
      const known = file.mayBeThere === true ? await this.known(tx, file.pathId) : undefined;
      if (known !== undefined) return { id: known };
      const { used, quota } = await this.attachments.addSpace(tx, file.size);
      const { uploadId = null } = file;
      if (uploadId !== null) await this.uploads.end(tx, uploadId, userId);
      const { reserved } = quota === null ? { reserved: 0 } : await this.uploads.reserved(tx, userId, uploadId);
      if (isOverQuota({ used, reserved, quota })) {
        throw new DomainError('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.");
      }
      const attachment = await this.attachments.insert(tx, { ownerId: userId, ...file });
      tx.emit(attachmentAdded(userId, attachment, used));
      return { id: attachment.id };
    });
  }

  /** Who adds the same file at this moment is waited for. */
  private async known(tx: WriteTransaction, pathId: string): Promise<number | undefined> {
    await this.attachments.addSpace(tx, 0);
    return this.attachments.idOfPath(tx, pathId);
  }

  /** Adding nothing takes the organization's row, so that of many at once each sees what the others have reserved. */
  private async space(tx: WriteTransaction, userId: number, exceptId: string): Promise<UploadSpace> {
    const taken = await this.attachments.addSpace(tx, 0);
    return { ...taken, ...(await this.uploads.reserved(tx, userId, exceptId)) };
  }
}
