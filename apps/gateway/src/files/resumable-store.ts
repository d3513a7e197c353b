import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FileStore, RESUMABLE_PREFIX } from '@stoa/storage';
import { asFarAsItCame } from './limited-stream';

/** What was said when the upload began. */
export interface ResumableUpload {
  id: string;
  userId: number;
  /** Bytes of the whole file. */
  length: number;
  fileName: string;
  contentType: string | undefined;
  /** As sent, to be given back. */
  metadata: string;
}

interface Part {
  key: string;
  start: number;
  size: number;
}

/** Nobody can guess it. */
export function newUploadId(): string {
  return randomBytes(20).toString('hex');
}

/** Uploads that arrive in pieces, kept in the file store: any replica takes the next piece. */
@Injectable()
export class ResumableStore {
  constructor(private readonly files: FileStore) {}

  async create(upload: ResumableUpload): Promise<void> {
    await this.files.put(infoKey(upload.id), Buffer.from(JSON.stringify(upload)));
  }

  /** @returns null if there is none, or it is another user's */
  async find(id: string, userId: number): Promise<ResumableUpload | null> {
    if (!/^[0-9a-f]{40}$/.test(id)) return null;
    const text = await this.files.read(infoKey(id));
    if (!text) return null;
    const upload: ResumableUpload = JSON.parse(text.toString());
    return upload.userId === userId ? upload : null;
  }

  /** Bytes that have arrived without a gap. */
  async offset(id: string): Promise<number> {
    return endOf(await this.parts(id));
  }

  /**
   * Keeps a piece as far as it comes. Of pieces that were sent at once, what does not fit together goes, so that an upload
   * keeps no more bytes than it said.
   * @returns the offset after it
   */
  async append(id: string, start: number, content: Readable): Promise<number> {
    await this.files.put(partKey(id, start), Readable.from(asFarAsItCame(content)));
    const stored = await this.stored(id);
    const parts = fitting(stored);
    const rest = stored.filter((part) => !parts.includes(part));
    if (rest.length > 0) await this.files.delete(rest.map(({ key }) => key));
    return endOf(parts);
  }

  /** The whole content, piece after piece. */
  content(id: string): Readable {
    const read = async function* (store: ResumableStore) {
      for (const { key } of await store.parts(id)) {
        const part = await store.files.open(key);
        if (!part) throw new Error('a piece of an upload is gone');
        yield* part.content;
      }
    };
    return Readable.from(read(this), { objectMode: false });
  }

  async remove(id: string): Promise<void> {
    const keys = (await this.stored(id)).map(({ key }) => key);
    await this.files.delete([infoKey(id), ...keys]);
  }

  private async parts(id: string): Promise<Part[]> {
    return fitting(await this.stored(id));
  }

  private async stored(id: string): Promise<Part[]> {
    const parts: Part[] = [];
    for await (const { key, size } of this.files.list(`${folder(id)}parts/`)) {
      parts.push({ key, size, start: Number(key.slice(key.lastIndexOf('/') + 1)) });
    }
    return parts.sort((a, b) => a.start - b.start);
  }
}

/** Pieces from the beginning to the first gap. @param stored in order */
function fitting(stored: readonly Part[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const part of stored) {
    if (part.start !== end || part.size === 0) continue;
    parts.push(part);
    end += part.size;
  }
  return parts;
}

function endOf(parts: readonly Part[]): number {
  const last = parts.at(-1);
  return last ? last.start + last.size : 0;
}

function folder(id: string): string {
  return `${RESUMABLE_PREFIX}${id}/`;
}

function infoKey(id: string): string {
  return `${folder(id)}info.json`;
}

function partKey(id: string, start: number): string {
  return `${folder(id)}parts/${String(start).padStart(16, '0')}`;
}
