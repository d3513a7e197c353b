import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SpooledFiles } from '@stoa/contracts/users';
import { LOGGER, type Logger } from '@stoa/observability';
import { FileStore, INCOMING_PREFIX } from '@stoa/storage';
import { imageTypeOf } from '../content-types';
import { TooManyBytesError, limited } from '../limited-stream';
import { LARGEST_IMAGE_BYTES } from '../../http/streamed-upload';
import type { ArrivingFile } from '../../http/arriving-file';
import type { StreamedUpload } from '../../http/streamed-upload';

/**
 * Puts an image of a request aside for the service that will look at it: too large for a call, and only the service can
 * say whether it is wanted at all. For endpoints that take an image (`streamsFiles: true`); those of bots too.
 */
@Injectable()
export class ImageSpool {
  constructor(
    private readonly files: FileStore,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Reads the whole body, then does the work; the image is removed afterwards. @param upload `ctx.http.upload` */
  async with<T>(upload: StreamedUpload | undefined, work: (files: SpooledFiles) => Promise<T>): Promise<T> {
    const files = await this.spool(upload);
    try {
      return await work(files);
    } finally {
      if (files.first) await this.discard(files.first.key);
    }
  }

  private async spool(upload: StreamedUpload | undefined): Promise<SpooledFiles> {
    const file = await upload?.next();
    if (!upload || !file) return { count: 0, first: null };
    const key = `${INCOMING_PREFIX}${randomUUID()}`;
    const isTooLarge = !(await this.put(key, file));
    const first = { key, contentType: imageTypeOf(file.contentType, file.fileName), isTooLarge };
    return { count: 1 + (await upload.skipRest()), first };
  }

  /** @returns false if it is too large */
  private async put(key: string, { content }: ArrivingFile): Promise<boolean> {
    try {
      await this.files.put(key, limited(content, LARGEST_IMAGE_BYTES));
      return true;
    } catch (error) {
      if (error instanceof TooManyBytesError) return false;
      throw error;
    }
  }

  private async discard(key: string): Promise<void> {
    await this.files.delete([key]).catch((error: unknown) => this.log.warn({ err: error, key }, 'an upload remains'));
  }
}
