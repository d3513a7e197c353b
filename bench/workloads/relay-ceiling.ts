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

/** A change that can be repeated: that of a message to ten people. */
export class RepeatedChange {
  private constructor(
    private readonly cluster: BenchCluster,
    private readonly realm: SeededRealm,
    private readonly seq: number,
  ) {}

  /** Sends the message to an organization of its own. */
  static async send(cluster: BenchCluster): Promise<RepeatedChange> {
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
    const newest = async (): Promise<number | undefined> => {
      const [row] = await cluster.database.query<{ seq: number }>(
        'bench_newest_change',
        'SELECT seq::int8 AS seq FROM change_log WHERE partition = $1 AND realm_id = $2 ORDER BY change_log.seq DESC LIMIT 1',
        [realm.partition, realm.id],
      );
      return row?.seq;
    };
    return new RepeatedChange(cluster, realm, await eventually(newest, { timeoutMs: PATIENCE_MS }));
  }

  /** How many changes of the partition have a number. */
  async head(): Promise<number> {
    const [row] = await this.cluster.database.query<{ head: number }>(
      'bench_relay_head',
      'SELECT head::int8 AS head FROM relay_partition WHERE partition = $1',
      [this.realm.partition],
    );
    return row?.head ?? 0;
  }

  /** Writes the change so many times, in one transaction. */
  async repeat(count: number): Promise<void> {
    const rows = await this.cluster.database.query<{ copies: number }>(
      'bench_repeat_change',
      `WITH copies AS (INSERT INTO outbox (partition, realm_id, routing, body)
         SELECT c.partition, c.realm_id, c.routing, c.body FROM change_log c, generate_series(1, $3::int)
         WHERE c.partition = $1 AND c.seq = $2 RETURNING 1)
       SELECT count(*)::int4 AS copies FROM copies`,
      [this.realm.partition, this.seq, count],
    );
    if (rows[0]?.copies !== count) throw new Error(`${rows[0]?.copies} changes were written, not ${count}`);
  }
}

/** Changes a second that the relay of one partition numbers when they wait for it; each is a message's. */
export async function relayCeiling(cluster: BenchCluster, backlog: number): Promise<RelayCeiling> {
  progress(`scale: ${backlog} changes wait for one relay`);
  const change = await RepeatedChange.send(cluster);
  const before = await change.head();
  await change.repeat(backlog);
  const startedAt = nowMs();
  const from = await change.head();
  const end = before + backlog;
  const { cpu } = await cluster.measureCpu(() =>
    eventually(async () => (await change.head()) >= end, { timeoutMs: PATIENCE_MS, stepMs: 5 }),
  );
  return {
    perSecond: (end - from) / ((nowMs() - startedAt) / 1000),
    cpuMicroseconds: (cpu.total / backlog) * 1e6,
  };
}
