import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** How a file of the build is sent, the smallest first. The build has compressed it. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** One file of the web client, with its compressed forms. */
export interface WebFile {
  contentType: string;
  etag: string;
  plain: Buffer;
  encoded: ReadonlyMap<string, Buffer>;
}

/** A form of a file, as a client takes it. */
export interface WebContent {
  /** Undefined: as it is. */
  encoding: string | undefined;
  body: Buffer;
}

/**
 * Reads the build of the web client, a few megabytes, once: nothing that a request names ever becomes a path of the disk.
 * @returns files by their path below the folder; none where the folder has no index.html
 */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  if (!existsSync(path.join(folder, 'index.html'))) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  const originals = names.filter((name) => !ENCODINGS.some(([, suffix]) => name.endsWith(suffix)));
  return new Map(originals.map((name) => [name, readWebFile(path.join(folder, name))]));
}

function readWebFile(file: string): WebFile {
  const plain = readFileSync(file);
  const encoded = ENCODINGS.flatMap(([encoding, suffix]): [string, Buffer][] =>
    existsSync(file + suffix) ? [[encoding, readFileSync(file + suffix)]] : [],
  );
  return {
    contentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    plain,
    encoded: new Map(encoded),
  };
}

function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** A file of the client with another text: its compressed forms are of the old one. */
export function withText(file: WebFile, text: string): WebFile {
  const plain = Buffer.from(text);
  return { ...file, etag: etagOf(plain), plain, encoded: new Map() };
}

/** @param acceptEncoding the request's header */
export function contentFor({ plain, encoded }: WebFile, acceptEncoding: string | undefined): WebContent {
  for (const [encoding, body] of encoded) if (accepts(acceptEncoding, encoding)) return { encoding, body };
  return { encoding: undefined, body: plain };
}

/** Whether the header names the encoding, and not only to refuse it. */
function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
