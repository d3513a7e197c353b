import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { FileStore, isPixelPicture, uploadKey } from '@stoa/storage';
import sharp from 'sharp';
import { isThumbnailed } from './content-types';

export interface ImageFacts {
  /** Pixels, after the rotation that the file asks for. */
  width: number;
  height: number;
  animated: boolean;
}

/** Larger files get no thumbnail: their header can only be read with the whole file in memory. */
const LARGEST_IMAGE_BYTES = 20 * 1024 * 1024;
/** A decompression bomb is recognised by its header. */
const MOST_PIXELS = 90_000_000;

/** Looks at an uploaded image: the facts that clients get about it, and whether thumbnails can be made. */
@Injectable()
export class ImageHeader {
  constructor(
    private readonly files: FileStore,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns null for everything that is no image of which thumbnails are made */
  async read(pathId: string, contentType: string | null, size: number): Promise<ImageFacts | null> {
    if (!isThumbnailed(contentType) || size > LARGEST_IMAGE_BYTES) return null;
    const content = await this.files.read(uploadKey(pathId));
    if (!content || !isPixelPicture(content)) return null;
    try {
      const { width = 0, height = 0, orientation = 1, pages = 1, pageHeight } = await sharp(content).metadata();
      const oneHeight = pageHeight ?? height;
      if (width * oneHeight === 0 || width * oneHeight > MOST_PIXELS) return null;
      // Orientations from 5 on are turned by a quarter.
      const [turnedWidth, turnedHeight] = orientation >= 5 ? [oneHeight, width] : [width, oneHeight];
      return { width: turnedWidth, height: turnedHeight, animated: pages > 1 };
    } catch (error) {
      this.log.debug({ err: error, pathId }, 'an upload that calls itself an image is none');
      return null;
    }
  }
}
