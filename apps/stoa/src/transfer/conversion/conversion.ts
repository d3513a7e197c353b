import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { ArchiveBuilder } from './archive-builder';
import { ForeignExport } from './foreign-export';
import { exportFolder } from './unpack';

const PROBLEMS_FILE = 'problems.json';

/** How an export becomes an archive. */
export interface Conversion {
  /** Of the archive's id. */
  kind: 'zulip' | 'slack';
  /** A folder, or a .zip or .tar.gz of one. */
  source: string;
  /** Where it is unpacked and converted; null: a folder for temporary files. */
  work: string | null;
  /** What besides the export decides about the archive. */
  choices: readonly string[];
  convert(source: ForeignExport, folder: string, archiveId: string): Promise<readonly string[]>;
}

/**
 * Converts an export, or finds the archive that an earlier run has made of it. A conversion that was broken off begins anew.
 * @returns the archive's folder, and what was left out or changed
 */
export async function convertedArchive(
  conversion: Conversion,
): Promise<{ folder: string; problems: readonly string[] }> {
  const source = path.resolve(conversion.source);
  const name = createHash('sha256').update(`${conversion.kind} ${source}`).digest('hex').slice(0, 16);
  const work = conversion.work === null ? path.join(os.tmpdir(), `stoa-import-${name}`) : path.resolve(conversion.work);
  mkdirSync(work, { recursive: true });
  const found = new ForeignExport(await exportFolder(source, work));
  const choices = createHash('sha256').update(JSON.stringify(conversion.choices)).digest('hex').slice(0, 8);
  const archiveId = `${conversion.kind}:${await found.fingerprint()}:${choices}`;
  const folder = path.join(work, 'archive');
  const problemsFile = path.join(work, PROBLEMS_FILE);
  if (ArchiveBuilder.finished(folder, archiveId)) {
    const kept: unknown = JSON.parse(readFileSync(problemsFile, 'utf8'));
    return { folder, problems: Array.isArray(kept) ? kept.map(String) : [] };
  }
  const problems = await conversion.convert(found, folder, archiveId);
  writeFileSync(problemsFile, JSON.stringify(problems));
  return { folder, problems };
}
