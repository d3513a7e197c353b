import sharp from 'sharp';

/** Of one frame; a small file can unpack to gigabytes. */
const MOST_PIXELS = 90_000_000;
const LONGEST_SECONDS = 15;
const KNOWN_TYPES = /^image\/(png|jpeg|gif|webp|tiff|avif)$/;
const LIMITS = { limitInputPixels: MOST_PIXELS, failOn: 'error' as const };

/** Size of an uploaded image as the service stores it; null for what is none that it decodes. */
export async function imageMetadata(
  file: string,
  contentType: string | null,
): Promise<{ width: number; height: number; animated: boolean } | null> {
  if (contentType === null || !KNOWN_TYPES.test(contentType)) return null;
  try {
    const { width, height, pages = 1, autoOrient } = await sharp(file, LIMITS).metadata();
    return { width: autoOrient.width ?? width, height: autoOrient.height ?? height, animated: pages > 1 };
  } catch {
    return null;
  }
}

/** A square PNG, cut from the middle. @returns null if the file is no image that is decoded */
export async function squareImage(file: string, pixels: number): Promise<Buffer | null> {
  try {
    return await sharp(file, LIMITS)
      .autoOrient()
      .resize(pixels, pixels, { fit: 'cover', position: 'centre' })
      .png()
      .timeout({ seconds: LONGEST_SECONDS })
      .toBuffer();
  } catch {
    return null;
  }
}
