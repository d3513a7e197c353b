import { eventually } from '@stoa/testing';
import { checkSend, messageContent } from './messages';
import type { BenchCluster } from '../support/bench-cluster';
import { nowMs } from '../support/clock';
import { HttpClient } from '../support/http-client';
import { progress } from '../support/progress';
import { SeededRealm, seedRealm } from '../support/seed';

const PATIENCE_MS = 120_000;

/** Of the relay of one partition. */
export interface RelayCeiling {
  /** Changes numbered a second while more of them wait. */
  perSecond: number;
  /** Of all servers, for each change, with what follows it. */
  cpuMicroseconds: number;
}

/** Changes a second that the relay of one partition numbers when they wait for it; each is a message's. */
export async function relayCeiling(cluster: BenchCluster, backlog: number): Promise<RelayCeiling> {
  progress(`scale: ${backlog} changes wait for one relay`);
  const realm = await seedRealm(cluster, {
    subdomain: 'relay',
    users: 10,
    channels: (ids) => [{ name: 'all', subscriberIds: [...ids] }],
  });
  const client = new HttpClient(cluster.target);
  const [sender] = realm.users;
  const [channel] = realm.channels;
  if (!sender || !channel) throw new Error('the organization is not as seeded');
  const { host } = realm;
  await checkSend(client, { sender, host, channelId: channel.id, topic: 'many', content: messageContent(0, '') });
  client.close();
  const head = async (): Promise<number> => {
    const [row] = await cluster.database.query<{ head: number }>(
      'bench_relay_head',
      'SELECT head::int8 AS head FROM relay_partition WHERE partition = $1',
      [realm.partition],
    );
    return row?.head ?? 0;
  };
  const copied = await eventually(() => copyLast(cluster, realm, backlog), { timeoutMs: PATIENCE_MS });
  const startedAt = nowMs();
  const from = await head();
  const { cpu } = await cluster.measureCpu(() =>
    eventually(async () => (await head()) >= copied, { timeoutMs: PATIENCE_MS, stepMs: 5 }),
  );
  return {
    perSecond: (copied - from) / ((nowMs() - startedAt) / 1000),
    cpuMicroseconds: (cpu.total / backlog) * 1e6,
  };
}

/** Repeats the organization's newest change in one transaction. @returns the head once all are numbered; undefined before there is one */
async function copyLast(cluster: BenchCluster, realm: SeededRealm, count: number): Promise<number | undefined> {
  const [row] = await cluster.database.query<{ head: number }>(
    'bench_copy_change',
    `WITH newest AS (SELECT * FROM change_log WHERE partition = $1 AND realm_id = $2 ORDER BY seq DESC LIMIT 1),
       copies AS (INSERT INTO outbox (partition, realm_id, routing, body)
         SELECT n.partition, n.realm_id, n.routing, n.body FROM newest n, generate_series(1, $3::int) RETURNING 1)
     SELECT (r.head + (SELECT count(*) FROM copies))::int8 AS head FROM relay_partition r, newest
     WHERE r.partition = $1 AND r.head = newest.seq`,
    [realm.partition, realm.id, count],
  );
  return row?.head;
}
