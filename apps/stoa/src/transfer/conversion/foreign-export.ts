import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { BadDataError } from '../../base/command-line/failures';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields of foreign records, of unknown type. */
export const field = {
  text: (record: JsonObject, name: string): string => {
    const value = record[name];
    return typeof value === 'string' ? value : '';
  },
  number: (record: JsonObject, name: string): number | null => {
    const value = record[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  },
  flag: (record: JsonObject, name: string): boolean => record[name] === true,
  list: (record: JsonObject, name: string): unknown[] => {
    const value = record[name];
    return Array.isArray(value) ? value : [];
  },
  texts: (record: JsonObject, name: string): string[] =>
    field.list(record, name).filter((item): item is string => typeof item === 'string'),
  objects: (record: JsonObject, name: string): JsonObject[] => field.list(record, name).filter(isObject),
};

/** UNIX seconds as a time of the database. */
export function timeOf(seconds: number): string {
  return new Date(Math.round(seconds * 1_000)).toISOString();
}

/** A folder that another service has exported. Names come from its own records: what lies outside of it is not there. */
export class ForeignExport {
  constructor(readonly folder: string) {}

  has(name: string): boolean {
    return this.isInside(name) && (statSync(this.at(name), { throwIfNoEntry: false })?.isFile() ?? false);
  }

  private at(name: string): string {
    return path.join(this.folder, name);
  }

  private isInside(name: string): boolean {
    return !path.relative(this.folder, this.at(name)).split(path.sep).includes('..');
  }

  /** @throws BadDataError naming the file */
  json(name: string): unknown {
    if (!this.isInside(name)) throw new BadDataError(`${name}: lies outside the export`);
    try {
      return JSON.parse(readFileSync(this.at(name), 'utf8'));
    } catch (error) {
      throw new BadDataError(`${name}: ${error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'}`);
    }
  }

  /** The records of a file that is a list; an absent file has none. @throws BadDataError */
  list(name: string): JsonObject[] {
    if (!this.has(name)) return [];
    const value = this.json(name);
    if (!Array.isArray(value)) throw new BadDataError(`${name}: is not a list`);
    return value.filter(isObject);
  }

  /** Names in a folder, in order; none if there is no such folder. */
  names(folder = ''): string[] {
    if (!this.isInside(folder)) return [];
    return statSync(this.at(folder), { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(this.at(folder)).sort()
      : [];
  }

  /** Says whether two exports are the same: the content of their JSON, the names and sizes of all else. */
  async fingerprint(): Promise<string> {
    const digest = createHash('sha256');
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.relative(this.folder, path.join(entry.parentPath, entry.name)))
      .sort();
    for (const name of files) {
      const file = path.join(this.folder, name);
      digest.update(`${name}\0${statSync(file).size}\0`);
      if (!name.endsWith('.json')) continue;
      for await (const chunk of createReadStream(file)) digest.update(chunk);
    }
    return digest.digest('hex').slice(0, 40);
  }
}
