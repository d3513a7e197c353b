import { BadDataError } from '../../base/command-line/failures';
import { ForeignExport, JsonObject, field, isObject } from '../conversion/foreign-export';

/** realm.json of a Zulip export: lists of records by table. Times are UNIX seconds, references are called after the field. */
export class ZulipTables {
  private readonly tables: JsonObject;

  /** @throws BadDataError */
  constructor(source: ForeignExport) {
    if (!source.has('realm.json'))
      throw new BadDataError(`${source.folder} is not a Zulip export: realm.json is missing`);
    const value = source.json('realm.json');
    if (!isObject(value)) throw new BadDataError('realm.json: is not a JSON object');
    this.tables = value;
  }

  /** The records of the first of these tables that is there: names have changed between releases. */
  rows(...names: string[]): JsonObject[] {
    const name = names.find((candidate) => Array.isArray(this.tables[candidate]));
    return name === undefined ? [] : field.objects(this.tables, name);
  }

  /** @throws BadDataError */
  one(name: string): JsonObject {
    const [row] = this.rows(name);
    if (!row) throw new BadDataError(`realm.json: has no ${name}`);
    return row;
  }
}

/** A reference, by either of the names that releases give it. */
export function idOf(record: JsonObject, name: string): number | null {
  return field.number(record, name) ?? field.number(record, `${name}_id`);
}
