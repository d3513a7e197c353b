import { TestCluster, startCluster } from '@stoa/testing';
import { ageMessages } from '../support/aging';
import { expectError } from '../support/expectations';
import { sendDirect } from '../support/messages';
import { createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const DAY_SECONDS = 86_400;

/** Messages are kept as long as the organization, or a channel, says (organization.md 4.2; channels.md 4). */
describe('message retention', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startCluster({ env: { STOA_RETENTION_SECONDS: '1' } });
  });
  afterAll(() => cluster.stop());

  const createChannel = async (owner: Person, parameters: object = {}) => {
    const name = unique('Channel');
    const channel = { name, subscribers: [owner.userId], ...parameters };
    return (await owner.client.succeed('POST', '/channels/create', channel)).id as number;
  };
  const send = async (by: Person, to: number, topic: string) =>
    (await by.client.succeed('POST', '/messages', { type: 'channel', to, topic, content: unique('text') }))
      .id as number;

  /** Ids of a channel's messages before one of them. */
  const written = async (by: Person, channelId: number, before: number): Promise<number[]> => {
    const narrow = [{ operator: 'channel', operand: channelId }];
    const page = { anchor: before, include_anchor: false, num_before: 10, num_after: 0 };
    const { messages } = await by.client.succeed('GET', '/messages', { narrow, ...page });
    return messages.map(({ id }: { id: number }) => id);
  };

  it('level 452: deletes what is older, tells it, and keeps the rest', async () => {
    const { owner, createPerson } = await createOrganization(cluster);
    const member = await createPerson('Max');
    const kept = await createChannel(owner, { message_retention_days: 'unlimited' });
    const cleared = await createChannel(owner);
    const [old, other, young, spared] = [
      await send(owner, cleared, 'a'),
      await send(owner, cleared, 'b'),
      await send(owner, cleared, 'a'),
      await send(owner, kept, 'a'),
    ];
    const direct = await sendDirect(member, [owner]);
    // Ids grow with time: what was written in the channel before them, a notice about it, is at least as old.
    const notices = await written(owner, cleared, old);
    await ageMessages(cluster, [...notices, old, other, spared, direct], 4 * DAY_SECONDS);
    const queue = await TestQueue.register(owner, {
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    });
    await owner.client.succeed('PATCH', '/realm', { message_retention_days: 3 });
    const gone = new Map<number, string>();
    while (gone.size < notices.length + 3) {
      const event = await queue.next(isEvent('delete_message'));
      for (const id of event.message_ids) gone.set(id, event.message_type);
    }
    expect([...gone].sort()).toEqual(
      [...notices.map((id) => [id, 'stream']), [old, 'stream'], [other, 'stream'], [direct, 'private']].sort(),
    );
    expectError(await owner.client.get(`/messages/${old}`), 'Invalid message(s)');
    for (const id of [young, spared]) await owner.client.succeed('GET', `/messages/${id}`);
  });
});
