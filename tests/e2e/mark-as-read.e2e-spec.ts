import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchFlags, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { fetchUnreadIds, registerState, unreadIds } from '../support/unread';

const isFlagEvent = isEvent('update_message_flags');

describe('marking in bulk', () => {
  let cluster: TestCluster;
  let ada: Person;
  let reader: Person;
  let room: Channel;
  let other: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    ada = await createPerson(cluster, 'Ada');
  });

  beforeEach(async () => {
    reader = await createPerson(cluster, 'Reader');
    [room, other] = [await createChannel(ada, [reader]), await createChannel(ada, [reader])];
    await reader.client.succeed('POST', '/mark_all_as_read');
  });

  const sendSome = async (count: number, topic = 'talk'): Promise<number[]> => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await sendToChannel(ada, room, { topic }));
    return ids;
  };

  describe('POST /messages/flags/narrow', () => {
    const change = (parameters: Parameters): Promise<ResponseBody> =>
      reader.client.succeed('POST', '/messages/flags/narrow', {
        anchor: 'oldest',
        num_before: 0,
        num_after: 100,
        narrow: [
          ['channel', room.name],
          ['topic', 'talk'],
        ],
        op: 'add',
        flag: 'read',
        ...parameters,
      });

    it('works through a narrow in windows', async () => {
      const ids = await sendSome(5);
      const queue = await TestQueue.register(reader);
      const { result: _result, msg: _msg, ...first } = await change({ num_after: 3 });
      expect(first).toEqual({
        processed_count: 3,
        updated_count: 3,
        first_processed_id: ids[0],
        last_processed_id: ids[2],
        found_oldest: true,
        found_newest: false,
        ignored_because_not_subscribed_channels: [],
      });
      expect(await queue.next(isFlagEvent)).toMatchObject({
        op: 'add',
        flag: 'read',
        messages: ids.slice(0, 3),
        all: false,
      });
      const rest = await change({ anchor: ids[2], include_anchor: false, num_after: 3 });
      expect(rest).toMatchObject({
        processed_count: 2,
        updated_count: 2,
        first_processed_id: ids[3],
        last_processed_id: ids[4],
        found_oldest: false,
        found_newest: true,
      });
      expect(await fetchUnreadIds(reader)).toEqual([]);
      const again = await change({ anchor: ids[4], num_before: 1, num_after: 0 });
      expect(again).toMatchObject({ processed_count: 2, updated_count: 0, first_processed_id: ids[3] });
      expect(await change({ anchor: 'newest', narrow: [['topic', 'nowhere']] })).toMatchObject({
        processed_count: 0,
        updated_count: 0,
        first_processed_id: null,
        last_processed_id: null,
        found_newest: true,
      });
    });

    it('reads what is unread, whatever comes in between', async () => {
      const ids = await sendSome(4);
      await reader.client.succeed('POST', '/messages/flags', { messages: [ids[1]], op: 'add', flag: 'read' });
      const narrow = [['is', 'unread']];
      expect(await change({ narrow, num_after: 2 })).toMatchObject({
        processed_count: 2,
        last_processed_id: ids[2],
        found_newest: false,
      });
      expect(await change({ narrow, anchor: ids[2], include_anchor: false, num_after: 2 })).toMatchObject({
        processed_count: 1,
        last_processed_id: ids[3],
        found_newest: true,
      });
    });

    it('stars and unreads, and leaves channels alone that the user is not in', async () => {
      const ids = await sendSome(2);
      expect(await change({ flag: 'starred' })).toMatchObject({ updated_count: 2 });
      expect(await fetchFlags(reader, ids)).toEqual(new Map(ids.map((id) => [id, ['starred']])));
      await change({});
      expect(await change({ op: 'remove' })).toMatchObject({ updated_count: 2 });
      expect(await fetchUnreadIds(reader)).toEqual(ids);
      await reader.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [room.name] });
      const ignored = await change({ op: 'remove' });
      expect(ignored).toMatchObject({ updated_count: 0, ignored_because_not_subscribed_channels: [room.id] });
    });

    it('cuts a window that is too large', async () => {
      await sendSome(1);
      expect(await change({ num_after: 1_000_000 })).toMatchObject({ processed_count: 1 });
    });

    it.each<[Parameters, string, object]>([
      [{ flag: 'sparkling' }, "Invalid flag: 'sparkling'", {}],
      [{ flag: 'mentioned' }, "Flag not editable: 'mentioned'", {}],
      [{ op: 'toggle' }, "Invalid message flag operation: 'toggle'", {}],
      [{ anchor: 'soon' }, 'Invalid anchor', {}],
      [{ narrow: '{' }, 'narrow is not valid JSON', {}],
      [{ num_before: 1, include_anchor: false }, 'The anchor can only be excluded at an end of the range', {}],
      [
        { narrow: [['with', '1']] },
        'Invalid narrow operator: unknown operator with',
        { code: 'BAD_NARROW', desc: 'unknown operator with' },
      ],
      [{ anchor: undefined }, "Missing 'anchor' argument", { code: 'REQUEST_VARIABLE_MISSING', var_name: 'anchor' }],
    ])('%j is refused', async (parameters, msg, fields) => {
      const valid = { anchor: 'oldest', num_before: 0, num_after: 1, narrow: [], op: 'add', flag: 'read' };
      const response = await reader.client.post('/messages/flags/narrow', { ...valid, ...parameters });
      expectError(response, msg, { ...fields });
    });
  });

  describe('POST /mark_all_as_read', () => {
    it('leaves nothing unread, and tells it once', async () => {
      await sendSome(3);
      await sendToChannel(ada, other, { content: `@**${reader.fullName}**` });
      await sendDirect(ada, [reader]);
      const queue = await TestQueue.register(reader);
      expect(unreadIds(queue.state)).toHaveLength(5);
      expect(await reader.client.succeed('POST', '/mark_all_as_read')).toMatchObject({ complete: true });
      expect(await queue.next(isFlagEvent)).toMatchObject({
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: [],
        all: true,
      });
      expect(await fetchUnreadIds(reader)).toEqual([]);
      expect(unreadIds(await registerState(reader))).toEqual([]);
      const [next] = await sendSome(1);
      expect(await fetchUnreadIds(reader)).toEqual([next]);
    });
  });

  describe('POST /mark_stream_as_read', () => {
    it('reads one channel', async () => {
      const ids = await sendSome(2);
      const elsewhere = await sendToChannel(ada, other);
      const queue = await TestQueue.register(reader);
      await reader.client.succeed('POST', '/mark_stream_as_read', { stream_id: room.id });
      expect(await queue.next(isFlagEvent)).toMatchObject({ op: 'add', flag: 'read', messages: ids, all: false });
      expect(await fetchUnreadIds(reader)).toEqual([elsewhere]);
      // Nothing changes, so no event is sent: the next event is about something else.
      await reader.client.succeed('POST', '/mark_stream_as_read', { stream_id: room.id });
      await reader.client.succeed('POST', '/mark_stream_as_read', { stream_id: other.id });
      expect(await queue.next(isFlagEvent)).toMatchObject({ messages: [elsewhere] });
    });

    it('does not know channels that the user may not read', async () => {
      const secret = await createChannel(ada, [], { invite_only: true });
      for (const stream_id of [secret.id, 999_999_999]) {
        expectError(await reader.client.post('/mark_stream_as_read', { stream_id }), 'Invalid channel ID');
      }
    });
  });

  describe('POST /mark_topic_as_read', () => {
    it('reads one topic, whatever its case', async () => {
      const ids = await sendSome(2, 'Lunch');
      const [elsewhere] = await sendSome(1, 'dinner');
      const queue = await TestQueue.register(reader);
      const topic = { stream_id: room.id, topic_name: 'LUNCH' };
      await reader.client.succeed('POST', '/mark_topic_as_read', topic);
      expect(await queue.next(isFlagEvent)).toMatchObject({ op: 'add', flag: 'read', messages: ids });
      expect(await fetchUnreadIds(reader)).toEqual([elsewhere]);
    });

    it('knows the empty topic, and none without messages', async () => {
      const [id] = await sendSome(1, '');
      const mark = (topic_name: string) =>
        reader.client.post('/mark_topic_as_read', { stream_id: room.id, topic_name });
      expect((await mark('general chat')).status).toBe(200);
      expect(await fetchUnreadIds(reader)).not.toContain(id);
      expectError(await mark('nothing here'), "No such topic 'nothing here'");
      expectError(
        await reader.client.post('/mark_topic_as_read', { stream_id: 999_999_999, topic_name: 'x' }),
        'Invalid channel ID',
      );
    });
  });
});
