import { Parameters, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchFlags, fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { fetchUnreadIds, registerState, unreadIds } from '../support/unread';

describe('flags', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const change = (person: Person, op: 'add' | 'remove', flag: string, messages: number[]) =>
    person.client.succeed('POST', '/messages/flags', { messages, op, flag });
  const send = () => sendToChannel(ada, channel);
  const isFlagEvent = isEvent('update_message_flags');

  it.each<[Parameters, string]>([
    [{ op: 'add', flag: 'sparkling' }, "Invalid flag: 'sparkling'"],
    [{ op: 'add', flag: 'mentioned' }, "Flag not editable: 'mentioned'"],
    [{ op: 'remove', flag: 'historical' }, "Flag not editable: 'historical'"],
    [{ op: 'toggle', flag: 'read' }, "Invalid message flag operation: 'toggle'"],
  ])('%j is refused', async (parameters, msg) => {
    expectError(await bob.client.post('/messages/flags', { messages: [await send()], ...parameters }), msg);
  });

  it('are not for messages that the user cannot read', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    const [hidden, visible] = [await sendToChannel(ada, secret), await send()];
    for (const id of [hidden, 999_999_999]) {
      expectError(
        await bob.client.post('/messages/flags', { messages: [visible, id], op: 'add', flag: 'starred' }),
        'Invalid message(s)',
      );
    }
    expect((await fetchOne(bob, visible)).flags).toEqual([]);
    const ids = [visible, hidden, 999_999_999];
    expect(await change(bob, 'add', 'read', ids)).toMatchObject({ messages: ids });
    expect((await fetchOne(bob, visible)).flags).toEqual(['read']);
    expectError(
      await bob.client.post('/messages/flags', { messages: 'x', op: 'add', flag: 'read' }),
      'messages is not valid JSON',
    );
    expectError(
      await bob.client.post('/messages/flags', { messages: ['1'], op: 'add', flag: 'read' }),
      'messages[0] is not an integer',
    );
  });

  it('change, are told to all queues of the user and to nobody else, and are fetched', async () => {
    const [queue, second, adas] = await Promise.all([
      TestQueue.register(bob),
      TestQueue.register(bob),
      TestQueue.register(ada),
    ]);
    const ids = [await send(), await send()];
    expect(await change(bob, 'add', 'starred', ids)).toMatchObject({
      messages: ids,
      ignored_because_not_subscribed_channels: [],
    });
    const expected = { op: 'add', operation: 'add', flag: 'starred', messages: ids, all: false };
    for (const each of [queue, second]) expect(await each.next(isFlagEvent)).toMatchObject(expected);
    expect(await fetchFlags(bob, ids)).toEqual(new Map(ids.map((id) => [id, ['starred']])));
    await change(bob, 'remove', 'starred', [ids[0]!]);
    expect(await queue.next(isFlagEvent)).toMatchObject({ op: 'remove', flag: 'starred', messages: [ids[0]] });
    await change(bob, 'add', 'collapsed', [ids[0]!]);
    expect(await queue.next(isFlagEvent)).toMatchObject({ op: 'add', flag: 'collapsed', messages: [ids[0]] });
    await change(bob, 'add', 'hide_link_previews', [ids[0]!]);
    expect(await queue.next(isFlagEvent)).toMatchObject({ op: 'add', flag: 'hide_link_previews', messages: [ids[0]] });
    expect(await fetchFlags(bob, ids)).toEqual(
      new Map([
        [ids[0], ['collapsed', 'hide_link_previews']],
        [ids[1], ['starred']],
      ]),
    );
    await adas.message(await send());
    expect(adas.received.filter(isFlagEvent)).toEqual([]);
  });

  it('lists only what really changed, in an event even when nothing did', async () => {
    const queue = await TestQueue.register(bob, { event_types: ['update_message_flags'] });
    const ids = [await send(), await send()];
    await change(bob, 'add', 'read', [ids[0]!]);
    await queue.next(isFlagEvent);
    expect(await change(bob, 'add', 'read', ids)).toMatchObject({ messages: ids });
    expect((await queue.next(isFlagEvent)).messages).toEqual([ids[1]]);
    await change(bob, 'add', 'read', ids);
    expect((await queue.next(isFlagEvent)).messages).toEqual([]);
  });

  it('tell what is needed to count a message as unread again', async () => {
    const queue = await TestQueue.register(bob, {
      event_types: ['update_message_flags'],
      client_capabilities: { empty_topic_name: true },
    });
    const [plain, mention, direct] = [
      await sendToChannel(ada, channel, { topic: '' }),
      await sendToChannel(ada, channel, { topic: 'plans', content: `@**${bob.fullName}**` }),
      await sendDirect(ada, [bob]),
    ];
    const ids = [plain, mention, direct];
    await change(bob, 'add', 'read', ids);
    await queue.next(isFlagEvent);
    await change(bob, 'remove', 'read', ids);
    const event = await queue.next(isEvent('update_message_flags', 'remove'));
    expect(event).toMatchObject({ flag: 'read', messages: ids, all: false });
    expect(event.message_details).toEqual({
      [plain]: { type: 'stream', stream_id: channel.id, topic: '', unmuted_stream_msg: true },
      [mention]: { type: 'stream', stream_id: channel.id, topic: 'plans', unmuted_stream_msg: true, mentioned: true },
      [direct]: { type: 'private', user_ids: [ada.userId] },
    });
    expect(await fetchFlags(bob, ids)).toEqual(
      new Map([
        [plain, []],
        [mention, ['mentioned']],
        [direct, []],
      ]),
    );
  });

  it('star, but do not mark as read or unread, what the user never received', async () => {
    const eve = await createPerson(cluster, 'Eve');
    const id = await send();
    expect(await change(eve, 'add', 'read', [id])).toMatchObject({ ignored_because_not_subscribed_channels: [] });
    expect((await fetchOne(eve, id)).flags).toEqual(['read', 'historical']);
    expect(await change(eve, 'remove', 'read', [id])).toMatchObject({
      messages: [id],
      ignored_because_not_subscribed_channels: [channel.id],
    });
    expect((await fetchOne(eve, id)).flags).toEqual(['read', 'historical']);
    await change(eve, 'add', 'starred', [id]);
    expect((await fetchOne(eve, id)).flags.sort()).toEqual(['historical', 'read', 'starred']);
    const state = await registerState(eve);
    expect(state.starred_messages).toContain(id);
    expect(unreadIds(state)).not.toContain(id);
  });

  it('of messages without a row become unread once their channel is subscribed', async () => {
    const eve = await createPerson(cluster, 'Eve');
    const id = await send();
    await eve.client.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }] });
    expect((await fetchOne(eve, id)).flags).toEqual(['read', 'historical']);
    await change(eve, 'remove', 'read', [id]);
    expect((await fetchOne(eve, id)).flags).not.toContain('read');
    expect(unreadIds(await registerState(eve))).toContain(id);
  });

  it('are merged while nobody has read them, and never changed after', async () => {
    const queue = await TestQueue.register(bob, { event_types: ['update_message_flags'] });
    const ids = await Promise.all(Array.from({ length: 6 }, send));
    for (const id of ids) await change(bob, 'add', 'read', [id]);
    const events = await eventually(async () => {
      const { body } = await queue.request({ dont_block: true });
      const seen = body.events.flatMap(({ messages }: { messages: number[] }) => messages);
      return seen.length === ids.length && body.events;
    });
    expect(events.flatMap(({ messages }: { messages: number[] }) => messages)).toEqual(ids);
    const next = await send();
    await change(bob, 'add', 'read', [next]);
    const later = await eventually(async () => {
      const { body } = await queue.request({ dont_block: true });
      return body.events.length > events.length && body.events;
    });
    expect(later.slice(0, events.length)).toEqual(events);
    expect(later.at(-1).messages).toEqual([next]);
  });

  it('agree in events, fetches and the state of a registration', async () => {
    const reader = await createPerson(cluster, 'Reader');
    const room = await createChannel(ada, [reader]);
    const queue = await TestQueue.register(reader, { event_types: ['message'] });
    const ids = [
      await sendToChannel(ada, room, { topic: 'a' }),
      await sendToChannel(ada, room, { topic: 'b', content: `@**${reader.fullName}** and @**all**` }),
      await sendToChannel(ada, room, { topic: 'a', content: '@**all**' }),
      await sendDirect(ada, [reader]),
      await sendDirect(ada, [reader, bob]),
      await sendDirect(reader, [reader]),
    ];
    await queue.message(ids.at(-1)!);
    const inEvents = new Map(
      queue.received.filter(({ message }) => ids.includes(message.id)).map(({ message, flags }) => [message.id, flags]),
    );
    expect(await fetchFlags(reader, ids)).toEqual(inEvents);

    const state = await registerState(reader);
    expect(unreadIds(state)).toEqual(await fetchUnreadIds(reader));
    expect(unreadIds(state)).toEqual(expect.arrayContaining(ids));
    const { unread_msgs: unread } = state;
    expect(unread.streams.filter(({ stream_id: id }: { stream_id: number }) => id === room.id)).toEqual(
      expect.arrayContaining([
        { stream_id: room.id, topic: 'a', unread_message_ids: [ids[0], ids[2]] },
        { stream_id: room.id, topic: 'b', unread_message_ids: [ids[1]] },
      ]),
    );
    expect(unread.pms).toContainEqual({
      other_user_id: ada.userId,
      sender_id: ada.userId,
      unread_message_ids: [ids[3]],
    });
    expect(unread.pms).toContainEqual({
      other_user_id: reader.userId,
      sender_id: reader.userId,
      unread_message_ids: [ids[5]],
    });
    const participants = [ada, bob, reader].map(({ userId }) => userId).sort((a, b) => a - b);
    expect(unread.huddles).toContainEqual({
      user_ids_string: participants.join(','),
      unread_message_ids: [ids[4]],
    });
    expect(unread.mentions).toEqual(expect.arrayContaining([ids[1], ids[2]]));
    expect(unread.old_unreads_missing).toBe(false);
    expect(unread.count).toBe(unreadIds(state).length);
    expect(state.max_message_id).toBe(ids.at(-1));
    expect(state.recent_private_conversations.slice(0, 3)).toEqual([
      { user_ids: [], max_message_id: ids[5] },
      { user_ids: participants.filter((id) => id !== reader.userId), max_message_id: ids[4] },
      { user_ids: [ada.userId], max_message_id: ids[3] },
    ]);

    await change(reader, 'add', 'read', ids);
    const after = await registerState(reader);
    expect(unreadIds(after)).toEqual(await fetchUnreadIds(reader));
    for (const id of ids) expect(unreadIds(after)).not.toContain(id);
  });

  it('leave nothing unread in a channel that was left', async () => {
    const reader = await createPerson(cluster, 'Reader');
    const room = await createChannel(ada, [reader]);
    const queue = await TestQueue.register(reader);
    const ids = [await sendToChannel(ada, room), await sendToChannel(ada, room)];
    expect(unreadIds(await registerState(reader))).toEqual(expect.arrayContaining(ids));
    await reader.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [room.name] });
    const event = await queue.next(isEvent('update_message_flags', 'add'));
    expect(event).toMatchObject({ flag: 'read', all: false });
    expect(event.messages).toEqual(expect.arrayContaining(ids));
    const left = unreadIds(await registerState(reader));
    expect(left.filter((id) => ids.includes(id))).toEqual([]);
    for (const id of ids) expect((await fetchOne(reader, id)).flags).toContain('read');
  });
});
