import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestCluster, eventually, removeFolder, startCluster } from '@stoa/testing';
import { Client } from 'pg';
import { takeBaseBackup } from '../support/base-backup';
import { createChannel } from '../support/channels';
import { open, uploadFile } from '../support/files';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue } from '../support/test-queue';
import { startLoad } from './load';

/** A cluster is restored from its backup while its clients, and Redis, remember more than its database does. */
describe('a restored installation', () => {
  let cluster: TestCluster;
  let folder: string;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), `stoa-test-${process.pid}-`));
    cluster = await startCluster({ dataDir: path.join(folder, 'data') });
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
  }, 180_000);
  afterAll(async () => {
    await cluster?.stop();
    await removeFolder(folder);
  });

  const data = (name: string) => path.join(cluster.dataDir, name);
  const contentsOf = async (channel: { id: number }) =>
    new Map(
      (
        await fetchNewest(bob, [{ operator: 'channel', operand: channel.id }], {
          apply_markdown: false,
          num_before: 1000,
        })
      ).map(({ id, content }) => [id, content]),
    );

  it('has all that was acknowledged before the backup, tells clients to register again, and works', async () => {
    const channel = await createChannel(ada, [bob]);
    const idle = await TestQueue.register(ada);
    const queue = await TestQueue.register(bob, { event_types: ['message'] });
    const file = await uploadFile(ada, { content: 'kept' });
    const kept = new Map<number, string>();
    for (let count = 0; count < 10; count++) {
      const content = `kept ${count}`;
      kept.set(await sendToChannel(ada, channel, { content }), content);
    }
    const load = await startLoad(cluster);
    const target = path.join(folder, 'backup');
    const before = new Map(load.acknowledged);
    await takeBaseBackup(cluster.description.database_url, data('postgres'), target);
    // The database first: every file that it names is there by then.
    cpSync(data('uploads'), path.join(folder, 'uploads'), { recursive: true });
    await load.stop();
    expect(load.failures).toEqual([]);
    const lost = await sendToChannel(ada, channel, { content: 'sent after the backup' });
    await queue.until((event) => event.message?.id === lost);

    await restore(target);

    for (const stale of [idle, queue]) {
      await eventually(
        async () => {
          const { body } = await stale.request({ dont_block: true }, { unchecked: true });
          return body.code === 'BAD_EVENT_QUEUE_ID';
        },
        { timeoutMs: 60_000 },
      );
    }
    const found = await contentsOf(channel);
    expect(new Map([...found].filter(([id]) => kept.has(id)))).toEqual(kept);
    expect([...found.values()]).not.toContain('sent after the backup');
    const missing = await missingOf([...before.keys()]);
    expect(missing).toEqual([]);
    expect((await open(ada.client, file.url)).text).toBe('kept');

    const again = await TestQueue.register(bob, { event_types: ['message'] });
    const sent: number[] = [];
    for (let count = 0; count < 5; count++) sent.push(await sendToChannel(ada, channel, { content: `after ${count}` }));
    await again.until((event) => event.message?.id === sent.at(-1));
    expect(again.received.map((event) => event.message?.id)).toEqual(sent);
  });

  /** Ids of messages that the database does not have. */
  async function missingOf(ids: readonly number[]): Promise<number[]> {
    const session = new Client({ connectionString: cluster.description.database_url });
    await session.connect();
    const { rows } = await session.query<{ id: string }>(
      'SELECT wanted.id FROM unnest($1::bigint[]) AS wanted (id) LEFT JOIN message USING (id) WHERE message.id IS NULL',
      [ids],
    );
    await session.end();
    return rows.map(({ id }) => Number(id));
  }

  /** Redis keeps what it had: the worst case, as it speaks of changes that are no more. */
  async function restore(backup: string): Promise<void> {
    const { dataDir } = cluster;
    await cluster.stop();
    for (const [from, name] of [
      [backup, 'postgres'],
      [path.join(folder, 'uploads'), 'uploads'],
    ] as const) {
      rmSync(path.join(dataDir, name), { recursive: true });
      renameSync(from, path.join(dataDir, name));
    }
    expect(existsSync(path.join(dataDir, 'postgres', 'backup_label'))).toBe(true);
    cluster = await startCluster({ dataDir });
    const { base_url: baseUrl } = cluster.description;
    expect(baseUrl).toBe(ada.client.baseUrl);
  }
});
