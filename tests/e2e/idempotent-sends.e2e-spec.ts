import { randomBytes, randomUUID } from 'node:crypto';
import { postMessage } from '@stoa/contracts/messages';
import type { Actor } from '@stoa/contracts/rpc';
import { NatsConnection, RpcClient, connectToNats } from '@stoa/rpc';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { fetchNewest } from '../support/messages';
import { Person, createPerson, unique } from '../support/people';

/** A client that got no answer sends again with the same key, and there is one message (docs/use/api.md). */
describe('a send with an Idempotency-Key', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const send = (person: Person, key: string, content: string) =>
    person.client.post(
      '/messages',
      { type: 'channel', to: channel.id, topic: 'once', content },
      { headers: { 'idempotency-key': key } },
    );
  const copies = async (content: string) =>
    (await fetchNewest(bob, [['channel', channel.name]], { apply_markdown: false })).filter(
      (message) => message.content === content,
    );

  it('gives the first answer again and no second message', async () => {
    const [key, content] = [randomUUID(), unique('repeated')];
    const first = await send(ada, key, content);
    expect(first.status).toBe(200);
    for (let round = 0; round < 3; round += 1) expect((await send(ada, key, content)).body).toEqual(first.body);
    expect(await copies(content)).toHaveLength(1);
  });

  it('answers 409 to what comes while the first is at work', async () => {
    const [key, content] = [randomUUID(), unique('concurrent')];
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(ada, key, content)));
    const [sent] = await copies(content);
    expect(await copies(content)).toHaveLength(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status, body } of answers) {
      if (status === 200) expect(body.id).toBe(sent.id);
      else expect([status, body.result]).toEqual([409, 'error']);
    }
    expect((await send(ada, key, content)).body.id).toBe(sent.id);
  });

  it('is refused while another process is at work on it, and free when that one ends', async () => {
    const [key, content] = [randomUUID(), unique('held')];
    const lock = [`${ada.userId}:${key}`];
    await inDatabase(cluster, async (database) => {
      await database.query('hold', 'SELECT pg_advisory_lock(4, hashtext($1))', lock);
      const refused = { code: 'IDEMPOTENT_REQUEST_IN_PROGRESS', status: 409 };
      expectError(await send(ada, key, content), 'A request with this Idempotency-Key is in progress', refused);
      await database.query('release', 'SELECT pg_advisory_unlock(4, hashtext($1))', lock);
    });
    const { body } = await send(ada, key, content);
    expect(await copies(content)).toEqual([expect.objectContaining({ id: body.id })]);
  });

  it("is each user's own", async () => {
    const [key, content] = [randomUUID(), unique('shared key')];
    const ids = [await send(ada, key, content), await send(bob, key, content)].map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(2);
  });
});

/** What a gateway does when the replica that has a send is silent: it asks another one, and says that it asks again. */
describe('a send that is asked of another replica', () => {
  let cluster: TestCluster;
  let nats: NatsConnection;
  let rpc: RpcClient;
  let ada: Person;
  let bob: Person;
  let channel: Channel;
  let actor: Actor;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
    nats = await connectToNats(cluster.description.nats_url, 'test');
    rpc = new RpcClient(nats);
    const realm = await inDatabase(cluster, (database) =>
      database.query<{ id: number; partition: number }>(
        'realm_of_user',
        'SELECT r.id, r.partition FROM realm r JOIN account a ON a.realm_id = r.id WHERE a.id = $1',
        [ada.userId],
      ),
    );
    actor = {
      realmId: realm[0]?.id ?? 0,
      partition: realm[0]?.partition ?? 0,
      realmHost: new URL(cluster.description.base_url).host,
      realmUrl: cluster.description.base_url,
      userId: ada.userId,
      role: 400,
      isBot: false,
      botType: null,
      email: ada.email,
      deliveryEmail: ada.email,
      fullName: ada.fullName,
      clientName: 'test',
      canCreateUsers: false,
      canForgeSender: false,
    };
  });
  afterAll(() => nats?.close());

  const call = (content: string, identity: { send_token?: string; idempotency_key?: string }, isAgain: boolean) =>
    rpc.call(
      postMessage,
      {
        requestId: randomUUID(),
        deadlineAt: Date.now() + 10_000,
        actor,
        ...(isAgain && { isRepetition: true as const }),
      },
      { type: 'channel', to: String(channel.id), topic: 'again', content, ...identity },
    );
  const copies = async (content: string) =>
    (await fetchNewest(bob, [['channel', channel.name]], { apply_markdown: false })).filter(
      (message) => message.content === content,
    );
  const token = () => randomBytes(8).readBigInt64BE().toString();

  it('is sent once, whichever of the two is served first', async () => {
    const [identity, content] = [{ send_token: token() }, unique('asked again')];
    const first = await call(content, identity, false);
    expect(await call(content, identity, true)).toEqual({ id: first.id });
    expect(await copies(content)).toHaveLength(1);

    const [other, late] = [{ send_token: token() }, unique('came late')];
    const second = await call(late, other, true);
    expect(await call(late, other, false)).toEqual({ id: second.id });
    expect(await call(late, other, true)).toEqual({ id: second.id });
    expect(await copies(late)).toHaveLength(1);
  });

  it('is sent once when both are served at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [identity, content] = [{ send_token: token() }, unique('at once')];
      const answers = await Promise.all([false, true, true].map((isAgain) => call(content, identity, isAgain)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await copies(content)).toHaveLength(1);
    }
  });

  it('waits for the first one, instead of refusing it, where the client gave a key', async () => {
    const [key, content] = [randomUUID(), unique('with a key')];
    const lock = [`${ada.userId}:${key}`];
    const again = await inDatabase(cluster, async (database) => {
      await database.query('hold', 'SELECT pg_advisory_lock(4, hashtext($1))', lock);
      const waiting = call(content, { idempotency_key: key }, true);
      const refused = call(content, { idempotency_key: key }, false);
      await expect(refused).rejects.toMatchObject({ code: 'IDEMPOTENT_REQUEST_IN_PROGRESS' });
      await database.query('release', 'SELECT pg_advisory_unlock(4, hashtext($1))', lock);
      return waiting;
    });
    expect(await call(content, { idempotency_key: key }, false)).toEqual({ id: again.id });
    expect(await copies(content)).toHaveLength(1);
  });

  it('is another message with another token', async () => {
    const content = unique('twice');
    await call(content, { send_token: token() }, false);
    await call(content, { send_token: token() }, true);
    expect(await copies(content)).toHaveLength(2);
  });
});
