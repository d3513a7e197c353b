import { crc32 } from 'node:zlib';
import type { ComposedBody } from '../http/composed-answer';
import { CompressionLevel, SharedBytes, deflateRun } from './shared-bytes';

/** A piece of a body: bytes that are shared, or bytes of this answer only. */
export type Piece = SharedBytes | Buffer;

export function bytesOf(piece: Piece): Buffer {
  return isShared(piece) ? piece.bytes : piece;
}

/** Bodies below this are sent as they are, in bytes. */
const SHORTEST_COMPRESSED_BODY = 2_048;

/**
 * A body in the form that the client takes.
 * @param acceptEncoding the client's header
 */
export async function composeBody(
  pieces: readonly Piece[],
  acceptEncoding: string | string[] | undefined,
): Promise<ComposedBody> {
  const vary = { vary: 'Accept-Encoding' };
  const length = pieces.reduce((sum, piece) => sum + bytesOf(piece).length, 0);
  if (length < SHORTEST_COMPRESSED_BODY) return { headers: vary, body: Buffer.concat(pieces.map(bytesOf)) };
  const header = Array.isArray(acceptEncoding) ? acceptEncoding.join(',') : acceptEncoding;
  if (!acceptsGzip(header)) return { headers: vary, body: plainBody(pieces) };
  return { headers: { ...vary, 'content-encoding': 'gzip' }, body: await gzipBody(pieces) };
}

/**
 * Puts the success envelope around the pieces of a JSON object, whose first byte is its opening and whose last one its
 * closing brace.
 */
export function withEnvelope(pieces: readonly Piece[], ignored: readonly string[]): Piece[] {
  const all = [...pieces];
  const first = all[0];
  if (!Buffer.isBuffer(first)) throw new Error('a fragmented answer begins with text of its own');
  all[0] = Buffer.concat([Buffer.from('{"result":"success","msg":"",'), first.subarray(1)]);
  const last = all[all.length - 1];
  if (!Buffer.isBuffer(last)) throw new Error('a fragmented answer ends with text of its own');
  const tail = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}` : '}';
  all[all.length - 1] = Buffer.concat([last.subarray(0, -1), Buffer.from(tail)]);
  return all;
}

/** Pieces from this size on are neither copied nor, if they are shared, compressed with what is around them. */
const SMALLEST_APART_BYTES = 8 * 1024;

/** A body of few buffers: writing each of thousands of small pieces costs more than putting them together. */
export function plainBody(pieces: readonly Piece[]): Buffer[] {
  return joinedPieces(pieces, (piece) => bytesOf(piece).length >= SMALLEST_APART_BYTES).map(bytesOf);
}

/** Neighbours become one, but for those that stay apart. */
function joinedPieces(pieces: readonly Piece[], isApart: (piece: Piece) => boolean): Piece[] {
  const joined: Piece[] = [];
  let run: Buffer[] = [];
  const endRun = (): void => {
    const [first] = run;
    if (first) joined.push(run.length === 1 ? first : Buffer.concat(run));
    run = [];
  };
  for (const piece of pieces) {
    const bytes = bytesOf(piece);
    if (bytes.length === 0) continue;
    if (isApart(piece)) {
      endRun();
      joined.push(piece);
    } else run.push(bytes);
  }
  endRun();
  return joined;
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff]);
/** A last, empty block. */
const END_OF_STREAM = Buffer.from([0x03, 0x00]);
/** Shorter texts cost more to compress than they save. */
const SHORTEST_COMPRESSED = 200;

/**
 * One gzip stream out of pieces of which the shared ones are compressed already: a registration's megabytes cost their
 * checksum, not their compression. Compression runs off the event loop.
 */
export async function gzipBody(all: readonly Piece[]): Promise<Buffer[]> {
  // None is empty: zlib's checksum begins anew at the null pointer that an empty buffer may be.
  const pieces = joinedPieces(all, (piece) => isShared(piece) && piece.bytes.length >= SMALLEST_APART_BYTES);
  const runs = await Promise.all(pieces.map(deflatedPiece));
  const trailer = Buffer.alloc(8);
  let checksum = 0;
  let length = 0;
  for (const piece of pieces) {
    const bytes = bytesOf(piece);
    checksum = crc32(bytes, checksum);
    length += bytes.length;
  }
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [GZIP_HEADER, ...runs, END_OF_STREAM, trailer];
}

async function deflatedPiece(piece: Piece): Promise<Buffer> {
  if (isShared(piece)) return piece.deflated();
  return piece.length < SHORTEST_COMPRESSED ? storedBlock(piece) : deflateRun(piece, CompressionLevel.single);
}

function isShared(piece: Piece): piece is SharedBytes {
  return piece instanceof SharedBytes;
}

/** A DEFLATE block of bytes as they are (RFC 1951 3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const block = Buffer.alloc(5 + bytes.length);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(~bytes.length & 0xffff, 3);
  bytes.copy(block, 5);
  return block;
}

/** Whether a client takes gzip (RFC 9110 12.5.3). */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  for (const part of header.split(',')) {
    const [coding, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    if (coding !== 'gzip' && coding !== '*') continue;
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}
