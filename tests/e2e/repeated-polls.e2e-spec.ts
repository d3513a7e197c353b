import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { metricOf } from '../support/metrics';
import { Person, createPerson } from '../support/people';
import { type RawAnswer, basicAuthorization, rawRequest } from '../support/raw-request';
import { TestQueue } from '../support/test-queue';

/** So many polls are one after the other until each is the last one again. */
const LEARNED_AFTER = 3;
/** Headers whose value is another one in each answer. */
const VARIES = /^(date|content-length|x-request-id|x-ratelimit-(remaining|reset))$/;
/** I10. */
const REVOKED_WITHIN_MS = 1_000;

describe('a poll that comes again', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;
  let queueId: string;
  let lastEventId: number;
  /** To one of the gateways. */
  let connection: Client;

  beforeAll(async () => {
    cluster = await sharedCluster();
    ada = await createPerson(cluster, 'Ada');
    channel = await createChannel(ada, []);
  });

  beforeEach(async () => {
    bob = await createPerson(cluster, 'Bob');
    await bob.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
    const queue = await TestQueue.register(bob, { event_types: ['message'] });
    queueId = queue.id;
    lastEventId = queue.lastEventId;
    connection = new Client(cluster.description.base_url);
  });
  afterEach(() => connection.close());

  const taken = () => metricOf(cluster, 'gateway', 'stoa_repeated_polls_total');

  function ask(headers: Record<string, string> = {}): Promise<RawAnswer> {
    const path = `/api/v1/events?queue_id=${queueId}&last_event_id=${lastEventId}`;
    return rawRequest(bob.client, path, { headers, dispatcher: connection });
  }

  /** A poll that waits until a message is sent. */
  async function receive(headers: Record<string, string> = {}): Promise<RawAnswer> {
    const asked = ask(headers);
    await pause(50);
    const id = await sendToChannel(ada, channel);
    const answer = await asked;
    const { events } = JSON.parse(answer.text);
    expect(events).toMatchObject([{ id: lastEventId + 1, type: 'message', message: { id } }]);
    lastEventId += 1;
    return answer;
  }

  async function learn(): Promise<RawAnswer[]> {
    const answers: RawAnswer[] = [];
    for (let count = 0; count < LEARNED_AFTER; count += 1) {
      answers.push(await receive());
    }
    return answers;
  }

  it('is answered as before', async () => {
    const [first] = await learn();
    const before = await taken();
    const again = [
      await receive(),
      await receive({ 'x-request-id': 'mine' }),
      await receive({ 'x-request-id': 'other' }),
    ];
    // Only the second one with an id has the header that the one before had.
    expect((await taken()) - before).toBe(2);
    const told = ({ headers }: RawAnswer) => {
      const all: string[] = [];
      headers.forEach((value, name) => all.push(VARIES.test(name) ? name : `${name}: ${value}`));
      return all;
    };
    expect(again.map(told)).toEqual(again.map(() => first && told(first)));
    expect(again.slice(1).map(({ headers }) => headers.get('x-request-id'))).toEqual(['mine', 'other']);
  });

  it('gets again what its client has not got', async () => {
    await learn();
    const { text } = await receive();
    lastEventId -= 1;
    const before = await taken();
    expect((await ask()).text).toBe(text);
    expect((await taken()) - before).toBe(1);
  });

  it('is looked at anew if anything else of it is different', async () => {
    await learn();
    const before = await taken();
    const wrong = await ask({ authorization: basicAuthorization(bob.email, 'x'.repeat(32)) });
    expect([wrong.status, JSON.parse(wrong.text).code]).toEqual([401, 'UNAUTHORIZED']);
    const stranger = await ask({ authorization: basicAuthorization(ada.email, ada.apiKey) });
    expect([stranger.status, JSON.parse(stranger.text).code]).toEqual([400, 'BAD_EVENT_QUEUE_ID']);
    expect((await taken()) - before).toBe(0);
  });

  it('is told when it names an event that there is not', async () => {
    await learn();
    lastEventId += 1;
    const { status, text } = await ask();
    expect([status, JSON.parse(text).msg]).toEqual([400, `Event ${lastEventId} was not in this queue`]);
  });

  it('is refused within a second after its key was revoked', async () => {
    await learn();
    await bob.client.succeed('POST', '/users/me/api_key/regenerate');
    const revokedAt = performance.now();
    const refused = await eventually(async () => {
      const { status, text } = await ask();
      if (status === 200) expect(JSON.parse(text).events).toEqual([]);
      return status === 401 && text;
    });
    expect(JSON.parse(refused).code).toBe('UNAUTHORIZED');
    expect(performance.now() - revokedAt).toBeLessThan(REVOKED_WITHIN_MS);
  });
});
