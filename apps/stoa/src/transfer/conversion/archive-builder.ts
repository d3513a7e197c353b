import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SERVICE_VERSION } from '@stoa/contracts/server';
import { isKey } from '@stoa/storage';
import { FORMAT_NAME, FORMAT_VERSION, MANIFEST_FILE, storedFile } from '../archive/layout';
import { Manifest, readManifest, writeManifest } from '../archive/manifest';
import { MeasuringStream } from '../archive/measured';
import { RecordWriter } from '../archive/record-writer';
import { FILES } from '../archive/tables';

const MOST_PROBLEMS = 1_000;

/** Writes what is converted as an archive, and keeps what could not be. */
export class ArchiveBuilder {
  private readonly writers = new Map<string, RecordWriter>();
  private readonly files = { count: 0, bytes: 0 };
  /** What was left out or changed, a line each; the first of them. */
  readonly problems: string[] = [];
  private problemCount = 0;

  constructor(readonly folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** An archive that an earlier run has finished converting. */
  static finished(folder: string, id: string): boolean {
    return existsSync(path.join(folder, MANIFEST_FILE)) && readManifest(folder).id === id;
  }

  add(table: string, record: object): Promise<void> {
    let writer = this.writers.get(table);
    if (!writer) this.writers.set(table, (writer = new RecordWriter(this.folder, table)));
    return writer.write(record);
  }

  problem(place: string, text: string): void {
    this.problemCount += 1;
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(`${place}: ${text}`);
    if (this.problemCount === MOST_PROBLEMS) this.problems.push('… further ones are not listed');
  }

  /** @param key with `realm` in second place. @returns bytes, or null if the name cannot be that of a file */
  async addFile(key: string, content: { file: string } | { bytes: Buffer }): Promise<number | null> {
    if (!isKey(key)) return null;
    const target = storedFile(this.folder, key);
    mkdirSync(path.dirname(target), { recursive: true });
    const source = 'bytes' in content ? Readable.from([content.bytes]) : createReadStream(content.file);
    const measuring = new MeasuringStream();
    await pipeline(source, measuring, createWriteStream(target));
    const { size, sha256 } = measuring.measure;
    await this.add(FILES, { path: key, size, sha256 });
    this.files.count += 1;
    this.files.bytes += size;
    return size;
  }

  async finish(about: Pick<Manifest, 'id' | 'source' | 'organization' | 'system_bots'>): Promise<void> {
    const tables: Manifest['tables'] = {};
    for (const [name, writer] of this.writers) tables[name] = await writer.close();
    writeManifest(this.folder, {
      format: FORMAT_NAME,
      version: FORMAT_VERSION,
      made_at: new Date().toISOString(),
      made_by: `stoa ${SERVICE_VERSION}`,
      ...about,
      tables,
      files: this.files,
    });
  }
}
