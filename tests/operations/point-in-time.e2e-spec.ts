import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestCluster, eventually, removeFolder, startCluster } from '@stoa/testing';
import { archiveRest, recover, startArchiving } from '../support/archived-postgres';
import { takeBaseBackup } from '../support/base-backup';
import { createChannel } from '../support/channels';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { PostgresServer } from '../support/postgres-server';
import { TestQueue } from '../support/test-queue';
import { Load, startLoad } from './load';

const PASSWORD = 'point-in-time';
/** So many sends of the load after the moment are enough to lose. */
const LOST = 5;

/** docs/operate/backup.md: everything is put back to a moment, between two of the messages that clients send all the time. */
describe('an installation that is put back to a moment', () => {
  let folder: string;
  let primary: PostgresServer;
  let restored: PostgresServer | undefined;
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), `stoa-test-${process.pid}-`));
    primary = await startArchiving(inFolder('archive'), { folder: inFolder('primary'), password: PASSWORD });
    cluster = await start();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
  }, 180_000);
  afterAll(async () => {
    await cluster?.stop();
    await (restored ?? primary)?.stop();
    await removeFolder(folder);
  });

  const inFolder = (name: string) => path.join(folder, name);
  const start = () => startCluster({ dataDir: inFolder('cluster'), env: { STOA_DATABASE_URL: primary.url } });

  /** A time of the database's, and what the load was acknowledged before it and sent after it. */
  async function noteMoment(load: Load): Promise<{ moment: string; before: number[]; after: () => number[] }> {
    const before = [...load.acknowledged.keys()];
    const [row] = await primary.query<{ moment: string }>('SELECT clock_timestamp()::text AS moment');
    // It sends one message after the other, and the next to be acknowledged may be under way.
    const since = load.acknowledged.size + 1;
    return { moment: row?.moment ?? '', before, after: () => [...load.acknowledged.keys()].slice(since) };
  }

  /** Which of these messages the database has. */
  async function found(server: PostgresServer, ids: readonly number[]): Promise<number[]> {
    const rows = await server.query<{ id: string }>('SELECT id FROM message WHERE id = ANY ($1::bigint[])', [ids]);
    return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
  }

  it('has what was acknowledged before, nothing of what came after, and works', async () => {
    const channel = await createChannel(ada, [bob]);
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const queue = await TestQueue.register(bob, { event_types: ['message'] });
    await takeBaseBackup(primary.url, primary.folder, inFolder('backup'));
    const load = await startLoad(cluster);
    const kept = await sendToChannel(ada, channel, { content: 'after the backup, before the moment' });

    const { moment, before, after } = await noteMoment(load);
    const lost = await sendToChannel(ada, channel, { content: 'after the moment' });
    await eventually(() => after().length >= LOST);
    await load.stop();
    expect(load.failures).toEqual([]);
    await queue.message(lost);
    await archiveRest(primary);

    await cluster.stop();
    const { port } = primary;
    await primary.lose();
    restored = await recover({ folder: inFolder('backup'), password: PASSWORD, port }, inFolder('archive'), moment);
    expect(await found(restored, [...before, kept])).toEqual([...before, kept].sort((a, b) => a - b));
    expect(await found(restored, [...after(), lost])).toEqual([]);

    cluster = await start();
    await eventually(async () => (await queue.request({ dont_block: true })).body.code === 'BAD_EVENT_QUEUE_ID', {
      timeoutMs: 60_000,
    });
    const again = await TestQueue.register(bob, { event_types: ['message'] });
    const sent: number[] = [];
    for (let count = 0; count < 5; count++) sent.push(await sendToChannel(ada, channel, { content: `new ${count}` }));
    await again.until((event) => event.message?.id === sent.at(-1));
    expect(again.received.map((event) => event.message?.id)).toEqual(sent);
    const contents = (await fetchNewest(bob, narrow, { apply_markdown: false })).map(({ content }) => content);
    // The first is the channel's own notice.
    expect(contents.slice(1)).toEqual([
      'after the backup, before the moment',
      ...sent.map((_, index) => `new ${index}`),
    ]);
  });
});
