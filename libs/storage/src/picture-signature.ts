/** Declared types of the pictures that are decoded, to make them smaller. */
export const DECODED_IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
]);

/** How the files of the pictures begin that are decoded: text from the first byte, `null` for any. */
const SIGNATURES: readonly (readonly (number | null)[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50], // WebP
  [null, null, null, null, 0x66, 0x74, 0x79, 0x70], // AVIF, HEIC
  [0x49, 0x49, 0x2a, 0x00], // TIFF
  [0x4d, 0x4d, 0x00, 0x2a],
];

/**
 * Whether bytes begin like a picture made of pixels, whatever their name and declared type say. Nothing else is given to the
 * decoder, which would take vector graphics for pictures too: those are programs in all but name, and may refer to files.
 */
export function isPixelPicture(content: Uint8Array): boolean {
  return SIGNATURES.some((signature) => signature.every((byte, index) => byte === null || content[index] === byte));
}
