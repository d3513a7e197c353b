import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Database, SnapshotReader } from '@stoa/database';
import { FileStore, publicImageKey, uploadKey } from '@stoa/storage';
import { Pack, pack as createPack } from 'tar-stream';
import { ExportDataRepository, ExportScope, ExportedEmoji, ExportedFile } from './export-data.repository';
import { OpenExport } from './exports.repository';

const MESSAGES_A_FILE = 1_000;

/** Files that the archive takes over from the store. */
interface Attached {
  files: ExportedFile[];
  emoji: ExportedEmoji[];
}

/**
 * Writes an export: a compressed archive of JSON files and uploads, made while it is stored, so that its size does not
 * matter here. All data come from one snapshot.
 */
@Injectable()
export class ArchiveWriter {
  constructor(
    private readonly database: Database,
    private readonly data: ExportDataRepository,
    private readonly files: FileStore,
  ) {}

  /** @throws Error if it is aborted, or cannot be read or stored; then there is no archive */
  async write({ realmId, exportType, exportPath }: OpenExport, signal: AbortSignal): Promise<void> {
    const archive = createPack();
    const compressed = createGzip();
    const stored = this.files.put(exportPath, compressed);
    const stop = (reason: unknown): void => {
      archive.destroy(reason instanceof Error ? reason : new Error('the export was given up'));
    };
    const abort = (): void => stop(signal.reason);
    signal.addEventListener('abort', abort);
    const piped = pipeline(archive, compressed);
    // Both are awaited below; a failure of either must end the one that is still filling the archive.
    piped.catch(() => undefined);
    stored.catch(stop);
    try {
      await this.fill(archive, { realmId, exportType });
      archive.finalize();
      await Promise.all([piped, stored]);
    } catch (error) {
      stop(error);
      await Promise.allSettled([piped, stored]);
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  private async fill(archive: Pack, scope: ExportScope): Promise<void> {
    const attached = await this.database.snapshotReadOnce((reader) => this.addData(archive, reader, scope));
    // What is copied from the store needs no snapshot: files do not change, and a missing one was deleted meanwhile.
    for (const { path_id: pathId } of attached.files) {
      await this.copy(archive, uploadKey(pathId), `uploads/${pathId}`);
    }
    for (const { file_name: fileName } of attached.emoji) {
      const key = publicImageKey(`${scope.realmId}/emoji/images/${fileName}`);
      await this.copy(archive, key, `emoji/${fileName}`);
    }
  }

  private async addData(archive: Pack, reader: SnapshotReader, scope: ExportScope): Promise<Attached> {
    await add(archive, 'realm.json', await this.data.organization(reader, scope));
    let number = 0;
    let batch = await this.data.messages(reader, scope, 0, MESSAGES_A_FILE);
    while (batch) {
      number += 1;
      await add(archive, `messages-${String(number).padStart(6, '0')}.json`, batch.data);
      batch = await this.data.messages(reader, scope, batch.last, MESSAGES_A_FILE);
    }
    const files = await this.data.files(reader, scope);
    await add(archive, 'attachment.json', JSON.stringify(files));
    return { files, emoji: await this.data.emoji(reader, scope) };
  }

  private async copy(archive: Pack, key: string, name: string): Promise<void> {
    const file = await this.files.open(key);
    if (!file) return;
    const [entry, isWritten] = entryOf(archive, name, file.size);
    await Promise.all([pipeline(file.content, entry), isWritten]);
  }
}

async function add(archive: Pack, name: string, text: string): Promise<void> {
  const content = Buffer.from(text);
  const [entry, isWritten] = entryOf(archive, name, content.length);
  entry.end(content);
  await isWritten;
}

/** A file of the archive to write into, and the promise that all of it has been taken. */
function entryOf(archive: Pack, name: string, size: number): [NodeJS.WritableStream, Promise<void>] {
  if (archive.destroyed) throw new Error('the export was given up');
  let settle: (error?: Error | null) => void = () => undefined;
  const isWritten = new Promise<void>((done, fail) => {
    settle = (error) => (error ? fail(error) : done());
  });
  const entry = archive.entry({ name, size, mode: 0o600 }, (error) => settle(error));
  return [entry, isWritten];
}
