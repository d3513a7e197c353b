import { Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import { Database, Lock, WriteTransaction } from '@stoa/database';
import { Directory, DirectoryView } from '@stoa/directory';

const ATTEMPTS = 8;

/** The copies that a decision rested on were not current; nothing was written. */
class StaleDecisionError extends Error {
  constructor(readonly keys: readonly string[]) {
    super('a decision rested on stale copies');
  }
}

/** Thrown by `work` when what it locks no longer fits what it found: everything is done again. */
export class RepeatWriteError extends Error {}

/**
 * Writes whose decisions rest on the directory's copies (design.md 6): under the locks the work decides and writes,
 * then the versions that it used are compared in the same transaction; if one is stale, all is undone and done again
 * with a fresh copy. A refusal counts only if the copies behind it were current.
 */
@Injectable()
export class DecidedWrite {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
  ) {}

  /** @param work may run several times: it must do nothing outside the transaction */
  async run<T>(
    ctx: { requestId: string; actor: Pick<Actor, 'realmId' | 'partition'> },
    locks: readonly Lock[],
    work: (tx: WriteTransaction, view: DirectoryView) => Promise<T>,
  ): Promise<T> {
    const { realmId } = ctx.actor;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return await this.database.write(ctx, locks, async (tx) => {
          const view = new DirectoryView(realmId, this.directory);
          const outcome = await work(tx, view).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          );
          if ('error' in outcome && !(outcome.error instanceof DomainError)) throw outcome.error;
          const stale = await staleKeys(tx, view);
          if (stale.length > 0) throw new StaleDecisionError(stale);
          if ('error' in outcome) throw outcome.error;
          return outcome.value;
        });
      } catch (error) {
        if (!(error instanceof StaleDecisionError)) throw error;
        await this.directory.refresh(error.keys);
      }
    }
    throw new UnavailableError('membership changes faster than it can be read');
  }
}

async function staleKeys(tx: WriteTransaction, view: DirectoryView): Promise<string[]> {
  const { keys, versions } = view.versions();
  if (keys.length === 0) return [];
  const rows = await tx.query<{ key: string }>(
    `SELECT k.key FROM unnest($1::text[], $2::bigint[]) AS k (key, version)
     LEFT JOIN set_version v ON v.key = k.key WHERE COALESCE(v.version, 0) <> k.version`,
    [keys, versions],
  );
  return rows.map((row) => row.key);
}
