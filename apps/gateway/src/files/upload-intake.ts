import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { addAttachment, getUploadSpace } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { FileStore, thumbnailKeys, uploadKey } from '@stoa/storage';
import { GatewayEnvironment } from '../gateway-environment';
import { contentTypeOf } from './content-types';
import { displayFileName, safeFileName } from './file-name';
import { ImageFacts, ImageHeader } from './image-header';
import { TooManyBytesError, limited } from './limited-stream';
import { Thumbnails } from './thumbnails';

const MIB = 1024 * 1024;

export interface UploadSource {
  /** As the client calls it. */
  fileName: string;
  contentType: string | undefined;
  content: Readable;
}

export interface Uploaded {
  /** Address below the organization's. */
  url: string;
  /** What links show. */
  filename: string;
}

type OwnerContext = CallContext & { readonly actor: Actor };

/** Takes files in: the bytes go to the store as they arrive, then the file is recorded (messages.md 15). */
@Injectable()
export class UploadIntake {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly files: FileStore,
    private readonly images: ImageHeader,
    private readonly thumbnails: Thumbnails,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  get largestBytes(): number {
    return this.environment.STOA_UPLOAD_MAX_MIB * MIB;
  }

  tooLarge(): DomainError {
    const limit = this.environment.STOA_UPLOAD_MAX_MIB;
    return badRequest(`File is larger than this server's configured maximum upload size (${limit} MiB).`);
  }

  /** Bytes that a new file may have, for early refusal. @returns null without a quota */
  async spaceLeft(ctx: OwnerContext): Promise<number | null> {
    return (await this.rpc.call(getUploadSpace, ctx, {})).left;
  }

  /**
   * @param whenStored runs when the bytes are stored and the file is not recorded yet; what it throws undoes all
   * @throws DomainError for too large files and REALM_UPLOAD_QUOTA; nothing is kept then
   */
  async take(ctx: OwnerContext, source: UploadSource, whenStored?: () => Promise<void>): Promise<Uploaded> {
    const pathId = newPath(ctx.actor.realmId, safeFileName(source.fileName));
    const size = await this.store(pathId, source.content);
    try {
      await whenStored?.();
      const fileName = displayFileName(source.fileName);
      const contentType = contentTypeOf(source.contentType, fileName);
      const image = await this.imageOf(pathId, contentType, size);
      await this.rpc.call(addAttachment, ctx, { pathId, fileName, contentType, size, image });
      return { url: `/user_uploads/${pathId}`, filename: fileName };
    } catch (error) {
      // After a lost answer the file may be recorded, so its bytes stay; the owner sees it in the list of files.
      if (error instanceof DomainError) await this.discard(pathId);
      throw error;
    }
  }

  /** The facts that clients get about an image; null for what cannot be shown. */
  private async imageOf(pathId: string, contentType: string | null, size: number): Promise<ImageFacts | null> {
    const image = await this.images.read(pathId, contentType, size);
    return image && (await this.thumbnails.prepare(pathId, image)) ? image : null;
  }

  private async store(pathId: string, content: Readable): Promise<number> {
    try {
      return await this.files.put(uploadKey(pathId), limited(content, this.largestBytes));
    } catch (error) {
      throw error instanceof TooManyBytesError ? this.tooLarge() : error;
    }
  }

  private async discard(pathId: string): Promise<void> {
    await this.files.delete([uploadKey(pathId), ...thumbnailKeys(pathId)]).catch((error: unknown) => {
      this.log.warn({ err: error, pathId }, 'the bytes of a refused file remain');
    });
  }
}

/** Nobody can guess the address of a file. */
function newPath(realmId: number, name: string): string {
  return `${realmId}/${randomBytes(1).toString('hex')}/${randomBytes(18).toString('base64url')}/${name}`;
}
