import { DECODED_IMAGE_TYPES } from '@stoa/storage';

const BY_EXTENSION: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  flac: 'audio/flac',
  gif: 'image/gif',
  heic: 'image/heic',
  htm: 'text/html',
  html: 'text/html',
  jpe: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'text/xml',
  zip: 'application/zip',
};

/** Types that a browser may show in the page: nothing among them runs scripts. */
const INLINE: ReadonlySet<string> = new Set([
  'application/pdf',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/vnd.wave',
  'audio/wav',
  'audio/webm',
  'audio/x-wav',
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/webm',
]);

const UNKNOWN = 'application/octet-stream';

/** The type of a file as it was declared or, where that says nothing, by its extension; null if nobody knows. */
export function contentTypeOf(declared: string | undefined, fileName: string): string | null {
  const given = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(given) && given.length <= 100 && given !== UNKNOWN) return given;
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? null;
}

/** Whether thumbnails are made of an image (markdown.md 9.2). */
export function isThumbnailed(contentType: string | null): boolean {
  return contentType !== null && DECODED_IMAGE_TYPES.has(contentType);
}

/** A browser must not run what somebody uploaded, whatever it takes it for. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; object-src 'self'";

/**
 * Headers under which an upload is sent: only harmless types in the page, everything else as a download.
 * @param isDownload asked for as a download
 */
export function fileHeaders(contentType: string | null, fileName: string, isDownload: boolean): Record<string, string> {
  const type = contentType ?? UNKNOWN;
  const isInline = !isDownload && INLINE.has(type);
  // A sandbox would keep browsers from showing PDF files at all.
  const policy = type === 'application/pdf' ? POLICY : `${POLICY}; sandbox`;
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', fileName),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** RFC 6266: the name in ASCII for old clients, in UTF-8 for the others. */
function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
