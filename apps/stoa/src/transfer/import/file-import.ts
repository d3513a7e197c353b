import { createReadStream } from 'node:fs';
import type { FileStore } from '@stoa/storage';
import { storedFile } from '../archive/layout';
import { MeasuringStream } from '../archive/measured';
import { BadDataError } from '../../base/command-line/failures';
import type { FileRecord } from './archive-scan';

/** Where a file of an archive is in the store of the organization that is imported. */
function keyInRealm(path: string, realmId: number): string {
  return path.replace('/realm/', `/${realmId}/`);
}

/**
 * Copies one file into the store; the same again changes nothing.
 * @throws BadDataError if it is not there, or not what the archive says; nothing of it stays then
 */
export async function importFile(store: FileStore, folder: string, record: FileRecord, realmId: number): Promise<void> {
  const key = keyInRealm(record.path, realmId);
  const measuring = new MeasuringStream(({ size, sha256 }) => {
    if (size === record.size && sha256 === record.sha256) return;
    throw new BadDataError(`files/${record.path}: is not the file that was exported`);
  });
  const source = createReadStream(storedFile(folder, record.path));
  source.on('error', (error) => {
    measuring.destroy(new BadDataError(`files/${record.path}: cannot be read (${error.message})`));
  });
  await store.put(key, source.pipe(measuring));
}
