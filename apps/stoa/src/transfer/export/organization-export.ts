import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SERVICE_VERSION } from '@stoa/contracts/server';
import { Database, SnapshotReader } from '@stoa/database';
import type { FileStore } from '@stoa/storage';
import { OrganizationRow } from '../../administration/administration.repository';
import { FORMAT_NAME, FORMAT_VERSION, MANIFEST_FILE } from '../archive/layout';
import { Manifest, newArchiveId, writeManifest } from '../archive/manifest';
import { RecordWriter } from '../archive/record-writer';
import { ARCHIVE_TABLES, FILES, READ_STATE } from '../archive/tables';
import { RefusedError } from '../../base/command-line/failures';
import { ProgressReport } from '../../base/command-line/progress';
import { ExportRepository, systemBotNames } from './export.repository';
import { FileExport } from './file-export';

/** Lies in a folder while an export writes into it: what is there may be thrown away. */
const UNFINISHED_FILE = 'unfinished';
const COUNTED = 10_000;

export interface ExportInput {
  organization: OrganizationRow;
  /** Address of the organization. */
  url: string;
  folder: string;
  onProgress(report: ProgressReport): void;
}

/**
 * Writes an organization into a folder, one record at a time: all rows as of one moment, then the files. The manifest comes
 * last, so a folder without it is no archive.
 */
export class OrganizationExport {
  constructor(
    private readonly database: Database,
    private readonly files: FileStore,
  ) {}

  /** @returns the manifest, and files that rows name and the store does not have. @throws RefusedError */
  async run(input: ExportInput): Promise<{ manifest: Manifest; missing: string[] }> {
    const { folder, organization, url } = input;
    prepareFolder(folder);
    const madeAt = new Date().toISOString();
    const bots = await systemBotNames(this.database);
    const tables = await this.database.snapshotReadOnce((reader) => this.writeTables(reader, input));
    const copying = new FileExport(this.files, folder, organization.id, ({ count }) =>
      input.onProgress({ stage: 'files', done: 0, total: 1, detail: `${count} files` }),
    );
    const { files, table } = await copying.run();
    tables[FILES] = table;
    const manifest: Manifest = {
      format: FORMAT_NAME,
      version: FORMAT_VERSION,
      id: newArchiveId(),
      made_at: madeAt,
      made_by: `stoa ${SERVICE_VERSION}`,
      source: 'stoa',
      organization: { subdomain: organization.subdomain, name: organization.name, url, id: organization.id },
      system_bots: bots,
      tables,
      files: { count: files.count, bytes: files.bytes },
    };
    writeManifest(folder, manifest);
    rmSync(path.join(folder, UNFINISHED_FILE));
    input.onProgress({ stage: 'files', done: 1, total: 1, detail: `${files.count} files` });
    return { manifest, missing: files.missing };
  }

  private async writeTables(
    reader: SnapshotReader,
    { folder, organization, onProgress }: ExportInput,
  ): Promise<Manifest['tables']> {
    const repository = new ExportRepository(reader, organization.id);
    let total = 0;
    for (const table of ARCHIVE_TABLES) total += await repository.count(table);
    let done = 0;
    const written: Manifest['tables'] = {};
    const sources: [string, AsyncGenerator<string[]>][] = ARCHIVE_TABLES.map((table) => [
      table.name,
      repository.records(table),
    ]);
    for (const [name, records] of [...sources, [READ_STATE, repository.readStates()] as const]) {
      const writer = new RecordWriter(folder, name);
      for await (const texts of records) {
        for (const text of texts) await writer.writeText(text);
        if (name !== READ_STATE) done += texts.length;
        if (done % COUNTED < texts.length) onProgress({ stage: 'exporting', done, total, detail: name });
      }
      written[name] = await writer.close();
    }
    onProgress({ stage: 'exporting', done: total, total });
    return written;
  }
}

/** An empty folder, or what an export that was broken off has left. @throws RefusedError */
function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (existsSync(path.join(folder, MANIFEST_FILE))) throw new RefusedError(`${folder} already contains an archive`);
  const marker = path.join(folder, UNFINISHED_FILE);
  if (existsSync(marker)) {
    for (const name of ['tables', 'files']) rmSync(path.join(folder, name), { recursive: true, force: true });
    return;
  }
  if (readdirSync(folder).length > 0) throw new RefusedError(`${folder} is not empty`);
  writeFileSync(marker, 'An export writes into this folder, or was broken off.\n');
}
