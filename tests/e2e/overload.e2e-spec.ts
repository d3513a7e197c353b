import { randomUUID } from 'node:crypto';
import { NO_CAPABILITIES } from '@stoa/contracts/users';
import { EventQueues, QueueDescriptor, slotOf } from '@stoa/event-queue';
import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { linkTo, uploadFile } from '../support/files';
import { ImpatientClient, Outcome } from '../support/impatient-client';
import { metricOf } from '../support/metrics';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson } from '../support/people';
import { peakMemory } from '../support/process-memory';
import { TestQueue } from '../support/test-queue';

/** Requests, and calls, that a process of this cluster works on at the same time. */
const PLACES = 8;
const QUEUES_PER_USER = 10;
/** Far above what the services need here, far below what unbounded work would take. */
const MOST_MEBIBYTES = 700;
/** The promise: how long after the load is gone everything is as before. */
const RECOVERY_MS = 10_000;

/** Queues of clients that connect from time to time. */
const OWN_QUEUE = { event_types: ['message'], queue_lifespan_secs: 600 };
/** A snapshot that contains nothing that is written from now on. */
const NOTHING_SEEN = '3:3:';

/** What one organization does may cost it, and nobody else. */
describe('under more load than it can carry', () => {
  let cluster: TestCluster;
  let noisy: Organization;
  let quiet: Organization;
  let ada: Person;
  let bob: Person;
  let noisyChannel: Channel;
  let quietChannel: Channel;
  let queues: EventQueues | undefined;
  const clients: ImpatientClient[] = [];

  beforeAll(async () => {
    cluster = await startCluster({
      env: {
        STOA_HTTP_REQUESTS: String(PLACES),
        STOA_HTTP_WAIT_MS: '200',
        STOA_HTTP_DOWNLOADS: String(4 * PLACES),
        STOA_RPC_CONCURRENCY: String(PLACES),
        STOA_QUEUES_PER_USER: String(QUEUES_PER_USER),
        // Nothing is collected before a cluster has run for as long.
        STOA_QUEUE_IDLE_SECONDS: '20',
        STOA_QUEUE_SWEEP_MS: '500',
      },
    });
    [noisy, quiet] = await Promise.all([createOrganization(cluster), createOrganization(cluster)]);
    [ada, bob] = [noisy.owner, quiet.owner];
    noisyChannel = await createChannel(ada);
    quietChannel = await createChannel(bob);
  });

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await queues?.close();
    await cluster?.stop();
  });

  function impatient(person: Person, width: number): ImpatientClient {
    const client = new ImpatientClient(person, width);
    clients.push(client);
    return client;
  }

  const messageTo = (channel: Channel, content: string) => ({
    type: 'channel',
    to: JSON.stringify(channel.id),
    topic: 'load',
    content,
  });

  /** Sends of the quiet organization, one after the other while the others ask: each must succeed. */
  async function sendQuietly(until: Promise<unknown>): Promise<number[]> {
    let isOver = false;
    const end = () => void (isOver = true);
    void until.then(end, end);
    const ids: number[] = [];
    while (!isOver || ids.length < 5) {
      const { id } = await bob.client.succeed('POST', '/messages', messageTo(quietChannel, `quiet ${ids.length}`));
      ids.push(id);
    }
    return ids;
  }

  function expectRefusalsToSayWhen(outcomes: readonly Outcome[]): number {
    const refused = outcomes.filter(({ status }) => status !== 200);
    for (const { status, retryAfter } of refused) {
      expect([429, 503]).toContain(status);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    return refused.length;
  }

  it('sheds what is too much, serves the others, keeps what it accepted, and is itself again at once', async () => {
    const queue = await TestQueue.register(ada, OWN_QUEUE);
    const client = impatient(ada, 10 * PLACES);
    const load = client.repeat(1_500, (index) =>
      client.ask('POST', '/messages', messageTo(noisyChannel, `noisy ${index}`)),
    );
    const [outcomes, quietIds] = await Promise.all([load, sendQuietly(load)]);
    expect(expectRefusalsToSayWhen(outcomes)).toBeGreaterThan(0);
    expect(quietIds.length).toBeGreaterThanOrEqual(5);

    const accepted = outcomes.flatMap(({ status, body }) => (status === 200 && body.id ? [body.id] : []));
    expect(accepted.length).toBeGreaterThan(PLACES);
    const isReceived = (id: number) => queue.received.some(({ message }) => message?.id === id);
    while (!accepted.every(isReceived)) await queue.poll();
    const received: number[] = queue.received.flatMap(({ message }) => message?.id ?? []);
    expect(received.sort((a, b) => a - b)).toEqual(accepted.sort((a, b) => a - b));

    // Not once in a row of as many as it carries is anything refused.
    await eventually(
      async () => {
        const calm = await client.repeat(1, () => client.ask('GET', '/users/me', {}));
        const burst = await Promise.all(
          Array.from({ length: PLACES / 2 }, () => client.ask('POST', '/messages', messageTo(noisyChannel, 'calm'))),
        );
        return [...calm, ...burst].every(({ status }) => status === 200);
      },
      { timeoutMs: RECOVERY_MS },
    );
    for (const service of ['gateway', 'messages']) {
      await eventually(async () => (await metricOf(cluster, service, 'stoa_admission_waiting')) === 0);
    }
    expect(await metricOf(cluster, 'gateway', 'stoa_admission_refused_total')).toBeGreaterThan(0);
    for (const { service, pid } of cluster.description.processes) {
      expect([service, peakMemory(pid) < MOST_MEBIBYTES]).toEqual([service, true]);
    }
  });

  it('bounds the queues of a client that registers in a loop, and ends none that is polled', async () => {
    const polled = await TestQueue.register(ada, OWN_QUEUE);
    const waiting = polled.next(({ type }) => type === 'message');
    const client = impatient(ada, 4);
    const registering = client.repeat(40, () => client.ask('POST', '/register', { event_types: '["message"]' }));
    const [outcomes] = await Promise.all([registering, sendQuietly(registering)]);
    expectRefusalsToSayWhen(outcomes);
    const made = outcomes.filter(({ status }) => status === 200).length;
    expect(made).toBeGreaterThan(QUEUES_PER_USER);
    const ended = await metricOf(cluster, 'users', 'stoa_queue_registrations_total', 'outcome="ended"');
    expect(ended).toBeGreaterThanOrEqual(made - QUEUES_PER_USER);
    const { id } = await ada.client.succeed('POST', '/messages', messageTo(noisyChannel, 'still there'));
    expect((await waiting).message.id).toBe(id);
  });

  it('leaves files to the colleagues of somebody who opens many and reads none', async () => {
    const eve = await addPerson(ada, 'Eve');
    // More than what the buffers on the way hold.
    const file = await uploadFile(ada, { content: 'x'.repeat(16_000_000) });
    const shown = { type: 'direct', to: `[${eve.userId}]`, content: linkTo(file) };
    await ada.client.succeed('POST', '/messages', shown);
    const slow = impatient(ada, 2 * PLACES);
    const statuses = await Promise.all(Array.from({ length: PLACES }, () => slow.leaveUnread(file.url)));
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    expect(await impatient(eve, 1).leaveUnread(file.url)).toBe(200);
    await slow.close();
    await eventually(async () => (await impatient(ada, 1).leaveUnread(file.url)) === 200);
  });

  it('lets a client wait that repeats a failing poll without pause, which takes no place from anybody', async () => {
    const client = impatient(ada, 4 * PLACES);
    const asked = client.repeat(6 * PLACES, () =>
      client.ask('GET', '/events', { queue_id: 'gone', last_event_id: '-1' }),
    );
    await eventually(async () => (await metricOf(cluster, 'gateway', 'stoa_delayed_polls')) >= 3 * PLACES);
    expect((await ada.client.get('/users/me')).status).toBe(200);
    expect(await metricOf(cluster, 'gateway', 'stoa_admission_running', 'gate="polls"')).toBe(0);
    // Expected before it happens: a rejection that nobody awaits yet fails the run.
    const ended = expect(asked).rejects.toThrow();
    await client.close();
    await ended;
    await eventually(async () => (await metricOf(cluster, 'gateway', 'stoa_delayed_polls')) === 0);
  });

  it('serves an organization with 20,000 live queues, and its neighbours beside it', async () => {
    const [users, perUser] = [200, 100];
    const [row] = await inDatabase(cluster, (database) =>
      database.query('partition', 'SELECT partition FROM realm WHERE id = $1', [noisy.id]),
    );
    const partition = Number(row?.partition);
    const made: QueueDescriptor[] = [];
    const library = (queues = EventQueues.connect({ url: cluster.description.redis_url, queuesPerUser: perUser }));
    const { position } = await library.keeper.readSlot(slotOf(partition, 1));
    const epoch = position?.epoch ?? 0;
    for (let user = 0; user < users; user++) {
      const ofUser = Array.from({ length: perUser }, () => describeQueue(noisy, 1_000_000 + user));
      await Promise.all(
        ofUser.map(async (descriptor) => {
          const slot = slotOf(partition, descriptor.userId);
          expect(await library.registrar.createQueue(slot, descriptor)).toEqual({ status: 'created', ended: 0 });
          const opened = await library.registrar.openQueue(slot, descriptor.id, NOTHING_SEEN, epoch);
          expect(opened).toMatchObject({ status: 'opened' });
        }),
      );
      made.push(...ofUser);
    }
    const own = await TestQueue.register(ada, OWN_QUEUE);
    const neighbour = await TestQueue.register(bob, OWN_QUEUE);
    const sent = await ada.client.succeed('POST', '/messages', messageTo(noisyChannel, 'to all'));
    const beside = await bob.client.succeed('POST', '/messages', messageTo(quietChannel, 'to me'));
    await Promise.all([own.message(sent.id), neighbour.message(beside.id)]);
    expect(await metricOf(cluster, 'events', 'stoa_event_queues')).toBeGreaterThanOrEqual(made.length);
    for (const { id, userId } of [made[0], made.at(-1)].flatMap((descriptor) => descriptor ?? [])) {
      const poll = {
        slot: slotOf(partition, userId),
        queueId: id,
        userId,
        lastEventId: -1,
        gatewayId: 'none',
        nonce: id,
      };
      const event = await eventually(async () => {
        const result = await library.reader.poll({ ...poll, dontBlock: true });
        return result.status === 'answer' && result.events[0];
      });
      expect(JSON.parse(event.json)).toMatchObject({ type: 'message', message: { id: sent.id } });
    }

    const before = await metricOf(cluster, 'events', 'stoa_queues_ended_total', 'reason="deleted"');
    const remove = ({ id, userId }: QueueDescriptor) =>
      library.reader.deleteQueue(slotOf(partition, userId), id, userId);
    for (let first = 0; first < made.length; first += perUser) {
      await Promise.all(made.slice(first, first + perUser).map(remove));
    }
    const ended = () => metricOf(cluster, 'events', 'stoa_queues_ended_total', 'reason="deleted"');
    await eventually(async () => (await ended()) - before >= made.length, { timeoutMs: 60_000 });
    expect(
      peakMemory(cluster.description.processes.find(({ service }) => service === 'events')?.pid ?? 0),
    ).toBeLessThan(MOST_MEBIBYTES);
  });
});

/** A queue that gets every message of public channels. */
function describeQueue(organization: Organization, userId: number): QueueDescriptor {
  return {
    id: randomUUID(),
    realmId: organization.id,
    userId,
    realmHost: organization.host,
    clientName: 'test',
    eventTypes: ['message'],
    applyMarkdown: false,
    clientGravatar: true,
    slimPresence: true,
    allPublicStreams: true,
    narrow: [],
    includeSubscribers: false,
    capabilities: NO_CAPABILITIES,
    lifespanSeconds: 600,
    isGuest: false,
    createdAt: Date.now(),
  };
}
