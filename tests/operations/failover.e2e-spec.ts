import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestCluster, eventually, removeFolder, startCluster } from '@stoa/testing';
import { takeBaseBackup } from '../support/base-backup';
import { Channel, createChannel } from '../support/channels';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { MovableAddress } from '../support/movable-address';
import { Person, createPerson } from '../support/people';
import { PostgresServer } from '../support/postgres-server';
import { TestQueue } from '../support/test-queue';

const PASSWORD = 'failover';
/** So many requests in a row reach every replica. */
const OFTEN = 12;

/** docs/operate/backup.md: the primary is gone with what the standby had not got yet; the services are not restarted. */
describe('a failover of PostgreSQL that loses what was written last', () => {
  const address = new MovableAddress();
  const replication = new MovableAddress();
  let folder: string;
  let primary: PostgresServer;
  let standby: PostgresServer;
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let cyd: Person;
  let dave: Person;
  let channel: Channel;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), `stoa-test-${process.pid}-`));
    primary = await PostgresServer.start({ folder: path.join(folder, 'primary'), password: PASSWORD });
    address.pointTo(primary.port);
    cluster = await startCluster({
      dataDir: path.join(folder, 'cluster'),
      replicas: { gateway: 1, messages: 2, users: 2, events: 2 },
      env: { STOA_DATABASE_URL: through(await address.listen()) },
    });
    [ada, bob, cyd, dave] = await Promise.all([
      createPerson(cluster, 'Ada'),
      createPerson(cluster, 'Bob'),
      createPerson(cluster, 'Cyd'),
      createPerson(cluster, 'Dave'),
    ]);
    channel = await createChannel(ada, [bob]);
    const target = path.join(folder, 'standby');
    await takeBaseBackup(primary.url, primary.folder, target);
    replication.pointTo(primary.port);
    const primaryUrl = through(await replication.listen());
    standby = await PostgresServer.start({ folder: target, password: PASSWORD, primaryUrl });
  }, 240_000);

  afterAll(async () => {
    await cluster?.stop();
    await standby?.stop();
    await primary.stop();
    await Promise.all([address.close(), replication.close()]);
    await removeFolder(folder);
  });

  function through(port: number): string {
    const url = new URL(primary.url);
    url.port = String(port);
    return url.href;
  }

  /** Until the standby has everything; then nothing more reaches it. */
  async function endReplication(): Promise<void> {
    const [at] = await primary.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn()::text AS lsn');
    await eventually(async () => {
      const rows = await standby.query('SELECT 1 WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn', [at?.lsn]);
      return rows.length > 0;
    });
    replication.pointTo(undefined);
  }

  async function failOver(): Promise<void> {
    await primary.lose();
    await standby.query('SELECT pg_promote()');
    address.pointTo(standby.port);
  }

  const subscribe = (...people: Person[]) =>
    ada.client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: channel.name }],
      principals: people.map(({ userId }) => userId),
    });

  const subscribersSeenBy = async (person: Person): Promise<number[]> => {
    const { state } = await TestQueue.register(person, {
      include_subscribers: true,
      fetch_event_types: ['subscription'],
    });
    const found = state.subscriptions.find(({ stream_id }: { stream_id: number }) => stream_id === channel.id);
    return found.subscribers;
  };

  const ids = (...people: Person[]) => people.map(({ userId }) => userId).sort((a, b) => a - b);
  const often = Array.from({ length: OFTEN }, (_, index) => index);

  it('is a thing of seconds, after which no process knows of anything that was lost', async () => {
    await sendToChannel(ada, channel);
    const queue = await TestQueue.register(bob);
    await endReplication();

    await subscribe(cyd);
    for (const index of often) {
      await queue.message(await sendToChannel(ada, channel, { content: `lost ${index}` }));
      await sendDirect(ada, [cyd], { content: `lost, too ${index}` });
      expect(await subscribersSeenBy(bob)).toEqual(ids(ada, bob, cyd));
    }

    await failOver();
    // Until then each process that asks the former primary says so.
    await eventually(async () => {
      const asked = often.flatMap(() => [ada.client.get('/streams'), ada.client.get('/users')]);
      return (await Promise.all(asked)).every(({ status }) => status === 200);
    });
    await eventually(async () => (await queue.request({ dont_block: true })).body.code === 'BAD_EVENT_QUEUE_ID');

    await eventually(() => subscribe(dave));
    const ofBob = await TestQueue.register(bob);
    const ofCyd = await TestQueue.register(cyd);
    const ofDave = await TestQueue.register(dave);
    for (const index of often) {
      const id = await sendToChannel(ada, channel, { content: `kept ${index}` });
      await ofBob.message(id);
      await ofDave.message(id);
      await ofCyd.message(await sendDirect(ada, [cyd], { content: `kept, too ${index}` }));
      expect(await subscribersSeenBy(bob)).toEqual(ids(ada, bob, dave));
    }
    expect(ofCyd.received.filter(({ message }) => message?.type === 'stream')).toEqual([]);
    const withAda = [{ operator: 'dm', operand: [ada.userId] }];
    const contents = (await fetchNewest(cyd, withAda, { apply_markdown: false })).map(({ content }) => content);
    expect(contents).toEqual(often.map((index) => `kept, too ${index}`));
  });
});
