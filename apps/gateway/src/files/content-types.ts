import { DECODED_IMAGE_TYPES } from '@stoa/storage';

const BY_EXTENSION: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  bmp: 'image/bmp',
  css: 'text/css',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  heic: 'image/heic',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpe: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
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
/** What a part of a form is without a statement (RFC 7578, 4.4): the parser does not tell it from one that says so. */
const UNDECLARED = 'text/plain';

/**
 * The type of a file as it was declared or, where that says nothing, by its extension; null if nobody knows. Many
 * clients declare none, or one for everything, so plain text is believed only of names that say nothing else.
 */
export function contentTypeOf(declared: string | undefined, fileName: string): string | null {
  const given = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isType = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(given) && given.length <= 100 && given !== UNKNOWN;
  if (isType && given !== UNDECLARED) return given;
  return typeOfName(fileName) ?? (isType ? given : null);
}

function typeOfName(fileName: string): string | undefined {
  return BY_EXTENSION[/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''];
}

/** The same where only an image is wanted: null, and the content decides, where nothing but the default says text. */
export function imageTypeOf(declared: string | undefined, fileName: string): string | null {
  const type = contentTypeOf(declared, fileName);
  return type === UNDECLARED && typeOfName(fileName) === undefined ? null : type;
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
