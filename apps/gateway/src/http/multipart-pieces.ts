import { Transform, type TransformCallback } from 'node:stream';
import { protocolErrors } from '@stoa/http-params';

/** A parameter `boundary` that every reader of the header understands alike (RFC 2046, 5.1.1: 70 characters). */
const BOUNDARY = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"\\]{1,70}))\s*(?:;|$)/i;
/** What some reader may take for the name of that parameter. Browsers have the word in its value: `----WebKitFormBoundary…`. */
const NAME = /(?<![\w=-])boundary/gi;

interface Limits {
  /** Parts of the body. */
  parts: number;
  /** Waits until the next piece may take the event loop. */
  nextTurn: () => Promise<void>;
}

/** @throws DomainError 400 unless there is one boundary */
function boundaryOf(contentType: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || contentType.match(NAME)?.length !== 1) {
    throw protocolErrors.malformedBody('its Content-Type has no boundary of 1 to 70 characters, or more than one');
  }
  return boundary;
}

/**
 * A multipart body on its way to the parser, a piece per turn of the event loop. Delimiters are counted before the parser sees
 * them: each costs it some 50 µs, its own limit is only looked at between pieces, and a piece has room for 13,000.
 */
export class MultipartPieces extends Transform {
  private readonly delimiter: Buffer;
  /** What may be the beginning of a delimiter that ends in the next piece; the first one needs no line before it. */
  private tail: Buffer = Buffer.from('\r\n');
  private delimiters = 0;

  /** @throws DomainError 400 for a Content-Type without a boundary */
  constructor(
    contentType: string,
    private readonly limits: Limits,
  ) {
    super();
    this.delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`, 'latin1');
  }

  /** Fails with DomainError 413 when there are more parts than the limit. */
  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.count(piece);
    // The last delimiter closes the last part.
    if (this.delimiters > this.limits.parts + 1) return done(protocolErrors.tooManyParts(this.limits.parts));
    this.limits.nextTurn().then(() => done(null, piece), done);
  }

  private count(piece: Buffer): void {
    const longest = this.delimiter.length - 1;
    const seam = Buffer.concat([this.tail, piece.subarray(0, longest)]);
    this.delimiters += this.countIn(seam) + this.countIn(piece);
    this.tail = piece.length >= longest ? piece.subarray(piece.length - longest) : seam.subarray(-longest);
  }

  private countIn(bytes: Buffer): number {
    let count = 0;
    for (let at = bytes.indexOf(this.delimiter); at >= 0; at = bytes.indexOf(this.delimiter, at + 1)) count++;
    return count;
  }
}
