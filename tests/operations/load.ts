import { setTimeout as pause } from 'node:timers/promises';
import { TestClient, TestCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { Person, createPerson, unique } from '../support/people';
import { TestQueue } from '../support/test-queue';

/** After a failure, in milliseconds: what fails without asking anybody must not keep the others from it. */
const PAUSE_MS = 50;

/** An event that a client missed or got twice, or an answer that says that the service failed. */
export type Failure = string;

/** People who use the service all the time, until they are stopped. */
export interface Load {
  /** Content of every message that was acknowledged, in the order of the acknowledgements, by its id. */
  readonly acknowledged: ReadonlyMap<number, string>;
  readonly failures: readonly Failure[];
  /** Requests that were answered. */
  readonly answers: () => number;
  stop(): Promise<void>;
}

/** Sends, fetches, edits, marks as read, registers, and reads events, each one after the other without a pause. */
export async function startLoad(cluster: TestCluster): Promise<Load> {
  const [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
  const channel = await createChannel(ada, [bob]);
  const queue = await TestQueue.register(bob, { event_types: ['message'] });
  const acknowledged = new Map<number, string>();
  const failures: Failure[] = [];
  const state = { isOver: false, answers: 0 };
  const until = async (work: () => Promise<void>): Promise<void> => {
    while (!state.isOver) {
      try {
        await work();
        state.answers += 1;
      } catch (error) {
        failures.push(String(error));
        await pause(PAUSE_MS);
      }
    }
  };
  const send = async (): Promise<void> => {
    const content = unique('load');
    const { id } = await ada.client.succeed('POST', '/messages', {
      type: 'channel',
      to: channel.id,
      topic: 'load',
      content,
    });
    acknowledged.set(id, content);
  };
  await send();
  const last = (): number => [...acknowledged.keys()].at(-1) ?? 0;
  const loops = [
    until(send),
    until(() => edit(ada, last())),
    until(() => read(bob, channel.id)),
    until(() => look(bob.client)),
    until(() => queue.poll({ dont_block: true }).then(() => undefined)),
  ];
  return {
    acknowledged,
    failures,
    answers: () => state.answers,
    stop: async () => {
      state.isOver = true;
      await Promise.all(loops);
      const ids = [...acknowledged.keys()].sort((a, b) => a - b);
      if (ids.length === 0) return;
      await queue.until((event) => event.type === 'message' && event.message.id === ids.at(-1));
      const received = queue.received.map((event) => event.message?.id).sort((a, b) => a - b);
      if (JSON.stringify(received) !== JSON.stringify(ids))
        failures.push(`received ${received.length} of ${ids.length}`);
    },
  };
}

async function edit({ client }: Person, id: number): Promise<void> {
  await client.succeed('PATCH', `/messages/${id}`, { content: unique('edited') });
}

async function read({ client }: Person, channelId: number): Promise<void> {
  const narrow = [{ operator: 'channel', operand: channelId }];
  const window = { anchor: 'newest', num_before: 20, num_after: 0, narrow };
  const { messages } = await client.succeed('GET', '/messages', window);
  const ids = messages.map(({ id }: { id: number }) => id);
  if (ids.length > 0) await client.succeed('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'read' });
}

async function look(client: TestClient): Promise<void> {
  const { queue_id: queueId } = await client.succeed('POST', '/register', { event_types: ['message'] });
  await client.succeed('DELETE', '/events', { queue_id: queueId });
  await client.succeed('GET', '/users/me/subscriptions');
}
