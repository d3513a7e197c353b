import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore, thumbnailKeys, uploadKey } from '@stoa/storage';
import { storedFile, tableFile } from '../archive/layout';
import { MeasuringStream } from '../archive/measured';
import { readLines } from '../archive/record-reader';
import { RecordWriter } from '../archive/record-writer';
import { FILES } from '../archive/tables';
import { archivedKey } from './archive-keys';

const AT_ONCE = 4;

export interface ExportedFiles {
  count: number;
  bytes: number;
  /** Keys that rows name and the store does not have. */
  missing: string[];
}

/** Copies an organization's files out of the store into an archive, and lists them in its table of files. */
export class FileExport {
  private readonly result: ExportedFiles = { count: 0, bytes: 0, missing: [] };

  constructor(
    private readonly store: FileStore,
    private readonly folder: string,
    private readonly realmId: number,
    private readonly onCopied: (result: ExportedFiles) => void,
  ) {}

  async run(): Promise<{ files: ExportedFiles; table: { lines: number; bytes: number } }> {
    const writer = new RecordWriter(this.folder, FILES);
    let waiting: { key: string; isNeeded: boolean }[] = [];
    for await (const item of this.keys()) {
      waiting.push(item);
      if (waiting.length < AT_ONCE) continue;
      await this.copyAll(waiting, writer);
      waiting = [];
    }
    await this.copyAll(waiting, writer);
    return { files: this.result, table: await writer.close() };
  }

  /** Uploads that have a row, their thumbnails, and everything public: avatars, emoji, icons and logos. */
  private async *keys(): AsyncGenerator<{ key: string; isNeeded: boolean }> {
    for await (const { text } of readLines(tableFile(this.folder, 'attachment'))) {
      const { path_id: pathId }: { path_id: string } = JSON.parse(text);
      yield { key: uploadKey(pathId), isNeeded: true };
      for (const key of thumbnailKeys(pathId)) yield { key, isNeeded: false };
    }
    for await (const { key } of this.store.list(`avatars/${this.realmId}/`)) yield { key, isNeeded: true };
  }

  private async copyAll(items: readonly { key: string; isNeeded: boolean }[], writer: RecordWriter): Promise<void> {
    const copied = await Promise.all(items.map((item) => this.copy(item)));
    for (const record of copied) {
      if (!record) continue;
      await writer.write(record);
      this.result.count += 1;
      this.result.bytes += record.size;
    }
    this.onCopied(this.result);
  }

  private async copy({ key, isNeeded }: { key: string; isNeeded: boolean }) {
    const file = await this.store.open(key);
    if (!file) {
      if (isNeeded) this.result.missing.push(key);
      return undefined;
    }
    const name = archivedKey(key);
    const target = storedFile(this.folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    const measuring = new MeasuringStream();
    await pipeline(file.content, measuring, createWriteStream(target));
    return { path: name, ...measuring.measure };
  }
}
