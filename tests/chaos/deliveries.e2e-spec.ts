import { Parameters, TestCluster, eventually, startCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { fetchNewest } from '../support/messages';
import { createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const COUNT = 200;
const RECOVERY_MS = 60_000;

/** docs/decisions/012: a row is claimed in the transaction that writes its message. */
describe('deliveries of scheduled messages', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startCluster({ replicas: { messages: 2 } });
  });
  afterAll(() => cluster?.stop());

  it('happen once each, though both replicas are killed in the middle', async () => {
    const [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    const channel = await createChannel(ada, [bob]);
    const at = Math.ceil(Date.now() / 1000) + 3600;
    const contents = Array.from({ length: COUNT }, (_, index) => `number ${index}`);
    const schedule = (content: string) => {
      const message = { type: 'channel', to: channel.id, topic: 'due', content, scheduled_delivery_timestamp: at };
      return ada.client.succeed('POST', '/scheduled_messages', message);
    };
    for (let start = 0; start < COUNT; start += 20) await Promise.all(contents.slice(start, start + 20).map(schedule));
    const queue = await TestQueue.register(ada, { event_types: ['scheduled_messages'] });
    const received = await TestQueue.register(bob, { event_types: ['message'] });
    // Together, however long it took to schedule them.
    await inDatabase(cluster, (database) => database.query('', 'UPDATE scheduled_message SET deliver_at = now()'));

    const isRemoval = isEvent('scheduled_messages', 'remove');
    const removals = () => queue.received.filter(isRemoval).length;
    for (const replica of [1, 2]) {
      const goal = removals() + 10;
      while (removals() < goal) await queue.next(isRemoval);
      const pid = cluster.kill('messages', replica);
      await eventually(() => cluster.description.processes.every((process) => process.pid !== pid), {
        timeoutMs: RECOVERY_MS,
      });
    }
    await cluster.waitReady(RECOVERY_MS);
    while (removals() < COUNT) await queue.next(isRemoval);

    const newest = await fetchNewest(bob, [{ operator: 'topic', operand: 'due' }], { apply_markdown: false });
    expect(newest.map(({ content }) => content).sort()).toEqual([...contents].sort());
    const removed = queue.received.filter(isRemoval).map((event: Parameters) => event.scheduled_message_id);
    expect(new Set(removed).size).toBe(COUNT);
    expect(removed).toHaveLength(COUNT);
    await received.message(newest.at(-1)!.id);
    const ids = received.received.filter(isEvent('message')).map(({ message }) => message.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await ada.client.succeed('GET', '/scheduled_messages')).toMatchObject({ scheduled_messages: [] });
  });
});
