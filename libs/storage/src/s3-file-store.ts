import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CompletedPart,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ByteRange, FileStore, OpenedFile, StoredFile, assertKey } from './file-store';

export interface S3Options {
  bucket: string;
  region: string;
  /** Of a store that is not AWS; its paths name the bucket. */
  endpoint?: string;
  /** Absent: where the SDK finds them. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** The protocol's least size of a part is 5 MiB; a put holds one part in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const MOST_DELETED_AT_ONCE = 1000;

/** Files in a bucket of a store that speaks the S3 protocol. */
export class S3FileStore extends FileStore {
  private readonly client: S3Client;

  constructor(private readonly options: S3Options) {
    super();
    this.client = new S3Client({
      region: options.region,
      ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
      ...(options.credentials ? { credentials: options.credentials } : {}),
      // Stores other than AWS do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, content: Readable | Uint8Array): Promise<number> {
    assertKey(key);
    const parts = partsOf(content instanceof Uint8Array ? Readable.from([content]) : content);
    const first = await parts.next();
    const head = first.done ? Buffer.alloc(0) : first.value;
    const second = await parts.next();
    if (!second.done) return this.putInParts(key, [head, second.value], parts);
    await this.client.send(new PutObjectCommand({ Bucket: this.options.bucket, Key: key, Body: head }));
    return head.length;
  }

  async open(key: string, range?: ByteRange): Promise<OpenedFile | null> {
    assertKey(key);
    const Range = range ? `bytes=${range.first}-${range.last}` : undefined;
    const found = await orNull(
      this.client.send(new GetObjectCommand({ Bucket: this.options.bucket, Key: key, Range })),
    );
    if (!found) return null;
    if (!(found.Body instanceof Readable)) throw new Error('the store answered without content');
    const total = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
    return { size: total === undefined ? (found.ContentLength ?? 0) : Number(total), content: found.Body };
  }

  async stat(key: string): Promise<StoredFile | null> {
    assertKey(key);
    const found = await orNull(this.client.send(new HeadObjectCommand({ Bucket: this.options.bucket, Key: key })));
    return found && { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
  }

  async copy(from: string, to: string): Promise<void> {
    assertKey(from);
    assertKey(to);
    const source = [this.options.bucket, ...from.split('/')].map(encodeURIComponent).join('/');
    await this.client.send(new CopyObjectCommand({ Bucket: this.options.bucket, Key: to, CopySource: source }));
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertKey(key);
    for (let start = 0; start < keys.length; start += MOST_DELETED_AT_ONCE) {
      const Objects = keys.slice(start, start + MOST_DELETED_AT_ONCE).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: this.options.bucket, Delete: { Objects, Quiet: true } });
      const { Errors } = await this.client.send(command);
      if (Errors?.length) throw new Error(`${Errors.length} files could not be deleted: ${Errors[0]?.Code ?? ''}`);
    }
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    let ContinuationToken: string | undefined;
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({ Bucket: this.options.bucket, Prefix: prefix, ContinuationToken }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async sweep(olderThanMs: number): Promise<void> {
    const { bucket } = this.options;
    const { Uploads } = await this.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    for (const { Key, UploadId, Initiated } of Uploads ?? []) {
      if (Initiated && Date.now() - Initiated.getTime() > olderThanMs) {
        await this.client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
    }
  }

  private async putInParts(key: string, begun: Buffer[], rest: AsyncIterable<Buffer>): Promise<number> {
    const target = { Bucket: this.options.bucket, Key: key };
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(target));
    try {
      const done: CompletedPart[] = [];
      let bytes = 0;
      const send = async (Body: Buffer): Promise<void> => {
        const PartNumber = done.length + 1;
        const { ETag } = await this.client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
        done.push({ ETag, PartNumber });
        bytes += Body.length;
      };
      for (const part of begun) await send(part);
      for await (const part of rest) await send(part);
      const MultipartUpload = { Parts: done };
      await this.client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
      return bytes;
    } catch (error) {
      // What a failed abort leaves is swept later.
      await this.client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
      throw error;
    }
  }
}

/** The content in pieces of {@link PART_BYTES}, the last one smaller. */
async function* partsOf(content: Readable): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    let rest = Buffer.from(chunk);
    while (bytes + rest.length >= PART_BYTES) {
      const taken = rest.subarray(0, PART_BYTES - bytes);
      yield Buffer.concat([...chunks, taken]);
      rest = rest.subarray(taken.length);
      chunks = [];
      bytes = 0;
    }
    if (rest.length > 0) chunks.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
}
