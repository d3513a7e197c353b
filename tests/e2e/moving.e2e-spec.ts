import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchFlags, fetchNewest, fetchOne, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { fetchUnreadIds, registerState, unreadIds } from '../support/unread';

const isUpdate = isEvent('update_message');
const isDeletion = isEvent('delete_message');
const QUIET = { send_notification_to_new_thread: false };

describe('moving messages', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let channel: Channel;
  let other: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob, eve] = await Promise.all([
      createPerson(cluster, 'Ada'),
      createPerson(cluster, 'Bob'),
      createPerson(cluster, 'Eve'),
    ]);
    channel = await createChannel(ada, [bob]);
    other = await createChannel(ada, [bob]);
  });

  const move = (person: Person, id: number, parameters: Parameters) =>
    person.client.succeed('PATCH', `/messages/${id}`, { ...QUIET, ...parameters });
  const tryMove = (person: Person, id: number, parameters: Parameters) =>
    person.client.patch(`/messages/${id}`, { ...QUIET, ...parameters });
  const several = async (topic: string, count: number, where = channel, sender = ada): Promise<number[]> => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await sendToChannel(sender, where, { topic }));
    return ids;
  };
  const subjects = async (person: Person, ids: readonly number[]): Promise<string[]> => {
    const { messages } = await person.client.succeed('GET', '/messages', { message_ids: ids });
    return messages.map(({ subject }: { subject: string }) => subject);
  };
  /** What the notification bot wrote into a topic. */
  const notices = async (person: Person, where: Channel, topic: string): Promise<string[]> => {
    const narrow = [
      ['channel', where.name],
      ['topic', topic],
    ];
    const found = await fetchNewest(person, narrow, { apply_markdown: false });
    return found.filter(({ client }) => client === 'Internal').map(({ content }) => content);
  };

  describe('between topics', () => {
    it.each(['change_one', 'change_later', 'change_all'])('%s', async (mode) => {
      const topic = `mode ${mode}`;
      const ids = await several(topic, 3);
      const queue = await TestQueue.register(bob);
      await move(bob, ids[1]!, { topic: `${topic} new`, propagate_mode: mode });
      const moved = { change_one: [ids[1]], change_later: ids.slice(1), change_all: ids }[mode];
      const event = await queue.next(isUpdate);
      expect(event).toEqual({
        id: event.id,
        type: 'update_message',
        user_id: bob.userId,
        message_id: ids[1],
        message_ids: moved,
        flags: [],
        rendering_only: false,
        stream_id: channel.id,
        stream_name: channel.name,
        propagate_mode: mode,
        orig_subject: topic,
        subject: `${topic} new`,
        topic_links: [],
        edit_timestamp: expect.any(Number),
      });
      expect(await subjects(bob, ids)).toEqual(ids.map((id) => (moved!.includes(id) ? `${topic} new` : topic)));
      const fetched = await fetchOne(bob, ids[1]!);
      expect(fetched.last_moved_timestamp).toBe(event.edit_timestamp);
      expect(fetched).not.toHaveProperty('last_edit_timestamp');
    });

    it('takes topics as equal regardless of case, and changes the case', async () => {
      const ids = [...(await several('Lunch', 1)), ...(await several('lunch', 1))];
      await move(ada, ids[0]!, { topic: 'LUNCH', propagate_mode: 'change_all' });
      expect(await subjects(bob, ids)).toEqual(['LUNCH', 'LUNCH']);
    });

    it('knows the empty topic by all its names, and shows it to who knows it', async () => {
      const [id] = await several('named', 1);
      const [knows, knowsNot] = await Promise.all([
        TestQueue.register(bob, { client_capabilities: { empty_topic_name: true } }),
        TestQueue.register(bob),
      ]);
      await move(ada, id!, { topic: 'general chat' });
      expect((await knows.next(isUpdate)).subject).toBe('');
      expect((await knowsNot.next(isUpdate)).subject).toBe('general chat');
      expectError(await tryMove(ada, id!, { topic: '(no topic)' }), 'Nothing to change');
      await move(ada, id!, { topic: 'x'.repeat(70) });
      expect(await subjects(bob, [id!])).toEqual([`${'x'.repeat(57)}...`]);
    });

    it('keeps everybody reading where they were', async () => {
      const ids = await several('reading', 2);
      await bob.client.succeed('POST', '/messages/flags', { messages: [ids[0]], op: 'add', flag: 'read' });
      await bob.client.succeed('POST', '/messages/flags', { messages: [ids[1]], op: 'add', flag: 'starred' });
      await move(ada, ids[0]!, { topic: 'read on', propagate_mode: 'change_all' });
      expect(await fetchFlags(bob, ids)).toEqual(
        new Map([
          [ids[0], ['read']],
          [ids[1], ['starred']],
        ]),
      );
      const { unread_msgs: unread } = await registerState(bob);
      expect(unread.streams).toContainEqual({ stream_id: channel.id, topic: 'read on', unread_message_ids: [ids[1]] });
    });

    it('obeys the policies for topics', async () => {
      const empty = await createChannel(ada, [bob], { topics_policy: '"empty_topic_only"' });
      const never = await createChannel(ada, [bob], { topics_policy: '"disable_empty_topic"' });
      const extra = { empty_topic_display_name: 'general chat' };
      const [id] = await several('policies', 1);
      const inEmpty = await sendToChannel(ada, empty, { topic: '' });
      const inNever = await sendToChannel(ada, never, { topic: 'x' });
      const only = 'Only the general chat topic is allowed in this channel.';
      const none = 'Sending messages to the general chat is not allowed in this channel.';
      expectError(await tryMove(ada, inEmpty, { topic: 'x' }), only, extra);
      expectError(await tryMove(ada, id!, { stream_id: empty.id }), only, extra);
      expectError(await tryMove(ada, inNever, { topic: '' }), none, extra);
      expectError(await tryMove(ada, inEmpty, { stream_id: never.id }), none, extra);
    });
  });

  describe('resolving a topic', () => {
    it('tells so once, and takes the notice back', async () => {
      const ids = await several('task', 2);
      const queue = await TestQueue.register(bob);
      await bob.client.succeed('PATCH', `/messages/${ids[0]}`, { topic: '✔ task', propagate_mode: 'change_all' });
      expect(await queue.next(isUpdate)).toMatchObject({ message_ids: ids, subject: '✔ task' });
      const notice = await queue.next(isEvent('message'));
      expect(notice.message.content).toBe(`@_**${bob.fullName}|${bob.userId}** has marked this topic as resolved.`);
      expect(notice.flags).toEqual(['read']);
      expect((await fetchOne(bob, notice.message.id)).flags).toEqual(['read']);
      expect(await fetchOne(bob, ids[0]!)).not.toHaveProperty('last_moved_timestamp');
      expect((await fetchOne(bob, ids[0]!)).edit_history).toHaveLength(1);

      await bob.client.succeed('PATCH', `/messages/${ids[0]}`, { topic: 'task', propagate_mode: 'change_all' });
      const events = await queue.until(isDeletion);
      expect(events.at(-1)).toMatchObject({ message_id: notice.message.id, stream_id: channel.id, topic: 'task' });
      expect(await notices(bob, channel, 'task')).toEqual([]);
    });

    it('leaves its notice unread to who wants that', async () => {
      await eve.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
      await ada.client.succeed('PATCH', '/settings', { resolved_topic_notice_auto_read_policy: 'never' });
      const [id] = await several('wanted', 1, channel, bob);
      await eve.client.succeed('POST', '/user_topics', {
        stream_id: channel.id,
        topic: 'wanted',
        visibility_policy: 3,
      });
      const queues = await Promise.all([ada, eve, bob].map((person) => TestQueue.register(person)));
      await bob.client.succeed('PATCH', `/messages/${id}`, { topic: '✔ wanted', propagate_mode: 'change_all' });
      const events = await Promise.all(queues.map((queue) => queue.next(isEvent('message'))));
      expect(events.map(({ flags }) => flags)).toEqual([[], [], ['read']]);
      const noticeId = events[0].message.id;
      for (const person of [ada, eve]) expect(await fetchUnreadIds(person)).toContain(noticeId);
      expect(await fetchUnreadIds(bob)).not.toContain(noticeId);
      await ada.client.succeed('POST', '/messages/flags', { messages: [noticeId], op: 'add', flag: 'read' });
      expect(await fetchUnreadIds(ada)).not.toContain(noticeId);
    });

    it('with another name is a move like others', async () => {
      const [id] = await several('renamed', 1);
      await ada.client.succeed('PATCH', `/messages/${id}`, { topic: '✔ done', propagate_mode: 'change_all' });
      expect(await notices(bob, channel, '✔ done')).toEqual([
        `This topic was moved here from #**${channel.name}>renamed** by @_**${ada.fullName}|${ada.userId}**.`,
      ]);
      expect(await fetchOne(bob, id!)).toHaveProperty('last_moved_timestamp');
    });
  });

  describe('notices', () => {
    it('tell of whole topics, single messages and several', async () => {
      const [one, two, three] = await several('thread', 3);
      const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true };
      const by = `by @_**${ada.fullName}|${ada.userId}**.`;
      await ada.client.succeed('PATCH', `/messages/${three}`, { topic: 'single', ...both });
      expect(await notices(bob, channel, 'thread')).toEqual([
        `A message was moved from this topic to #**${channel.name}>single** ${by}`,
      ]);
      const [text] = await notices(bob, channel, 'single');
      expect(text).toContain(`[A message](`);
      expect(text).toContain(`/topic/single/near/${three}) was moved here from #**${channel.name}>thread** ${by}`);

      await ada.client.succeed('PATCH', `/messages/${one}`, { topic: 'double', propagate_mode: 'change_all', ...both });
      expect(await notices(bob, channel, 'double')).toContain(
        `This topic was moved here from #**${channel.name}>thread** ${by}`,
      );
      expect(await notices(bob, channel, 'thread')).toEqual([
        `This topic was moved to #**${channel.name}>double** ${by}`,
      ]);
      await ada.client.succeed('PATCH', `/messages/${two}`, {
        topic: 'single',
        propagate_mode: 'change_later',
        ...both,
      });
      expect(await notices(bob, channel, 'single')).toContainEqual(
        expect.stringMatching(/^\d+ messages were moved here from/),
      );
      expect(await notices(bob, channel, 'double')).toContainEqual(
        expect.stringMatching(/^\d+ messages were moved from this topic to/),
      );
    });
  });

  describe('between channels', () => {
    it('moves what was asked, with one event', async () => {
      const ids = await several('travel', 2);
      const queue = await TestQueue.register(bob);
      await move(ada, ids[0]!, { stream_id: other.id, propagate_mode: 'change_all' });
      const event = await queue.next(isUpdate);
      expect(event).toMatchObject({
        message_ids: ids,
        stream_id: channel.id,
        new_stream_id: other.id,
        orig_subject: 'travel',
        propagate_mode: 'change_all',
        flags: [],
      });
      expect(event).not.toHaveProperty('subject');
      const fetched = await fetchOne(bob, ids[0]!);
      expect(fetched).toMatchObject({ stream_id: other.id, display_recipient: other.name, subject: 'travel' });
      expect(fetched.edit_history).toEqual([
        { user_id: ada.userId, timestamp: expect.any(Number), prev_stream: channel.id, stream: other.id },
      ]);
      const { message_history: snapshots } = await bob.client.succeed('GET', `/messages/${ids[0]}/history`);
      expect(snapshots[1]).toMatchObject({ prev_stream: channel.id, stream: other.id, topic: 'travel' });
    });

    it('keeps flags of who is in both, and leaves nothing unread to who is not', async () => {
      const [from, to] = [await createChannel(ada, [bob, eve]), await createChannel(ada, [bob])];
      const ids = await several('flags', 2, from);
      await bob.client.succeed('POST', '/messages/flags', { messages: [ids[0]], op: 'add', flag: 'read' });
      await eve.client.succeed('POST', '/messages/flags', { messages: [ids[0]], op: 'add', flag: 'starred' });
      const [bobs, eves] = await Promise.all([bob, eve].map((person) => TestQueue.register(person)));
      await move(ada, ids[0]!, { stream_id: to.id, propagate_mode: 'change_all' });
      expect((await bobs!.next(isUpdate)).flags).toEqual(['read']);
      expect((await eves!.next(isUpdate)).flags).toEqual(['read']);
      expect(await eves!.next(isEvent('update_message_flags', 'add'))).toMatchObject({ flag: 'read', messages: ids });
      expect(await fetchFlags(bob, ids)).toEqual(
        new Map([
          [ids[0], ['read']],
          [ids[1], []],
        ]),
      );
      for (const id of ids) expect((await fetchOne(eve, id)).flags).toEqual(['read', 'historical']);
      expect(unreadIds(await registerState(eve)).filter((id) => ids.includes(id))).toEqual([]);
      expect(unreadIds(await registerState(bob)).filter((id) => ids.includes(id))).toEqual([ids[1]]);
    });

    it('into a private channel takes the messages from who is not in it', async () => {
      const secret = await createChannel(ada, [bob], { invite_only: true, history_public_to_subscribers: true });
      const open = await createChannel(ada, [bob, eve]);
      const ids = await several('private', 2, open);
      const [bobs, eves] = await Promise.all([
        TestQueue.register(bob),
        TestQueue.register(eve, { client_capabilities: { bulk_message_deletion: true } }),
      ]);
      await move(ada, ids[0]!, { stream_id: secret.id, topic: 'hidden', propagate_mode: 'change_all' });
      expect(await eves.next(isDeletion)).toMatchObject({
        message_ids: ids,
        message_type: 'stream',
        stream_id: open.id,
        topic: 'private',
      });
      expect(await bobs.next(isUpdate)).toMatchObject({ message_ids: ids, new_stream_id: secret.id });
      expect(eves.received.filter(isUpdate)).toEqual([]);
      expectError(await eve.client.get(`/messages/${ids[0]}`), 'Invalid message(s)');
      expect(unreadIds(await registerState(eve)).filter((id) => ids.includes(id))).toEqual([]);
    });

    it('into a protected channel gives the messages to its subscribers, as read', async () => {
      const secret = await createChannel(ada, [bob, eve], { invite_only: true, history_public_to_subscribers: false });
      const open = await createChannel(ada, [bob]);
      const ids = await several('given', 2, open);
      const late = await createPerson(cluster, 'Late');
      const eves = await TestQueue.register(eve);
      await move(ada, ids[0]!, { stream_id: secret.id, propagate_mode: 'change_all' });
      expect((await eves.next(isUpdate)).flags).toEqual(['read']);
      expect(await fetchFlags(eve, ids)).toEqual(new Map(ids.map((id) => [id, ['read']])));
      expect(await fetchFlags(bob, ids)).toEqual(new Map(ids.map((id) => [id, []])));
      await createChannel(ada, [late], {}, secret.name);
      expectError(await late.client.get(`/messages/${ids[0]}`), 'Invalid message(s)');
    });

    it('out of a protected channel moves only what the user can see', async () => {
      const secret = await createChannel(ada, [], { invite_only: true, history_public_to_subscribers: false });
      const [before] = await several('partly', 1, secret);
      await createChannel(ada, [bob], {}, secret.name);
      const [after] = await several('partly', 1, secret);
      await move(bob, after!, { stream_id: other.id, propagate_mode: 'change_all' });
      expect(await fetchOne(ada, before!)).toMatchObject({ stream_id: secret.id });
      expect(await fetchOne(ada, after!)).toMatchObject({ stream_id: other.id });
      await move(bob, after!, { stream_id: secret.id });
      await move(bob, after!, { topic: 'all of it', propagate_mode: 'change_all' });
      // Within the channel everything moves, also what the user cannot see.
      expect(await subjects(ada, [before!, after!])).toEqual(['all of it', 'all of it']);
    });

    it.each(['sent', 'moved'])('is told to who holds only what was %s to a protected topic later', async (how) => {
      const secret = await createChannel(ada, [], { invite_only: true, history_public_to_subscribers: false });
      const [before] = await several('joined', 1, secret);
      await createChannel(ada, [bob], {}, secret.name);
      const [after] = await several('joined', 1, how === 'sent' ? secret : other);
      if (how === 'moved') await move(ada, after!, { stream_id: secret.id });
      const bobs = await TestQueue.register(bob);
      await move(ada, before!, { topic: 'renamed', content: 'hidden', propagate_mode: 'change_all' });
      const event = await bobs.next(isUpdate);
      expect(event).toMatchObject({ message_ids: [before, after], orig_subject: 'joined', subject: 'renamed' });
      expect(event.flags).toEqual(['read']);
      expect(event).not.toHaveProperty('content');
      await move(ada, before!, { stream_id: other.id, propagate_mode: 'change_all' });
      expect(await bobs.next(isUpdate)).toMatchObject({ message_ids: [before, after], new_stream_id: other.id });
    });

    it('and back loses nothing of who stayed', async () => {
      const ids = await several('boomerang', 2);
      await bob.client.succeed('POST', '/messages/flags', { messages: [ids[1]], op: 'add', flag: 'starred' });
      await move(ada, ids[0]!, { stream_id: other.id, propagate_mode: 'change_all' });
      await move(ada, ids[0]!, { stream_id: channel.id, propagate_mode: 'change_all' });
      expect(await fetchFlags(bob, ids)).toEqual(
        new Map([
          [ids[0], []],
          [ids[1], ['starred']],
        ]),
      );
    });

    it('needs a destination that the user can access, and may post in', async () => {
      const [id] = await several('refused', 1, channel, bob);
      const secret = await createChannel(ada, [], { invite_only: true });
      expectError(await tryMove(bob, id!, { stream_id: secret.id }), 'Invalid channel ID');
      const closed = await createChannel(ada, [bob], {
        can_send_message_group: { direct_members: [ada.userId], direct_subgroups: [] },
      });
      expectError(
        await tryMove(bob, id!, { stream_id: closed.id }),
        'You do not have permission to post in this channel.',
      );
    });
  });

  describe('visibility policies', () => {
    const policies = async (person: Person) =>
      (await person.client.succeed('POST', '/register', { event_types: ['user_topic'] })).user_topics;
    const setPolicy = (person: Person, where: Channel, topic: string, policy: number) =>
      person.client.succeed('POST', '/user_topics', { stream_id: where.id, topic, visibility_policy: policy });

    it('go with a whole topic, the most visible one wins', async () => {
      const room = await createChannel(ada, [bob]);
      const [first] = await several('one', 2, room);
      await several('two', 1, room);
      await setPolicy(bob, room, 'one', 1);
      const queue = await TestQueue.register(bob);
      await move(ada, first!, { topic: 'fresh', propagate_mode: 'change_all' });
      const events = await queue.until((event) => event.type === 'user_topic' && event.topic_name === 'fresh');
      expect(events.filter(isEvent('muted_topics')).map(({ muted_topics: list }) => list)).toEqual([
        [[room.name, 'fresh', expect.any(Number)]],
      ]);
      expect(events.filter(isEvent('user_topic'))).toMatchObject([
        { stream_id: room.id, topic_name: 'one', visibility_policy: 0 },
        { stream_id: room.id, topic_name: 'fresh', visibility_policy: 1 },
      ]);
      await setPolicy(bob, room, 'two', 3);
      await move(ada, first!, { topic: 'two', propagate_mode: 'change_all' });
      expect((await policies(bob)).filter(({ stream_id: id }: { stream_id: number }) => id === room.id)).toEqual([
        { stream_id: room.id, topic_name: 'two', last_updated: expect.any(Number), visibility_policy: 3 },
      ]);
    });

    it('stay when messages stay', async () => {
      const room = await createChannel(ada, [bob]);
      const [, last] = await several('staying', 2, room);
      await setPolicy(bob, room, 'staying', 3);
      await move(ada, last!, { topic: 'gone', propagate_mode: 'change_later' });
      expect((await policies(bob)).filter(({ stream_id: id }: { stream_id: number }) => id === room.id)).toMatchObject([
        { topic_name: 'staying', visibility_policy: 3 },
      ]);
    });
  });
});
