import { Injectable } from '@nestjs/common';
import { Admission } from '@stoa/lifecycle';
import { FileStore, OpenedFile, THUMBNAIL_FORMATS, thumbnailFormat, thumbnailKey, uploadKey } from '@stoa/storage';
import sharp from 'sharp';

const MOST_PIXELS = 90_000_000;
const MOST_FRAMES = 50;

type Format = NonNullable<ReturnType<typeof thumbnailFormat>>;

/** How long an upload waits for its turn at the decoder. */
const PATIENCE_MS = 1_000;

/** Thumbnails of uploaded images: the one that messages show is made at the upload, others when they are asked for. */
@Injectable()
export class Thumbnails {
  /** Decoding runs in threads outside the event loop; more at once would only take more memory. */
  private readonly admission = new Admission({ concurrent: 2, longestWaitMs: 10_000 });

  constructor(private readonly files: FileStore) {}

  /** @returns null if there is no such format, or the image cannot be decoded */
  async open(pathId: string, formatName: string): Promise<OpenedFile | null> {
    const format = thumbnailFormat(formatName);
    if (!format) return null;
    const key = thumbnailKey(pathId, format.name);
    const stored = await this.files.open(key);
    if (stored) return stored;
    return (await this.admission.run(() => this.keep(pathId, format))) ? this.files.open(key) : null;
  }

  /**
   * Makes the thumbnail that messages show, so that nobody is shown an image that is none.
   * @returns false if it cannot be decoded; true also when that is not known, as the decoder or the store is busy
   */
  async prepare(pathId: string, { animated }: { animated: boolean }): Promise<boolean> {
    const format = THUMBNAIL_FORMATS.find((some) => some.animated === animated);
    if (!format) return true;
    const deadlineAt = Date.now() + PATIENCE_MS;
    return this.admission.run(() => this.keep(pathId, format), { deadlineAt }).catch(() => true);
  }

  /** Whether the thumbnail that messages show is stored. */
  async isMade(pathId: string, { animated }: { animated: boolean }): Promise<boolean> {
    const format = THUMBNAIL_FORMATS.find((some) => some.animated === animated);
    const stored = format ? await this.files.open(thumbnailKey(pathId, format.name)) : null;
    stored?.content.destroy();
    return stored !== null;
  }

  private async keep(pathId: string, format: Format): Promise<boolean> {
    const made = await this.make(pathId, format);
    if (made) await this.files.put(thumbnailKey(pathId, format.name), made);
    return made !== null;
  }

  private async make(pathId: string, format: Format): Promise<Buffer | null> {
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
