import { Database } from '@stoa/database';
import { TestCluster } from '@stoa/testing';

/** Makes messages older than they are: time limits are minutes, tests are not. */
export async function ageMessages(cluster: TestCluster, ids: readonly number[], seconds: number): Promise<void> {
  const database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
  try {
    await database.query(
      'age_messages',
      `UPDATE message SET sent_at = sent_at - make_interval(secs => $2) WHERE id = ANY ($1::bigint[])`,
      [ids, seconds],
    );
  } finally {
    await database.close();
  }
}
