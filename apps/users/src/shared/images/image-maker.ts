import { Injectable } from '@nestjs/common';
import { Admission } from '@stoa/lifecycle';
import { isPixelPicture } from '@stoa/storage';
import sharp, { type Sharp } from 'sharp';
import { CORRUPTED, NOT_DECODED, TOO_MANY_PIXELS, badImage } from './image-errors';

/** Formats that are decoded; others, vector graphics above all, are not looked into. */
const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'tiff', 'heif', 'avif']);
/** Of one frame; a small file can unpack to gigabytes. */
const MOST_PIXELS = 90_000_000;
/** Of all frames together. */
const MOST_ANIMATED_PIXELS = 180_000_000;
const LONGEST_SECONDS = 15;
const EMOJI_PIXELS = 64;
const LARGEST_ANIMATED_EMOJI_BYTES = 128 * 1024;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

export interface EmojiImage {
  content: Buffer;
  extension: 'png' | 'gif' | 'webp';
  /** Of one that moves. */
  still: Buffer | null;
}

interface Decodable {
  content: Buffer;
  format: string;
  frames: number;
}

/**
 * Makes the images that are stored out of uploaded ones. Decoding runs in threads outside the event loop, two at a time,
 * under limits of pixels and time.
 */
@Injectable()
export class ImageMaker {
  private readonly admission = new Admission({ concurrent: 2, longestWaitMs: 8_000 });

  /** A square PNG per width, cut from the middle. @throws DomainError BAD_IMAGE */
  squares(content: Buffer, widths: readonly number[]): Promise<Buffer[]> {
    return this.make(content, (image) =>
      Promise.all(
        widths.map((width) =>
          still(image)
            .resize(width, width, { fit: 'cover', position: 'centre' })
            .png()
            .timeout({ seconds: LONGEST_SECONDS })
            .toBuffer(),
        ),
      ),
    );
  }

  /** A PNG of each drawing of our own: unlike what users upload, they are not inspected. */
  drawn(drawings: readonly Buffer[]): Promise<Buffer[]> {
    return this.admission.run(() =>
      Promise.all(drawings.map((svg) => sharp(svg).png().timeout({ seconds: LONGEST_SECONDS }).toBuffer())),
    );
  }

  /** A PNG of at most this size, in the original's proportions. @throws DomainError BAD_IMAGE */
  fitted(content: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
    return this.make(content, (image) =>
      still(image).resize(width, height, { fit: 'inside' }).png().timeout({ seconds: LONGEST_SECONDS }).toBuffer(),
    );
  }

  /** 64 by 64 pixels; what moves keeps moving (organization.md 7). @throws DomainError BAD_IMAGE */
  emoji(content: Buffer): Promise<EmojiImage> {
    return this.make(content, async (image) => {
      const box = { fit: 'contain' as const, background: TRANSPARENT };
      const picture = await still(image)
        .ensureAlpha()
        .resize(EMOJI_PIXELS, EMOJI_PIXELS, box)
        .png()
        .timeout({ seconds: LONGEST_SECONDS })
        .toBuffer();
      if (image.frames === 1) return { content: picture, extension: 'png', still: null };
      const moving = sharp(image.content, { animated: true, limitInputPixels: MOST_ANIMATED_PIXELS })
        .ensureAlpha()
        .resize(EMOJI_PIXELS, EMOJI_PIXELS, box);
      const extension = image.format === 'gif' ? 'gif' : 'webp';
      const encoded = extension === 'gif' ? moving.gif() : moving.webp();
      const animated = await encoded.timeout({ seconds: LONGEST_SECONDS }).toBuffer();
      if (animated.length > LARGEST_ANIMATED_EMOJI_BYTES) throw badImage('Image size exceeds limit');
      return { content: animated, extension, still: picture };
    });
  }

  private make<T>(content: Buffer, work: (image: Decodable) => Promise<T>): Promise<T> {
    return this.admission.run(async () => {
      const image = await inspected(content);
      try {
        return await work(image);
      } catch (error) {
        if (error instanceof Error && error.message.includes('pixel limit')) throw badImage(TOO_MANY_PIXELS);
        if (error instanceof Error && error.name === 'DomainError') throw error;
        throw badImage(CORRUPTED);
      }
    });
  }
}

/** Reads the header only. */
async function inspected(content: Buffer): Promise<Decodable> {
  if (!isPixelPicture(content)) throw badImage(NOT_DECODED);
  const facts = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  const { format, width = 0, height = 0, pages = 1, pageHeight } = facts ?? {};
  if (!format || !FORMATS.has(format) || width * height === 0) throw badImage(NOT_DECODED);
  const onePage = width * (pageHeight ?? height);
  if (onePage > MOST_PIXELS || onePage * pages > MOST_ANIMATED_PIXELS) throw badImage(TOO_MANY_PIXELS);
  return { content, format, frames: format === 'gif' || format === 'webp' ? pages : 1 };
}

function still({ content }: Decodable): Sharp {
  return sharp(content, { pages: 1, limitInputPixels: MOST_PIXELS }).autoOrient();
}
