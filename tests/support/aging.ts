import { TestCluster } from '@stoa/testing';
import { inDatabase } from './database';

/** Makes messages older than they are: time limits are minutes, tests are not. */
export async function ageMessages(cluster: TestCluster, ids: readonly number[], seconds: number): Promise<void> {
  await inDatabase(cluster, (database) =>
    database.query(
      'age_messages',
      `UPDATE message SET sent_at = sent_at - make_interval(secs => $2) WHERE id = ANY ($1::bigint[])`,
      [ids, seconds],
    ),
  );
}
