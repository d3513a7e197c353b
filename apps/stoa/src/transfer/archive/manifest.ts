import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { BadDataError } from '../../base/command-line/failures';
import { FORMAT_NAME, FORMAT_VERSION, MANIFEST_FILE } from './layout';

const Count = Type.Integer({ minimum: 0 });

/** What an archive says of itself. Written last: an archive without it is not complete. */
export const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT_NAME),
  version: Type.Integer({ minimum: 1 }),
  /** Says whether two archives are the same. */
  id: Type.String({ minLength: 1, maxLength: 200 }),
  made_at: Type.String(),
  made_by: Type.String(),
  source: Type.Union([Type.Literal('stoa'), Type.Literal('zulip'), Type.Literal('slack')]),
  organization: Type.Object({
    subdomain: Type.String(),
    name: Type.String(),
    /** Address of the organization where it was; links to it are made links to the new one. */
    url: Type.Union([Type.String(), Type.Null()]),
    /** Id there: addresses of uploads begin with it. */
    id: Type.Integer(),
  }),
  /** Accounts that belong to the installation, by id: the first part of their address. */
  system_bots: Type.Record(Type.String({ pattern: '^\\d+$' }), Type.String()),
  /** Lines and bytes of each table's file. */
  tables: Type.Record(Type.String(), Type.Object({ lines: Count, bytes: Count })),
  files: Type.Object({ count: Count, bytes: Count }),
});
export type Manifest = Static<typeof ManifestSchema>;

export function newArchiveId(): string {
  return randomUUID();
}

/** @throws BadDataError */
export function readManifest(folder: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path.join(folder, MANIFEST_FILE), 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read: the folder is no complete archive';
    throw new BadDataError(`${MANIFEST_FILE}: ${reason}`);
  }
  if (!Value.Check(ManifestSchema, value)) {
    const [first] = Value.Errors(ManifestSchema, value);
    throw new BadDataError(`${MANIFEST_FILE}: ${first?.path ?? ''} ${first?.message ?? 'is not valid'}`);
  }
  if (value.version > FORMAT_VERSION) {
    throw new BadDataError(`${MANIFEST_FILE}: version ${value.version} needs a newer release of this tool`);
  }
  return value;
}

/** Appears at once and whole. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const target = path.join(folder, MANIFEST_FILE);
  writeFileSync(`${target}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(`${target}.new`, target);
}
