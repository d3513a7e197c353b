import path from 'node:path';

/** Names inside an archive's folder (docs/use/import.md). */
export const MANIFEST_FILE = 'organization.json';
const TABLES_FOLDER = 'tables';
const FILES_FOLDER = 'files';

export const FORMAT_NAME = 'stoa-organization';
/** Raised when an older tool could not read what this one writes. */
export const FORMAT_VERSION = 1;

export function tableFile(folder: string, table: string): string {
  return path.join(folder, TABLES_FOLDER, `${table}.ndjson`);
}

/** For problems: where a record is, as people look it up. */
export function recordPlace(table: string, line: number): string {
  return `${TABLES_FOLDER}/${table}.ndjson:${line}`;
}

/** @param key has been checked with `isKey` of libs/storage, so it cannot lead elsewhere */
export function storedFile(folder: string, key: string): string {
  return path.join(folder, FILES_FOLDER, ...key.split('/'));
}
