import { Injectable } from '@nestjs/common';
import type { SpooledFiles } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { DECODED_IMAGE_TYPES, FileStore, isPixelPicture } from '@stoa/storage';
import { WRONG_FORMAT, badImage } from './image-errors';

/** Largest uploaded avatar, icon, logo and emoji (organization.md 4.8). */
const LARGEST_MIB = 5;

/** Reads images that the edge put aside for a call. */
@Injectable()
export class SpooledImages {
  constructor(private readonly files: FileStore) {}

  /** @throws DomainError with `text` unless there is exactly one file */
  requireOne({ count }: SpooledFiles, text: string): void {
    if (count !== 1) throw badRequest(text);
  }

  /**
   * The content of the one file.
   * Its type is the declared one, or what the content looks like where none was declared.
   * @throws DomainError if it is larger than 5 MiB, or no image by its type
   */
  async read({ first }: SpooledFiles): Promise<Buffer> {
    if (!first || first.isTooLarge) {
      throw badRequest(`Uploaded file is larger than the allowed limit of ${LARGEST_MIB} MiB`);
    }
    const { contentType } = first;
    if (contentType !== null && !DECODED_IMAGE_TYPES.has(contentType)) throw badImage(WRONG_FORMAT);
    const content = await this.files.read(first.key);
    if (!content) throw new Error('an upload that was put aside is gone');
    if (contentType === null && !isPixelPicture(content)) throw badImage(WRONG_FORMAT);
    return content;
  }
}
