import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestCluster, eventually, freePort, removeFolder, startCluster } from '@stoa/testing';
import { takeBaseBackup } from '../support/base-backup';
import { Channel, createChannel } from '../support/channels';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { PostgresServer } from '../support/postgres-server';

const METRIC = 'stoa_database_standby_reads_total';

/** docs/operate/scaling.md: a standby answers what reads history, and nobody can see a difference. */
describe('history, with a standby of PostgreSQL', () => {
  let folder: string;
  let standbyUrl: string;
  let cluster: TestCluster;
  let standby: PostgresServer;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), `stoa-test-${process.pid}-`));
    const port = await freePort();
    // Known only when the cluster has chosen a password; until the standby runs, the primary answers.
    cluster = await startCluster({ dataDir: path.join(folder, 'data') });
    const url = new URL(cluster.description.database_url);
    url.port = String(port);
    standbyUrl = url.href;
    await cluster.stop();
    const env = { STOA_DATABASE_STANDBY_URL: standbyUrl };
    cluster = await startCluster({ dataDir: path.join(folder, 'data'), env });
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
    await sendToChannel(ada, channel, { content: 'before there was a standby' });
    standby = await startStandby(port);
  }, 240_000);
  afterAll(async () => {
    await standby?.stop();
    await cluster?.stop();
    await removeFolder(folder);
  });

  /** Another server with a copy of the primary's data, which follows it. */
  async function startStandby(port: number): Promise<PostgresServer> {
    const { database_url: primaryUrl } = cluster.description;
    const target = path.join(folder, 'standby');
    await takeBaseBackup(primaryUrl, path.join(cluster.dataDir, 'postgres'), target);
    const password = decodeURIComponent(new URL(primaryUrl).password);
    return PostgresServer.start({ folder: target, password, port, primaryUrl });
  }

  /** How often the messages service has read so far, by who answered. */
  async function reads(outcome: string): Promise<number> {
    const http = cluster.description.processes.find(({ service }) => service === 'messages')?.http;
    const text = await (await fetch(`${http}/metrics?name[]=${METRIC}`)).text();
    const line = text.split('\n').find((one) => one.startsWith(METRIC) && one.includes(`outcome="${outcome}"`));
    return Number(line?.slice(line.lastIndexOf(' ') + 1) ?? 0);
  }

  const newest = async (reader: Person) =>
    (await fetchNewest(reader, [{ operator: 'channel', operand: channel.id }], { apply_markdown: false })).at(-1)?.id;

  it('comes from the standby, and always has what was just sent', async () => {
    await eventually(async () => {
      const before = await reads('standby');
      await newest(bob);
      return (await reads('standby')) > before;
    });
    for (let count = 0; count < 30; count++) {
      const id = await sendToChannel(ada, channel, { content: `number ${count}` });
      expect(await newest(bob)).toBe(id);
    }
  });

  it('comes from the primary while the standby is behind', async () => {
    await standby.query('SELECT pg_wal_replay_pause()');
    try {
      const before = await reads('behind');
      const id = await sendToChannel(ada, channel, { content: 'the standby does not know' });
      // On a busy machine it may be left alone for a while, as it does not answer in time.
      const seen = new Set<unknown>();
      await eventually(async () => {
        seen.add(await newest(bob));
        return (await reads('behind')) > before;
      });
      expect([...seen]).toEqual([id]);
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()');
    }
  });

  it('does not show for a moment longer what may no longer be read', async () => {
    const protectedChannel = await createChannel(ada, [bob], {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    await sendToChannel(ada, protectedChannel, { content: 'for a while' });
    const narrow = [{ operator: 'channel', operand: protectedChannel.id }];
    expect(await fetchNewest(bob, narrow)).not.toEqual([]);
    await standby.query('SELECT pg_wal_replay_pause()');
    try {
      const { id } = await sendAndDelete(protectedChannel);
      expect((await fetchNewest(bob, narrow)).map((message) => message.id)).not.toContain(id);
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()');
    }
  });

  async function sendAndDelete(where: Channel): Promise<{ id: number }> {
    const id = await sendToChannel(ada, where, { content: 'a mistake' });
    await ada.client.succeed('DELETE', `/messages/${id}`);
    return { id };
  }

  it('is there when the standby is not, and comes from it again when it is back', async () => {
    const port = Number(new URL(standbyUrl).port);
    const before = await reads('away');
    standby.signal('SIGSTOP');
    const id = await sendToChannel(ada, channel, { content: 'the standby hangs' });
    // On a busy machine it may have been left alone already, for a while.
    const seen = new Set<unknown>();
    await eventually(async () => {
      seen.add(await newest(bob));
      return (await reads('away')) > before;
    });
    standby.signal('SIGCONT');
    await standby.stop();
    expect(await newest(bob)).toBe(id);
    rmSync(path.join(folder, 'standby'), { recursive: true });
    standby = await startStandby(port);
    await eventually(
      async () => {
        const before = await reads('standby');
        seen.add(await newest(bob));
        return (await reads('standby')) > before;
      },
      { timeoutMs: 30_000 },
    );
    expect([...seen]).toEqual([id]);
  });
});
