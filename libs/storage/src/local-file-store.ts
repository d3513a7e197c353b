import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ByteRange, FileStore, OpenedFile, StoredFile, assertKey } from './file-store';

/** Files that are being written; keys cannot name them. */
const PARTIAL = '.partial';

/** Files in a directory. Several processes may use one directory; replicas on several machines need a shared volume. */
export class LocalFileStore extends FileStore {
  private readonly root: string;

  constructor(directory: string) {
    super();
    this.root = path.resolve(directory);
  }

  async put(key: string, content: Readable | Uint8Array): Promise<number> {
    const target = this.pathOf(key);
    const partial = await this.newPartial();
    try {
      const sink = createWriteStream(partial, { flags: 'wx' });
      await pipeline(content instanceof Uint8Array ? Readable.from([content]) : content, sink);
      await flushed(partial);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(partial, target);
      return sink.bytesWritten;
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenedFile | null> {
    const file = await this.stat(key);
    if (!file) return null;
    const part = range ? { start: range.first, end: range.last } : {};
    return { size: file.size, content: createReadStream(this.pathOf(key), part) };
  }

  async stat(key: string): Promise<StoredFile | null> {
    try {
      const found = await stat(this.pathOf(key));
      return found.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const target = this.pathOf(to);
    const partial = await this.newPartial();
    try {
      await copyFile(this.pathOf(from), partial, constants.COPYFILE_EXCL);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => rm(this.pathOf(key), { force: true })));
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    const folder = prefix === '' ? this.root : this.pathOf(prefix.replace(/\/$/, ''));
    for (const entry of await entriesOf(folder)) {
      const key = `${prefix}${entry.name}`;
      if (key === PARTIAL) continue;
      if (entry.isDirectory()) yield* this.list(`${key}/`);
      else {
        const file = await this.stat(key);
        if (file) yield file;
      }
    }
  }

  async sweep(olderThanMs: number): Promise<void> {
    const folder = path.join(this.root, PARTIAL);
    for (const entry of await entriesOf(folder)) {
      const file = path.join(folder, entry.name);
      const found = await stat(file).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(file, { force: true });
    }
  }

  private async newPartial(): Promise<string> {
    const folder = path.join(this.root, PARTIAL);
    await mkdir(folder, { recursive: true });
    return path.join(folder, randomUUID());
  }

  private pathOf(key: string): string {
    assertKey(key);
    return path.join(this.root, ...key.split('/'));
  }
}

/** What is acknowledged must survive a power failure. */
async function flushed(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
