import { Database } from '@stoa/database';
import { TestCluster } from '@stoa/testing';

/** One for each address: to open a database costs more than what a test does in it. Connections end with their server. */
const databases = new Map<string, Database>();

/** Reads or prepares what no endpoint shows or sets. A statement's name stands for one text in all test files. */
export function inDatabase<T>(cluster: TestCluster, work: (database: Database) => Promise<T>): Promise<T> {
  const { database_url: url } = cluster.description;
  const database = databases.get(url) ?? Database.open({ url, size: 2, applicationName: 'test' });
  databases.set(url, database);
  return work(database);
}
