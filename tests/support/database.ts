import { Database } from '@stoa/database';
import { TestCluster } from '@stoa/testing';

/** Looks at, or prepares, what no endpoint shows or sets. */
export function inDatabase<T>(cluster: TestCluster, work: (database: Database) => Promise<T>): Promise<T> {
  const database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
  return work(database).finally(() => database.close());
}
