import { createRedisConnection } from '@stoa/redis';
import { Database } from '@stoa/database';
import { createLogger } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { Conversation } from '../test-support/conversation';
import { PushReplica } from '../test-support/push-replica';
import { RecordingRelay } from '../test-support/recording-relay';

/** Until the expectations hold. */
const holds = (check: () => void | Promise<void>): Promise<unknown> =>
  eventually(() => Promise.resolve(check()).then(() => true), { timeoutMs: 45_000 });

/** From the change log to the relay, with two replicas. */
describe('delivery', () => {
  let servers: TestServers;
  let database: Database;
  let relay: RecordingRelay;
  let replicas: PushReplica[] = [];
  let conversations = 0;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    relay = await RecordingRelay.start();
    replicas = await Promise.all([1, 2].map(() => PushReplica.start(servers, relay.url)));
    // Both have found where they begin.
    await holds(async () => {
      const rows = await database.query('positions', 'SELECT FROM push_position');
      expect(rows).toHaveLength(4);
    });
  });

  afterAll(async () => {
    for (const replica of replicas) await replica.stop();
    await relay?.stop();
    await database?.close();
    await servers?.stop();
  });

  beforeEach(() => {
    relay.mode = 'ok';
  });

  const create = (size: number) => Conversation.create(database, `talk${(conversations += 1)}`, size);
  const isDone = (conversation: Conversation) =>
    holds(async () => expect(await conversation.work()).toEqual({ jobs: 0, isConsumed: true }));

  it('brings each message once to each user, in order, under two consumers', async () => {
    const conversation = await create(20);
    const sent: number[] = [];
    for (let count = 0; count < 15; count++) sent.push(await conversation.send());
    const expected = sent.map((id) => `message ${id}`);
    await holds(() => {
      for (const { id } of conversation.people) expect(relay.of(id)).toHaveLength(expected.length);
    });
    await isDone(conversation);
    for (const { id } of conversation.people) expect(relay.of(id)).toEqual(expected);
    expect(relay.mostCallsOfOneUser).toBe(1);
  });

  it('takes back what was read, together and after it', async () => {
    const conversation = await create(1);
    const [person] = conversation.people;
    const first = await conversation.send();
    const second = await conversation.send();
    await holds(() => expect(relay.of(person!.id)).toHaveLength(2));
    await conversation.read(person!.id, [first, second]);
    await holds(() => expect(relay.of(person!.id)[2]).toBe(`remove ${first},${second}`));
    await isDone(conversation);
    await conversation.read(person!.id, [first]);
    const third = await conversation.send();
    await holds(() => expect(relay.of(person!.id)).toHaveLength(4));
    expect(relay.of(person!.id)[3]).toBe(`message ${third}`);
  });

  /** When a user's jobs that wait for their time are tried again. @returns how many wait */
  const nextTurnIn = async (userId: number, time: string): Promise<number> => {
    const rows = await database.query(
      'test_next_turn',
      'UPDATE push_job SET due_at = now() + $2::interval WHERE user_id = $1 AND due_at > now() RETURNING id',
      [userId, time],
    );
    return rows.length;
  };

  it('tries again after failures, and leaves out what was read meanwhile', async () => {
    const conversation = await create(2);
    const [reader, other] = conversation.people;
    relay.mode = 'server_error';
    const before = relay.failures;
    const id = await conversation.send();
    await holds(() => expect(relay.failures).toBeGreaterThan(before));
    // The reader's next turn waits until the second message is read: what a turn has begun it takes back, which may be seen.
    await holds(async () => expect(await nextTurnIn(reader!.id, '1 hour')).toBe(1));
    const late = await conversation.send();
    await conversation.read(reader!.id, [late]);
    relay.mode = 'ok';
    expect(await nextTurnIn(reader!.id, '-1 hour')).toBeGreaterThanOrEqual(1);
    await isDone(conversation);
    expect(relay.of(other!.id)).toEqual([`message ${id}`, `message ${late}`]);
    expect(relay.of(reader!.id)).toEqual([`message ${id}`]);
  });

  it('loses nothing with Redis', async () => {
    const conversation = await create(5);
    relay.mode = 'slow';
    const redis = createRedisConnection(
      { url: servers.redisUrl },
      createLogger({ service: 't', replica: 1, level: 'silent' }),
      {
        name: 'test',
      },
    );
    await eventually(() => redis.ping().then((answer) => answer === 'PONG'));
    const sent = [await conversation.send(), await conversation.send()];
    await holds(async () => expect((await conversation.work()).jobs).toBeGreaterThan(0));
    await redis.flushall();
    redis.disconnect();
    sent.push(await conversation.send());
    await isDone(conversation);
    for (const { id } of conversation.people) expect(relay.of(id)).toEqual(sent.map((one) => `message ${one}`));
  });

  it('keeps what the relay refuses, and replays it', async () => {
    const conversation = await create(1);
    const [person] = conversation.people;
    const { realmId } = conversation.context;
    relay.mode = 'refuse';
    const id = await conversation.send();
    const [replica] = replicas;
    const ctx = { requestId: 'test', deadlineAt: Date.now() + 60_000 };
    const list = async () => (await replica!.deadLetters.list(ctx, { realmId, afterId: 0, limit: 10 })).letters;
    await holds(async () => expect(await list()).toHaveLength(1));
    expect(await list()).toEqual([
      expect.objectContaining({ userId: person!.id, messageId: id, failure: 'BAD_REQUEST: no', attempts: 1 }),
    ]);
    relay.mode = 'ok';
    expect(relay.of(person!.id)).toEqual([]);
    expect(await replica!.deadLetters.replay(ctx, { realmId, ids: null })).toEqual({ count: 1 });
    await isDone(conversation);
    expect(relay.of(person!.id)).toEqual([`message ${id}`]);
  });

  it('goes on when the replica that did the work is gone', async () => {
    const conversation = await create(3);
    const first = await conversation.send();
    const [one] = replicas.splice(0, 1);
    await one!.stop();
    const second = await conversation.send();
    await isDone(conversation);
    await holds(() => {
      for (const { id } of conversation.people) expect(relay.of(id)).toEqual([`message ${first}`, `message ${second}`]);
    });
    replicas.unshift(await PushReplica.start(servers, relay.url));
  });
});
