import { Database } from '@stoa/database';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { fetchFlags, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

interface Row {
  id: number;
  sender_id: number | null;
  is_due: boolean;
}

/** What is to be marked read is written down with its cause, so that no crash and no race leaves it unread. */
describe('messages that become read without their reader', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;

  beforeEach(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
  });

  const inDb = <T>(work: (database: Database) => Promise<T>): Promise<T> => inDatabase(cluster, work);
  const rowsOf = (person: Person) =>
    inDb((database) =>
      database.query<Row & Record<string, unknown>>(
        'test_pending_reads',
        'SELECT id, sender_id, due_at <= now() AS is_due FROM pending_read WHERE user_id = $1',
        [person.userId],
      ),
    );
  const isForgotten = (person: Person) => eventually(async () => (await rowsOf(person)).length === 0);

  it('are forgotten once they are marked: of a channel that was left', async () => {
    const channel = await createChannel(bob, [ada]);
    const unread = await sendToChannel(bob, channel);
    const queue = await TestQueue.register(ada, { event_types: ['update_message_flags'] });
    await ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
    const event = await queue.next(isEvent('update_message_flags'));
    expect(event).toMatchObject({ op: 'add', flag: 'read', messages: expect.arrayContaining([unread]) });
    await isForgotten(ada);
  });

  it('are found by a sweep when the process that left the channel is gone', async () => {
    const channel = await createChannel(bob, [ada]);
    const unread = await sendToChannel(bob, channel);
    const later = await sendToChannel(bob, channel);
    const queue = await TestQueue.register(ada, { event_types: ['update_message_flags'] });
    await inDb((database) =>
      database.query(
        'test_leave_pending',
        `INSERT INTO pending_read (user_id, recipient_id, below_id, due_at)
         SELECT $1, recipient_id, $3::bigint, now() FROM channel WHERE id = $2`,
        [ada.userId, channel.id, later],
      ),
    );
    const event = await queue.next(isEvent('update_message_flags'));
    expect(event).toMatchObject({ op: 'add', flag: 'read', messages: expect.arrayContaining([unread]), all: false });
    await isForgotten(ada);
    expect(await fetchFlags(ada, [unread, later])).toEqual(
      new Map([
        [unread, ['read']],
        [later, []],
      ]),
    );
  });

  it('are looked for again a while after a mute, but not after its end', async () => {
    await ada.client.succeed('POST', `/users/me/muted_users/${bob.userId}`);
    expect(await rowsOf(ada)).toEqual([{ id: expect.any(Number), sender_id: bob.userId, is_due: false }]);
    await ada.client.succeed('DELETE', `/users/me/muted_users/${bob.userId}`);
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('are found by a sweep when a send overtook the mute', async () => {
    const channel = await createChannel(bob, [ada]);
    const [posted, direct] = [await sendToChannel(bob, channel), await sendDirect(bob, [ada])];
    const queue = await TestQueue.register(ada, { event_types: ['update_message_flags'] });
    await inDb((database) =>
      database.query(
        'test_mute_pending',
        'INSERT INTO pending_read (user_id, sender_id, due_at) VALUES ($1, $2, now())',
        [ada.userId, bob.userId],
      ),
    );
    const event = await queue.next(isEvent('update_message_flags'));
    expect(event).toMatchObject({ op: 'add', flag: 'read', messages: expect.arrayContaining([posted, direct]) });
    await isForgotten(ada);
  });
});
