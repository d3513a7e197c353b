import { Pool, QueryArrayResult, QueryResult } from 'pg';

const CHAR = 18;
const TEXT = 25;

/**
 * One connection for the migration engine: a script is one implicit transaction. The engine reads columns of the type
 * "char" in the catalog, which Prisma's adapter refuses by its number: here they are said to be text, and remembered.
 */
export class MigrationPool extends Pool {
  /** Positions of the "char" columns of the last result. */
  charColumns = new Set<number>();
  /** Why the last script failed: the engine's own error has the text only. */
  scriptError: unknown;

  /** @param lockTimeoutMs longest wait for a table, in milliseconds: later users of the table wait as long; 0 = no limit */
  constructor(databaseUrl: string, lockTimeoutMs: number) {
    super({
      connectionString: databaseUrl,
      max: 1,
      idleTimeoutMillis: 0,
      application_name: 'stoa-migrate',
      lock_timeout: lockTimeoutMs,
    });
    this.on('error', () => undefined);
    const query: (...args: unknown[]) => unknown = this.query.bind(this);
    Object.assign(this, {
      query: (...args: unknown[]): unknown => {
        const pending = query(...args);
        return pending instanceof Promise ? pending.then((result) => this.rename(result)) : pending;
      },
    });
  }

  private rename<Result extends QueryResult | QueryArrayResult | readonly unknown[]>(result: Result): Result {
    this.charColumns = new Set();
    if (!('fields' in result)) return result;
    result.fields.forEach((field, position) => {
      if (field.dataTypeID !== CHAR) return;
      field.dataTypeID = TEXT;
      this.charColumns.add(position);
    });
    return result;
  }
}
