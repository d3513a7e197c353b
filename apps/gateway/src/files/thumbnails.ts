import { Injectable } from '@nestjs/common';
import { Admission } from '@stoa/lifecycle';
import { FileStore, OpenedFile, thumbnailFormat, thumbnailKey, uploadKey } from '@stoa/storage';
import sharp from 'sharp';

const MOST_PIXELS = 90_000_000;
const MOST_FRAMES = 50;

/** Thumbnails of uploaded images, made when they are first asked for. */
@Injectable()
export class Thumbnails {
  /** Decoding runs in threads beside the event loop; more at once would only take more memory. */
  private readonly admission = new Admission({ concurrent: 2, longestWaitMs: 10_000 });

  constructor(private readonly files: FileStore) {}

  /** @returns null if there is no such format, or the image cannot be decoded */
  async open(pathId: string, formatName: string): Promise<OpenedFile | null> {
    const format = thumbnailFormat(formatName);
    if (!format) return null;
    const key = thumbnailKey(pathId, format.name);
    const stored = await this.files.open(key);
    if (stored) return stored;
    const made = await this.admission.run(() => this.make(pathId, format));
    if (!made) return null;
    await this.files.put(key, made);
    return this.files.open(key);
  }

  private async make(pathId: string, format: NonNullable<ReturnType<typeof thumbnailFormat>>): Promise<Buffer | null> {
    const content = await this.files.read(uploadKey(pathId));
    if (!content) return null;
    const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' as const };
    try {
      const { pages = 1 } = await sharp(content, options).metadata();
      const frames = format.animated ? Math.min(pages, MOST_FRAMES) : 1;
      return await sharp(content, { ...options, pages: frames })
        .autoOrient()
        .resize(format.max_width, format.max_height, { fit: 'inside', withoutEnlargement: true })
        .webp()
        .timeout({ seconds: 20 })
        .toBuffer();
    } catch {
      return null;
    }
  }
}
