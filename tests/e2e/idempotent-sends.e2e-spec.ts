import { randomUUID } from 'node:crypto';
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
