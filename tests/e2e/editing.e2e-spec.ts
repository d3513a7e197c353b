import { createHash } from 'node:crypto';
import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { ageMessages } from '../support/aging';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { registerState, unreadIds } from '../support/unread';

const isUpdate = isEvent('update_message');

describe('editing messages', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob, eve] = await Promise.all([
      createPerson(cluster, 'Ada'),
      createPerson(cluster, 'Bob'),
      createPerson(cluster, 'Eve'),
    ]);
    channel = await createChannel(ada, [bob]);
  });

  const edit = (person: Person, id: number, parameters: Parameters) =>
    person.client.patch(`/messages/${id}`, parameters);
  const succeed = (person: Person, id: number, parameters: Parameters) =>
    person.client.succeed('PATCH', `/messages/${id}`, parameters);
  const history = async (person: Person, id: number, parameters: Parameters = {}) =>
    (await person.client.succeed('GET', `/messages/${id}/history`, parameters)).message_history;

  it('changes the content, tells everybody with their own flags, and is fetched', async () => {
    const queues = await Promise.all([ada, bob].map((person) => TestQueue.register(person)));
    const id = await sendToChannel(ada, channel, { content: 'first **words**', read_by_sender: true });
    expect(await succeed(ada, id, { content: 'other *words*  ' })).toMatchObject({ detached_uploads: [] });
    const [own, others] = await Promise.all(queues.map((queue) => queue.next(isUpdate)));
    const fields = {
      type: 'update_message',
      user_id: ada.userId,
      message_id: id,
      message_ids: [id],
      rendering_only: false,
      stream_id: channel.id,
      stream_name: channel.name,
      orig_content: 'first **words**',
      orig_rendered_content: '<p>first <strong>words</strong></p>',
      content: 'other *words*',
      rendered_content: '<p>other <em>words</em></p>',
      is_me_message: false,
      edit_timestamp: expect.any(Number),
    };
    expect(own).toEqual({ id: own.id, ...fields, flags: ['read'] });
    expect(others).toEqual({ id: others.id, ...fields, flags: [] });
    const fetched = await fetchOne(bob, id);
    expect(fetched).toMatchObject({
      content: '<p>other <em>words</em></p>',
      last_edit_timestamp: own.edit_timestamp,
      edit_history: [
        {
          user_id: ada.userId,
          timestamp: own.edit_timestamp,
          prev_content: 'first **words**',
          prev_rendered_content: '<p>first <strong>words</strong></p>',
        },
      ],
    });
    expect(fetched).not.toHaveProperty('last_moved_timestamp');
  });

  it('of direct messages tells the participants', async () => {
    const queue = await TestQueue.register(bob);
    const id = await sendDirect(ada, [bob], { content: 'psst' });
    await succeed(ada, id, { content: 'pssst' });
    const event = await queue.next(isUpdate);
    expect(event).toMatchObject({ message_id: id, content: 'pssst', flags: [] });
    expect(event).not.toHaveProperty('stream_id');
    expect(event).not.toHaveProperty('orig_subject');
  });

  it('mentions and ceases to mention', async () => {
    const queue = await TestQueue.register(bob);
    const id = await sendToChannel(ada, channel, { content: 'plain' });
    await succeed(ada, id, { content: `@**${bob.fullName}** look` });
    expect((await queue.next(isUpdate)).flags).toEqual(['mentioned']);
    expect((await fetchOne(bob, id)).flags).toEqual(['mentioned']);
    expect((await registerState(bob)).unread_msgs.mentions).toContain(id);
    await succeed(ada, id, { content: '@**all** look' });
    expect((await queue.next(isUpdate)).flags).toEqual(['stream_wildcard_mentioned']);
    expect((await fetchOne(bob, id)).flags).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned']);
    await succeed(ada, id, { content: 'plain again' });
    expect((await queue.next(isUpdate)).flags).toEqual([]);
    expect((await registerState(bob)).unread_msgs.mentions).not.toContain(id);
    expect(unreadIds(await registerState(bob))).toContain(id);
  });

  it('leaves `(deleted)` of a message without content', async () => {
    const id = await sendToChannel(ada, channel);
    await succeed(ada, id, { content: '  \n ' });
    expect((await fetchOne(bob, id, { apply_markdown: false })).content).toBe('(deleted)');
    expectError(await edit(ada, id, { content: 'a\0b' }), 'Message must not contain null bytes');
  });

  it('checks the content that the client believes to edit', async () => {
    const id = await sendToChannel(ada, channel, { content: 'café' });
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expectError(
      await edit(ada, id, { content: 'x', prev_content_sha256: sha256('other') }),
      "'prev_content_sha256' value does not match the expected value.",
      { code: 'EXPECTATION_MISMATCH', field_name: 'prev_content_sha256' },
    );
    expectError(
      await edit(ada, id, { topic: 'elsewhere', prev_content_sha256: 'nonsense' }),
      "'prev_content_sha256' value does not match the expected value.",
      { code: 'EXPECTATION_MISMATCH', field_name: 'prev_content_sha256' },
    );
    await succeed(ada, id, { content: 'tea', prev_content_sha256: sha256('café') });
  });

  it('refuses what makes no sense', async () => {
    const id = await sendToChannel(ada, channel, { topic: 'sense' });
    const direct = await sendDirect(ada, [bob]);
    const refuse = async (at: number, parameters: Parameters, msg: string) =>
      expectError(await edit(ada, at, parameters), msg);
    await refuse(id, {}, 'Nothing to change');
    await refuse(id, { topic: ' sense ' }, 'Nothing to change');
    await refuse(direct, { stream_id: channel.id }, 'Direct messages cannot be moved to channels.');
    await refuse(direct, { topic: 'x' }, 'Direct messages cannot have topics.');
    await refuse(id, { content: 'x', propagate_mode: 'change_all' }, 'Invalid propagate_mode without topic edit');
    await refuse(
      id,
      { content: 'x', topic: 'sense', propagate_mode: 'change_later' },
      'Invalid propagate_mode without topic edit',
    );
    await refuse(id, { content: 'x', propagate_mode: 'change_most' }, 'Invalid propagate_mode');
    await refuse(id, { topic: '✔' }, 'General chat cannot be marked as resolved');
    await refuse(id, { topic: '✔ general chat' }, 'General chat cannot be marked as resolved');
    await refuse(id, { topic: 'a\u0007b' }, 'Invalid character in topic, at position 2!');
    await refuse(id, { content: 'x', stream_id: channel.id }, 'Cannot change message content while changing channel');
    await refuse(id, { content: 'x', stream_id: 1 }, 'Cannot change message content while changing channel');
    await refuse(id, { stream_id: 999_999_999 }, 'Invalid channel ID');
    await refuse(id, { stream_id: 9_999_999_999 }, 'Invalid channel ID');
    expectError(await edit(bob, id, { content: 'mine' }), "You don't have permission to edit this message");
    expectError(await edit(ada, 999_999_999, { content: 'x' }), 'Invalid message(s)');
    const widget = await sendToChannel(ada, channel, { content: '/poll Lunch?' });
    await refuse(widget, { content: 'x' }, 'Widgets cannot be edited.');
  });

  it('is not for messages that cannot be read', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    const id = await sendToChannel(ada, secret);
    expectError(await edit(bob, id, { topic: 'x' }), 'Invalid message(s)');
    expectError(await bob.client.get(`/messages/${id}/history`), 'Invalid message(s)');
    expectError(await bob.client.delete(`/messages/${id}`), 'Invalid message(s)');
  });

  it('reaches subscribers who never received it, and readers who have left', async () => {
    const room = await createChannel(ada, [bob]);
    const id = await sendToChannel(ada, room);
    await createChannel(ada, [eve], {}, room.name);
    await bob.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [room.name] });
    const [bobs, eves] = await Promise.all([bob, eve].map((person) => TestQueue.register(person)));
    await succeed(ada, id, { content: 'for all' });
    expect((await eves!.next(isUpdate)).flags).toEqual(['read']);
    expect((await bobs!.next(isUpdate)).flags).toEqual(['read']);
  });

  it('edits content of one and moves all at once', async () => {
    const ids = [
      await sendToChannel(ada, channel, { topic: 'both' }),
      await sendToChannel(ada, channel, { topic: 'both', content: 'old' }),
    ];
    const queue = await TestQueue.register(bob);
    await succeed(ada, ids[1]!, { content: 'new', topic: 'Both parts', propagate_mode: 'change_all' });
    expect(await queue.next(isUpdate)).toMatchObject({
      message_id: ids[1],
      message_ids: ids,
      content: 'new',
      orig_subject: 'both',
      subject: 'Both parts',
      propagate_mode: 'change_all',
    });
    const [, entry] = await history(bob, ids[1]!);
    expect(entry).toMatchObject({ prev_topic: 'both', topic: 'Both parts', prev_content: 'old', content: 'new' });
    expect(await history(bob, ids[0]!)).toEqual([
      expect.objectContaining({ topic: 'both' }),
      expect.objectContaining({ prev_topic: 'both', topic: 'Both parts' }),
    ]);
  });

  describe('history', () => {
    it('tells every state with its differences', async () => {
      const id = await sendToChannel(ada, channel, { topic: 'states', content: 'the red fox' });
      await succeed(ada, id, { content: 'the blue fox' });
      await succeed(bob, id, { topic: '' });
      const snapshots = await history(bob, id);
      expect(snapshots).toEqual([
        {
          topic: 'states',
          content: 'the red fox',
          rendered_content: '<p>the red fox</p>',
          timestamp: expect.any(Number),
          user_id: ada.userId,
        },
        {
          topic: 'states',
          content: 'the blue fox',
          rendered_content: '<p>the blue fox</p>',
          timestamp: expect.any(Number),
          user_id: ada.userId,
          prev_content: 'the red fox',
          prev_rendered_content: '<p>the red fox</p>',
          content_html_diff:
            '<div><p>the <span class="highlight_text_inserted">blue</span> ' +
            '<span class="highlight_text_deleted">red</span> fox</p></div>',
        },
        {
          topic: 'general chat',
          prev_topic: 'states',
          content: 'the blue fox',
          rendered_content: '<p>the blue fox</p>',
          timestamp: expect.any(Number),
          user_id: bob.userId,
        },
      ]);
      expect((await history(bob, id, { allow_empty_topic_name: true }))[2].topic).toBe('');
      const { edit_history: entries } = await fetchOne(bob, id, { allow_empty_topic_name: true });
      expect(entries).toEqual([
        { user_id: bob.userId, timestamp: expect.any(Number), prev_topic: 'states', topic: '' },
        {
          user_id: ada.userId,
          timestamp: expect.any(Number),
          prev_content: 'the red fox',
          prev_rendered_content: '<p>the red fox</p>',
        },
      ]);
    });

    it('of an untouched message is its sending', async () => {
      const id = await sendDirect(ada, [bob], { content: 'once' });
      const fields = { topic: '', content: 'once', rendered_content: '<p>once</p>', user_id: ada.userId };
      expect(await history(bob, id)).toEqual([{ ...fields, timestamp: expect.any(Number) }]);
      expect(await fetchOne(bob, id)).not.toHaveProperty('edit_history');
    });

    it('shows what the organization lets be seen', async () => {
      for (const policy of ['moves', 'none'] as const) {
        const organization = await createOrganization(cluster);
        const { owner } = organization;
        await owner.client.succeed('PATCH', '/realm', { message_edit_history_visibility_policy: policy });
        const room = await createChannel(owner);
        const id = await sendToChannel(owner, room, { topic: 'a', content: 'one' });
        await succeed(owner, id, { content: 'two' });
        await succeed(owner, id, { topic: 'b', send_notification_to_new_thread: false });
        if (policy === 'none') {
          expectError(
            await owner.client.get(`/messages/${id}/history`),
            'Message edit history is disabled in this organization',
          );
          expect(await fetchOne(owner, id)).not.toHaveProperty('edit_history');
          continue;
        }
        const snapshots = await history(owner, id);
        expect(snapshots.map(({ content }: { content: string }) => content)).toEqual(['one', 'two']);
        expect(snapshots[1]).toMatchObject({ prev_topic: 'a', topic: 'b' });
        expect(snapshots[1]).not.toHaveProperty('prev_content');
        expect((await fetchOne(owner, id)).edit_history).toEqual([
          { user_id: owner.userId, timestamp: expect.any(Number), prev_topic: 'a', topic: 'b' },
        ]);
      }
    });
  });

  describe('limits', () => {
    let organization: Organization;
    let member: Person;
    let room: Channel;

    beforeAll(async () => {
      organization = await createOrganization(cluster);
      await organization.owner.client.succeed('PATCH', '/realm', { message_content_edit_limit_seconds: 60 });
      member = await organization.createPerson('Member');
      room = await createChannel(organization.owner, [member]);
    });

    it('of time hold for members and owners alike, with a grace', async () => {
      const ids = [await sendToChannel(member, room), await sendToChannel(organization.owner, room)];
      await ageMessages(cluster, ids, 70);
      await succeed(member, ids[0]!, { content: 'in grace' });
      await ageMessages(cluster, ids, 20);
      const late = 'The time limit for editing this message has passed';
      expectError(await edit(member, ids[0]!, { content: 'late' }), late);
      expectError(await edit(organization.owner, ids[1]!, { content: 'late' }), late);
    });

    it('can forbid editing', async () => {
      const strict = await createOrganization(cluster);
      await strict.owner.client.succeed('PATCH', '/realm', { allow_message_editing: false });
      const place = await createChannel(strict.owner);
      const id = await sendToChannel(strict.owner, place);
      expectError(await edit(strict.owner, id, { content: 'x' }), 'Your organization has turned off message editing');
      await succeed(strict.owner, id, { topic: 'moved all the same' });
    });

    it('of wildcard mentions are those of sends', async () => {
      const crowd = await Promise.all(Array.from({ length: 16 }, () => organization.createPerson('Crowd')));
      const place = await createChannel(organization.owner, [member, ...crowd]);
      const id = await sendToChannel(member, place);
      expectError(
        await edit(member, id, { content: '@**all** hello' }),
        'You do not have permission to use channel wildcard mentions in this channel.',
        { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
      );
      await Promise.all(crowd.map((person) => sendToChannel(person, place, { topic: 'crowded' })));
      const crowded = await sendToChannel(member, place, { topic: 'crowded' });
      expectError(
        await edit(member, crowded, { content: '@**topic** hello' }),
        'You do not have permission to use topic wildcard mentions in this topic.',
        { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
      );
    });
  });

  it('is refused in archived channels, which stay readable', async () => {
    const room = await createChannel(ada, [bob]);
    const id = await sendToChannel(ada, room);
    await ada.client.succeed('DELETE', `/streams/${room.id}`);
    expectError(await edit(ada, id, { content: 'x' }), 'Invalid message(s)');
    expectError(await ada.client.delete(`/messages/${id}`), 'Invalid message(s)');
    expect((await history(ada, id)).length).toBe(1);
  });
});
