import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { addAttachment, releaseUpload, reserveUpload } from '@stoa/contracts/messages';
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
/** Files of one user that arrive in pieces and are not complete: as many as clients send at once, and some more. */
const OPEN_UPLOADS = 32;
/** Bytes of them together, in largest files. */
const OPEN_LARGEST_FILES = 10;
/** Of what makes an address unknown: one names the folder. */
const PATH_BYTES = 19;

export interface UploadSource {
  /** As the client calls it. */
  fileName: string;
  contentType: string | undefined;
  content: Readable;
  /** The reservation that the file takes up. */
  uploadId?: string;
  /**
   * Names the upload within its organization: a repetition, which has the same, has the same address and is one file. It
   * must contain the same bytes then.
   */
  repetitionKey?: string;
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
  private readonly repetitions: Buffer;

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly files: FileStore,
    private readonly images: ImageHeader,
    private readonly thumbnails: Thumbnails,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const secret = environment.STOA_API_KEY_SECRET;
    this.repetitions = Buffer.from(hkdfSync('sha256', secret, '', 'stoa/repeated-upload/v1', 32));
  }

  get largestBytes(): number {
    return this.environment.STOA_UPLOAD_MAX_MIB * MIB;
  }

  tooLarge(): DomainError {
    const limit = this.environment.STOA_UPLOAD_MAX_MIB;
    return badRequest(`File is larger than this server's configured maximum upload size (${limit} MiB).`);
  }

  /**
   * Counts a file that is to arrive in pieces as if it were there: against the quota, and against what one user may have.
   * It ends with {@link take}, {@link release}, or after a day.
   * @param size bytes of the whole file
   * @throws DomainError REALM_UPLOAD_QUOTA, or BAD_REQUEST where the user has too many
   */
  async reserve(ctx: OwnerContext, uploadId: string, size: number): Promise<void> {
    const mostBytes = OPEN_LARGEST_FILES * this.largestBytes;
    const request = { uploadId, size, mostUploads: OPEN_UPLOADS, mostBytes };
    const { refusal } = await this.rpc.call(reserveUpload, ctx, request);
    if (refusal === 'quota') {
      throw new DomainError('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.");
    }
    if (refusal !== null) throw badRequest('You have too many unfinished uploads.');
  }

  /** Ends a reservation whose bytes are gone. */
  async release(ctx: OwnerContext, uploadId: string): Promise<void> {
    await this.rpc.call(releaseUpload, ctx, { uploadId });
  }

  /**
   * @param whenStored runs when the bytes are stored and the file is not recorded yet; what it throws undoes all
   * @throws DomainError for too large files and REALM_UPLOAD_QUOTA; nothing is kept then, but what an upload with the same
   * key may have recorded
   */
  async take(ctx: OwnerContext, source: UploadSource, whenStored?: () => Promise<void>): Promise<Uploaded> {
    const pathId = this.newPath(ctx.actor.realmId, source);
    const size = await this.store(pathId, source.content);
    try {
      await whenStored?.();
      const fileName = displayFileName(source.fileName);
      const contentType = contentTypeOf(source.contentType, fileName);
      const image = await this.imageOf(pathId, contentType, size);
      const { uploadId, repetitionKey } = source;
      const mayBeThere = repetitionKey !== undefined;
      await this.rpc.call(addAttachment, ctx, { pathId, fileName, contentType, size, image, uploadId, mayBeThere });
      return { url: `/user_uploads/${pathId}`, filename: fileName };
    } catch (error) {
      // After a lost answer the file may be recorded, so its bytes stay; the owner sees it in the list of files.
      if (isUnrecorded(error, source)) await this.discard(pathId);
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

  /** Nobody can guess the address of a file. */
  private newPath(realmId: number, { fileName, repetitionKey }: UploadSource): string {
    const bytes =
      repetitionKey === undefined
        ? randomBytes(PATH_BYTES)
        : createHmac('sha256', this.repetitions).update(`${realmId}\n${repetitionKey}`).digest();
    const folder = bytes.toString('hex', 0, 1);
    return `${realmId}/${folder}/${bytes.toString('base64url', 1, PATH_BYTES)}/${safeFileName(fileName)}`;
  }

  private async discard(pathId: string): Promise<void> {
    await this.files.delete([uploadKey(pathId), ...thumbnailKeys(pathId)]).catch((error: unknown) => {
      this.log.warn({ err: error, pathId }, 'the bytes of a refused file remain');
    });
  }
}

/**
 * Whether what was thrown says that no file of this address is recorded. An upload with a key may follow one that is:
 * for the quota it is refused only after the messages service has found none.
 */
function isUnrecorded(error: unknown, { repetitionKey }: UploadSource): boolean {
  return error instanceof DomainError && (repetitionKey === undefined || error.code === 'REALM_UPLOAD_QUOTA');
}
