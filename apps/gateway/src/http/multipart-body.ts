import { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { DomainError } from '@stoa/errors';
import { RawValues, UploadedFile, fileTooLarge, protocolErrors } from '@stoa/http-params';
import type { FastifyRequest } from 'fastify';
import type { ArrivingFile } from './arriving-file';
import { MultipartPieces } from './multipart-pieces';
import { drainBody } from './unread-body';

/** Three times what the endpoint with most parameters has; each takes some 50 µs of the event loop. */
const MOST_PARTS = 200;
/** Room for the longest file name of a file system, each of its bytes in the longest way of writing it. */
const HEAD_BYTES = 4_096;

interface MultipartOptions {
  /** Largest sum of all fields, in bytes. */
  fieldLimit: number;
  /** Waits until a piece of the body may take the event loop. */
  nextTurn: () => Promise<void>;
}

/**
 * A multipart body, read in two steps: the fields in front of the first file, which may say how the request is to be
 * understood, then, once the request is authorised, the rest with the endpoint's own limit for files.
 */
export class MultipartBody {
  readonly fields: Record<string, string | undefined> = Object.create(null);
  private parts: AsyncIterator<Multipart> | undefined;
  private pendingFile: MultipartFile | undefined;
  private currentFile: Readable | undefined;
  private readonly heldFiles: ArrivingFile[] = [];
  private isRead = false;
  private fieldBytes = 0;

  constructor(
    private readonly request: FastifyRequest,
    private readonly options: MultipartOptions,
  ) {}

  /** @throws DomainError 400 or 413 */
  async readLeadingFields(): Promise<RawValues> {
    for (;;) {
      const part = await this.next();
      if (!part) break;
      if (part.type === 'file') {
        this.pendingFile = part;
        break;
      }
      this.note(part.fieldname, part.value, part.valueTruncated === true);
    }
    return this.fields;
  }

  /**
   * Reads what follows the leading fields, files into memory.
   * @param fileLimit bytes of the largest file that the endpoint takes; 0 = it takes none and files are skipped
   * @throws DomainError 400 or 413
   */
  async readRest(fileLimit: number): Promise<UploadedFile[]> {
    const files: UploadedFile[] = [];
    for (;;) {
      const part = this.pendingFile ?? (await this.next());
      this.pendingFile = undefined;
      if (!part) return files;
      if (part.type === 'field') this.note(part.fieldname, part.value, part.valueTruncated === true);
      else files.push(await this.readFile(part, fileLimit));
    }
  }

  /**
   * Reads the body to its end, because fields behind the files say how the request is to be understood, and holds the
   * files for {@link nextFile}: the first one cut off after that many bytes, of others no more than that they came.
   * @throws DomainError 400 or 413
   */
  async holdFiles(firstFileBytes: number): Promise<void> {
    for (let file = await this.nextArriving(); file; file = await this.nextArriving()) {
      const limit = this.heldFiles.length === 0 ? firstFileBytes : 0;
      this.heldFiles.push({ ...file, content: Readable.from(await beginningOf(file.content, limit)) });
    }
  }

  /** The next file as a stream, for endpoints that take files as they arrive; fields on the way are noted. */
  nextFile(): Promise<ArrivingFile | undefined> {
    const held = this.heldFiles.shift();
    return held ? Promise.resolve(held) : this.nextArriving();
  }

  private async nextArriving(): Promise<ArrivingFile | undefined> {
    for (;;) {
      this.currentFile?.resume();
      const part = this.pendingFile ?? (await this.next());
      this.pendingFile = undefined;
      this.currentFile = undefined;
      if (!part) return undefined;
      if (part.type === 'field') this.note(part.fieldname, part.value, part.valueTruncated === true);
      else {
        this.currentFile = part.file;
        return { fileName: part.filename ?? '', contentType: part.mimetype, content: part.file };
      }
    }
  }

  /** Lets go of what was not read. */
  discard(): { mustClose: boolean } {
    if (this.isRead) return { mustClose: false };
    this.request.raw.unpipe();
    if (drainBody(this.request.raw)) return { mustClose: false };
    this.request.raw.resume();
    return { mustClose: true };
  }

  private async next(): Promise<Multipart | undefined> {
    if (this.isRead) return undefined;
    try {
      this.parts ??= this.open();
      const { done, value } = await this.parts.next();
      if (!done && value) return value;
      this.isRead = true;
      return undefined;
    } catch (error) {
      throw this.readable(error);
    }
  }

  private open(): AsyncIterator<Multipart> {
    const { raw, headers } = this.request;
    const { fieldLimit, nextTurn } = this.options;
    const pieces = new MultipartPieces(headers['content-type'] ?? '', { parts: MOST_PARTS, nextTurn });
    raw.once('error', (error) => pieces.destroy(error));
    raw.once('close', () => raw.readableEnded || pieces.destroy(new Error('The connection ended within the body')));
    raw.pipe(pieces);
    // The plugin reads the request's stream itself: it is given one that has the pieces instead.
    const request: FastifyRequest = Object.create(this.request, {
      raw: { value: Object.assign(pieces, { headers }) },
    });
    return request.parts({
      limits: { parts: MOST_PARTS, headerSize: HEAD_BYTES, fieldSize: fieldLimit, fileSize: Number.MAX_SAFE_INTEGER },
    });
  }

  private note(name: string, value: unknown, isTruncated: boolean): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    this.fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(text);
    if (isTruncated || this.fieldBytes > this.options.fieldLimit)
      throw protocolErrors.bodyTooLarge(this.options.fieldLimit);
    this.fields[name] = text;
  }

  private async readFile(part: MultipartFile, fileLimit: number): Promise<UploadedFile> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const limit = fileLimit === 0 ? this.options.fieldLimit : fileLimit;
    for await (const chunk of part.file) {
      bytes += chunk.length;
      if (bytes > limit) throw fileLimit === 0 ? protocolErrors.bodyTooLarge(limit) : fileTooLarge(limit);
      if (fileLimit > 0) chunks.push(chunk);
    }
    return {
      fieldName: part.fieldname,
      fileName: part.filename,
      contentType: part.mimetype,
      content: Buffer.concat(chunks),
    };
  }

  private readable(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof DomainError) return error;
    return protocolErrors.malformedBody('it is not valid multipart/form-data');
  }
}

/** The first bytes of a stream that is read to its end, in pieces as they came. */
async function beginningOf(content: Readable, bytes: number): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let missing = bytes;
  for await (const chunk of content) {
    if (missing <= 0 || !Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk.subarray(0, missing));
    missing -= chunk.length;
  }
  return chunks;
}
