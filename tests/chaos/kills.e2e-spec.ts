import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { Person, createPerson } from '../support/people';
import { fetchUnreadIds } from '../support/unread';
import { SteadyPoller, SteadySender } from './steady-clients';

jest.setTimeout(180_000);

const RECOVERY_MS = 30_000;

/** Design I1 to I5: whatever dies, nothing acknowledged is lost, nothing comes twice, and the order stays. */
describe('while clients send and poll', () => {
  let cluster: TestCluster;
  let senders: SteadySender[];
  let pollers: SteadyPoller[];
  let lazy: SteadyPoller;
  let readers: Person[];
  let running: Promise<unknown>[];
  let isLast: (messageId: number) => boolean;

  beforeAll(async () => {
    cluster = await startCluster({ replicas: { gateway: 2, messages: 2, users: 2, events: 2 } });
    const people = await Promise.all(['Ada', 'Bob', 'Cleo', 'Dan'].map((name) => createPerson(cluster, name)));
    const [ada, bob, cleo, dan] = people;
    if (!ada || !bob || !cleo || !dan) throw new Error('people are missing');
    const channel: Channel = await createChannel(ada, [bob, cleo, dan]);
    readers = [cleo, dan];
    // Two devices of one user, other users, and one whose device sleeps through all of it.
    pollers = await Promise.all([cleo, cleo, dan, ada, bob].map((person) => SteadyPoller.register(person)));
    lazy = await SteadyPoller.register(dan);
    senders = [ada, bob, cleo].map((person) => new SteadySender(person, channel));
    let lastId: number | undefined;
    isLast = (id) => id === lastId;
    const sending = Promise.all(senders.map((sender) => sender.run())).then(async () => {
      lastId = await senders[0]!.send();
    });
    running = [sending, ...pollers.map((poller) => poller.runUntil((id) => isLast(id)))];
  });

  afterAll(async () => {
    for (const sender of senders ?? []) sender.stop();
    await cluster?.stop();
  });

  const acknowledged = () => senders.reduce((count, sender) => count + sender.acknowledged.length, 0);

  /** Sending goes on, and what is sent reaches every queue that is polled. */
  async function progress(after: string): Promise<void> {
    const goal = acknowledged() + 30;
    const check = () => {
      const reached = pollers.map(({ messageIds, isExpired }) => (isExpired ? 'expired' : messageIds.length));
      const isDone = acknowledged() >= goal && reached.every((count) => count !== 'expired' && count >= goal);
      if (isDone) return true;
      throw new Error(`after ${after}: ${acknowledged()} of ${goal} are sent, the queues got ${reached.join(', ')}`);
    };
    // A client that fails in another way than by waiting is a failure at once.
    await Promise.race([eventually(check, { timeoutMs: RECOVERY_MS }), Promise.all(running)]);
  }

  async function killReplica(service: string, replica: number): Promise<void> {
    const pid = cluster.kill(service, replica);
    await progress(`killing ${service} ${replica}`);
    await eventually(
      () =>
        cluster.description.processes.some(
          (process) => process.service === service && process.replica === replica && process.pid !== pid,
        ),
      { timeoutMs: RECOVERY_MS },
    );
    await cluster.waitReady(RECOVERY_MS);
  }

  /** The events replica that numbers the changes of the organization's partition: the one in use. */
  async function relayHolder(): Promise<number> {
    const replicas = cluster.description.processes.filter(({ service }) => service === 'events');
    const heads = await Promise.all(
      replicas.map(async ({ replica, http }) => {
        const metrics = await (await fetch(`${http}/metrics`)).text();
        const isHolding = (partition: string) =>
          new RegExp(`^stoa_relay_holding\\{[^}]*partition="${partition}"[^}]*\\} 1$`, 'm').test(metrics);
        const counted = [...metrics.matchAll(/^stoa_relay_changes_total\{[^}]*partition="(\d)"[^}]*\} (\d+)$/gm)];
        return { replica, holds: counted.some(([, partition = '', count]) => isHolding(partition) && count !== '0') };
      }),
    );
    const holder = heads.find(({ holds }) => holds);
    if (!holder) throw new Error('nobody numbers the changes');
    return holder.replica;
  }

  it('kill -9 of anything leaves every queue with exactly the acknowledged history', async () => {
    await progress('the start');
    const holder = await eventually(relayHolder, { timeoutMs: RECOVERY_MS });
    await killReplica('events', holder);
    await killReplica('events', holder === 1 ? 2 : 1);
    await killReplica('events', await eventually(relayHolder, { timeoutMs: RECOVERY_MS }));
    cluster.killServer('nats');
    await progress('killing NATS');
    await cluster.waitReady(RECOVERY_MS);
    await killReplica('messages', 1);
    await killReplica('gateway', 1);
    await killReplica('gateway', 2);

    for (const sender of senders) sender.stop();
    await Promise.all(running);
    await lazy.runUntil(isLast);

    const history = senders.flatMap((sender) => sender.acknowledged).sort((a, b) => a - b);
    expect(new Set(history).size).toBe(history.length);
    const queues = [...pollers, lazy];
    expect(queues.filter(({ isExpired }) => isExpired)).toHaveLength(0);
    for (const { messageIds, eventIds } of queues) {
      expect([...messageIds].sort((a, b) => a - b)).toEqual(history);
      // One order for everybody, in which each sender's messages are as they were sent.
      expect(messageIds).toEqual(queues[0]!.messageIds);
      expect(eventIds).toEqual([...eventIds].sort((a, b) => a - b));
    }
    for (const { acknowledged: sent } of senders) {
      const own = new Set(sent);
      expect(queues[0]!.messageIds.filter((id) => own.has(id))).toEqual(sent);
    }
    for (const reader of readers) {
      const unread = new Set(await fetchUnreadIds(reader));
      const newest = history.slice(-500);
      expect(newest.filter((id) => !unread.has(id))).toEqual([]);
    }
  });
});
